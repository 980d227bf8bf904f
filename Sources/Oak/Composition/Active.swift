/// The active children of a machine in a state, and the machine's activities there.
///
/// ``CompositeTransducer/activeChildren(in:)`` creates it from a state; neither order nor repetition matters.
/// ``ExecutableTransducer/live(in:)`` returns it for any machine, together with the activities.
// Each event creates two of these values. Six words stay in registers; a seventh, or an existential, would cost several
// copies and releases. Hence the odd layout.
public struct Active<Machine: ExecutableTransducer> {
    @usableFromInline typealias Effect = TransducerEffect<Machine.Event, Machine.Env, Machine.Input>

    /// The children that have neither identity nor keys to record, one bit each.
    @usableFromInline var bits: UInt64
    /// The keys of one collection.
    @usableFromInline var keys: AnyObject?
    /// The numbers of the children that `keys` and `identity` belong to.
    @usableFromInline var holders = Holders()
    /// The identity of one child that another child may replace.
    @usableFromInline var identity = IdentityWords()
    /// All other marks, boxed because they are rare.
    @usableFromInline var rest: RareMarks<Machine>?

    @inlinable
    @inline(__always)
    init(bits: UInt64 = 0) { self.bits = bits }

    /// - Parameters:
    ///   - bit: The child's bit; zero if it has none.
    ///   - place: The child's place, evaluated only without a bit.
    @inlinable
    @inline(__always)
    init(_ bit: UInt64, _ place: @autoclosure () -> ChildPlace, _ survey: Survey<Machine>? = nil) {
        bits = bit
        if bit == 0 { rest = RareMarks(place(), .present) }
        if let survey { rest = RareMarks.with(survey, rest) }
    }

    @inlinable
    @inline(__always)
    init(
        _ bit: UInt64, _ place: @autoclosure () -> ChildPlace, as identity: some Hashable & Sendable,
        _ survey: Survey<Machine>? = nil
    ) {
        bits = 0
        if bit != 0, let words = IdentityWords(identity) {
            self.identity = words
            holders.word = UInt64(truncatingIfNeeded: bit.trailingZeroBitCount &+ 1) << 32
        } else {
            rest = RareMarks(place(), .identified(AnyIdentity(identity)))
        }
        if let survey { rest = RareMarks.with(survey, rest) }
    }

    @inlinable
    @inline(__always)
    init(
        _ bit: UInt64, _ place: @autoclosure () -> ChildPlace, with keys: AnyObject?,
        _ survey: Survey<Machine>? = nil
    ) {
        bits = 0
        if bit != 0 {
            self.keys = keys
            holders.word = UInt64(truncatingIfNeeded: bit.trailingZeroBitCount &+ 1)
        } else {
            rest = RareMarks(place(), .keys(keys))
        }
        if let survey { rest = RareMarks.with(survey, rest) }
    }

    /// Whether both values are visibly equal, without comparing rare marks.
    @inlinable
    @inline(__always)
    func isPlainly(_ other: Active) -> Bool {
        bits == other.bits && keys === other.keys && holders.word == other.holders.word
            && identity.isSame(as: other.identity) && hasNoRareMarks && other.hasNoRareMarks && !isNamedTwice
    }

    @inlinable
    @inline(__always)
    var hasNoRareMarks: Bool { rest?.marks.isEmpty ?? true }

    /// Whether a child is named both by itself and with an identity.
    @inlinable
    @inline(__always)
    var isNamedTwice: Bool { holders.word >> 32 != 0 && bits &>> (holders.word >> 32 &- 1) & 1 != 0 }

    @inlinable
    @inline(__always)
    init(_ plain: PlainlyActive<Machine>) {
        bits = plain.bits
        if plain.others != 0 { rest = RareMarks(ofSet: plain.others) }
    }

    @inlinable
    @inline(__always)
    func joined(with plain: PlainlyActive<Machine>) -> Active {
        var all = self
        all.bits |= plain.bits
        if plain.others != 0 { all.add(Active(plain)) }
        return all
    }

    /// The union of both sets of children.
    @inlinable
    @inline(__always)
    func joined(with other: Active) -> Active {
        var all = self
        all.bits |= other.bits
        if other.holders.word != 0 || other.rest != nil { all.add(other) }
        return all
    }

    @inlinable
    @inline(never)
    mutating func add(_ other: Active) {
        if let rest = other.rest { self.rest = RareMarks.joined(self.rest, rest) }
        if let number = other.holders.keys {
            if holders.keys == nil {
                (keys, holders.keys) = (other.keys, number)
            } else {
                rest = RareMarks.with(ActiveMark(number: number, .keys(other.keys)), rest)
            }
        }
        if let number = other.holders.identity {
            if holders.identity == nil {
                (identity, holders.identity) = (other.identity, number)
            } else {
                rest = RareMarks.with(ActiveMark(number: number, .identified(.words(other.identity))), rest)
            }
        }
    }
}

/// The numbers of the children whose marks an ``Active`` stores inline.
@usableFromInline
struct Holders: Equatable {
    /// The collection's number plus one in the lower half, the number plus one of the child with the identity in the
    /// upper.
    @usableFromInline var word: UInt64 = 0

    @inlinable
    @inline(__always)
    init() {}

    @inlinable
    var keys: Int? {
        get { word & 0xFFFF_FFFF == 0 ? nil : Int(word & 0xFFFF_FFFF) - 1 }
        set { word = word & ~0xFFFF_FFFF | UInt64(newValue.map { $0 + 1 } ?? 0) }
    }

    @inlinable
    var identity: Int? {
        get { word >> 32 == 0 ? nil : Int(word >> 32) - 1 }
        set { word = word & 0xFFFF_FFFF | UInt64(newValue.map { $0 + 1 } ?? 0) << 32 }
    }
}
