/// Children that are known by nothing but being active.
///
/// It is all that ``CompositeTransducer/activeChildren(in:)`` has to say of most children, and so costs next to nothing.
public struct PlainlyActive<Composite: ExecutableTransducer>: Sendable {
    /// A bit for each child.
    @usableFromInline var bits: UInt64
    /// The number of a set of those for which there is no bit; zero is that of the empty one.
    @usableFromInline var others: Int

    @inlinable
    @inline(__always)
    init(bits: UInt64 = 0, others: Int = 0) {
        self.bits = bits
        self.others = others
    }

    @inlinable
    @inline(__always)
    init<Machine>(_ child: Child<Composite, Machine>) {
        bits = child.bit
        others = child.bit == 0 ? child.core.set : 0
    }

    /// The children of both.
    @inlinable
    @inline(__always)
    func joined(with other: PlainlyActive) -> PlainlyActive {
        PlainlyActive(
            bits: bits | other.bits,
            others: others == 0 ? other.others : other.others == 0 ? others : RareSets.union(others, other.others))
    }
}

/// Sets of children for which there are no bits, each with a number.
///
/// They are kept for ever: there are as many as a composite of more than 64 declared children has combinations of those.
@usableFromInline
enum RareSets {
    private static let lock = Lock()
    // Touched only while the lock is held.
    nonisolated(unsafe) private static var sets: [[ActiveMark]] = [[]]
    nonisolated(unsafe) private static var numbers: [[Key]: Int] = [[]: 0]

    private struct Key: Hashable {
        let number: Int
        let isMistake: Bool
    }

    /// The number of the set with one child.
    @usableFromInline
    static func set(of place: ChildPlace) -> Int {
        number(of: [ActiveMark(number: place.number, place.mistake.map { .mistake($0) } ?? .present)])
    }

    /// The number of the set with the children of two.
    @usableFromInline
    static func union(_ number: Int, _ other: Int) -> Int {
        if number == other { return number }
        var all = marks(in: number)
        for mark in marks(in: other) { all.merge(mark) }
        return self.number(of: all.sorted { $0.number < $1.number })
    }

    @usableFromInline
    static func marks(in number: Int) -> [ActiveMark] { lock.withLock { sets[number] } }

    private static func number(of marks: [ActiveMark]) -> Int {
        let key = marks.map { Key(number: $0.number, isMistake: $0.isMistake) }
        return lock.withLock {
            if let number = numbers[key] { return number }
            sets.append(marks)
            numbers[key] = sets.count - 1
            return sets.count - 1
        }
    }
}
