/// The numbers of states by the hashes of the states: an open hash table with linear probing.
///
/// An entry holds 32 bits of the hash beside the number, so that the table grows without looking at the states, and
/// compares a state only when the bits agree.
// Knuth, The Art of Computer Programming, volume 3, section 6.4, algorithm L.
@usableFromInline struct StateTable {
    /// The number plus one in the lower half, bits of the hash in the upper; zero for a free slot.
    @usableFromInline var slots: [UInt64]
    @usableFromInline var count = 0
    @usableFromInline var mask: Int

    @inlinable init() {
        slots = Array(repeating: 0, count: 1 << 10)
        mask = slots.count - 1
    }

    /// Bytes in use.
    @usableFromInline var size: Int { slots.capacity * MemoryLayout<UInt64>.stride }

    /// A place in the table.
    @usableFromInline enum Place {
        /// The number of the state.
        case found(Int)
        /// The free slot for the state.
        case free(Int)
    }

    /// Finds the place of a state.
    ///
    /// - Parameters:
    ///   - hash: The hash of the state.
    ///   - isSame: Returns whether a number is that of the state.
    /// - Complexity: O(1) on average.
    @inlinable
    @inline(__always)
    func place(forHash hash: Int, isSame: (Int) -> Bool) -> Place {
        let tag = Self.tag(of: hash)
        // The tag decides the slot, so that growing needs nothing else.
        var slot = Self.spread(tag) & mask
        while true {
            let entry = slots[slot]
            if entry == 0 { return .free(slot) }
            if entry & Self.tagMask == tag {
                let number = Int(entry & ~Self.tagMask) &- 1
                if isSame(number) { return .found(number) }
            }
            slot = (slot &+ 1) & mask
        }
    }

    /// Enters a number at a free place.
    @inlinable
    @inline(__always)
    mutating func insert(_ number: Int, hash: Int, at slot: Int) {
        slots[slot] = Self.tag(of: hash) | UInt64(number &+ 1)
        count &+= 1
        if count &* 4 > slots.count &* 3 { grow() }
    }

    @inlinable static var tagMask: UInt64 { 0xFFFF_FFFF_0000_0000 }

    @inlinable static func tag(of hash: Int) -> UInt64 { UInt64(UInt(bitPattern: hash)) & tagMask }

    @inlinable static func spread(_ tag: UInt64) -> Int {
        Int(truncatingIfNeeded: ((tag >> 32) &* 0x9E37_79B9_7F4A_7C15) >> 27)
    }

    @inlinable
    @inline(never)
    mutating func grow() {
        let old = slots
        slots = Array(repeating: 0, count: old.count * 2)
        mask = slots.count - 1
        for entry in old where entry != 0 {
            var slot = Self.spread(entry & Self.tagMask) & mask
            while slots[slot] != 0 { slot = (slot &+ 1) & mask }
            slots[slot] = entry
        }
    }
}
