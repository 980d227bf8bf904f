/// The active children of a composite that have neither identity, keys nor activities to record.
///
/// Most children are of this kind, which makes evaluating ``CompositeTransducer/activeChildren(in:)`` nearly free.
public struct PlainlyActive<Composite: ExecutableTransducer>: Sendable {
    /// One bit for each child.
    @usableFromInline var bits: UInt64
    /// The number of a set of children without bits; zero for the empty set.
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

    /// The union of both sets.
    @inlinable
    @inline(__always)
    func joined(with other: PlainlyActive) -> PlainlyActive {
        PlainlyActive(
            bits: bits | other.bits,
            others: others == 0 ? other.others : other.others == 0 ? others : RareSets.union(others, other.others))
    }
}

/// Numbered sets of children without bits.
///
/// They are never released. Their number is bounded by the combinations of declared children beyond the first 64.
@usableFromInline
enum RareSets {
    private static let lock = Lock()
    // Guarded by the lock.
    nonisolated(unsafe) private static var sets: [[ActiveMark]] = [[]]
    nonisolated(unsafe) private static var numbers: [[Key]: Int] = [[]: 0]

    private struct Key: Hashable {
        let number: Int
        let isMistake: Bool
    }

    /// The number of the set that contains one child.
    @usableFromInline
    static func set(of place: ChildPlace) -> Int {
        number(of: [ActiveMark(number: place.number, place.mistake.map { .mistake($0) } ?? .present)])
    }

    /// The number of the union of two sets.
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
