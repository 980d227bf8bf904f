/// The times when somebody wants to know about everything that is live in a state, not about what has to run there.
///
/// Only then are children without activities asked for what is live in them: a transition would pay for it in vain. One that happens
/// meanwhile on another thread does so, with the same result.
@usableFromInline
enum Census {
    #if canImport(Darwin)
        @usableFromInline static let underWay = PublishedInteger(cell)
        private static var cell: UnsafeMutablePointer<Int> {
            let cell = UnsafeMutablePointer<Int>.allocate(capacity: 1)
            cell.initialize(to: 0)
            return cell
        }
    #else
        @usableFromInline static let underWay = PublishedInteger()
    #endif

    @inlinable static var isUnderWay: Bool { underWay.load() != 0 }

    /// Names the children that are active, with everything that is live in them.
    @inlinable
    static func taken<Machine: ExecutableTransducer>(by active: () -> Active<Machine>) -> Active<Machine> {
        underWay.add(1)
        defer { underWay.add(-1) }
        return active()
    }
}
