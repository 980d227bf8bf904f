/// The children that are active in a state of a machine, and its activities there.
///
/// ``CompositeTransducer/activeChildren(in:)`` makes it of a state; order and repetition mean nothing in it.
/// ``ExecutableTransducer/live(in:)`` gives that of any machine, with the activities.
// It is made twice for each event. Six words stay in registers; with a seventh, or with an existential, it would be copied and
// released several times. Hence its odd shape.
public struct Active<Machine: ExecutableTransducer> {
    @usableFromInline typealias Effect = TransducerEffect<Machine.Event, Machine.Env, Machine.Input>

    /// The children that are known by nothing but being active, a bit for each.
    @usableFromInline var bits: UInt64
    /// The keys of a collection.
    @usableFromInline var keys: AnyObject?
    /// Whose keys they are, and whose identity it is.
    @usableFromInline var holders = Holders()
    /// The identity of a child in the place of which there may be another.
    @usableFromInline var identity = IdentityWords()
    /// Everything else.
    @usableFromInline var rest: RareMarks<Machine>?

    @inlinable
    @inline(__always)
    init(bits: UInt64 = 0) { self.bits = bits }

    /// - Parameters:
    ///   - bit: That of the place; zero if there is none.
    ///   - place: The place, where that does not say enough.
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

    /// Whether both say the same, as far as that can be seen at once.
    @inlinable
    @inline(__always)
    func isPlainly(_ other: Active) -> Bool {
        bits == other.bits && keys === other.keys && holders.word == other.holders.word
            && identity.isSame(as: other.identity) && hasNoRareMarks && other.hasNoRareMarks && !isNamedTwice
    }

    @inlinable
    @inline(__always)
    var hasNoRareMarks: Bool { rest?.marks.isEmpty ?? true }

    /// Whether a child is named by itself and with an identity.
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

    /// The children of both.
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

/// The numbers of the children whose marks are in an ``Active`` itself.
@usableFromInline
struct Holders: Equatable {
    /// The number of the collection plus one in the lower half, that of the child with the identity in the upper half.
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
