/// Tracks queries for everything that is live in a state, as opposed to what has to begin in a run.
///
/// Only such a query visits children without activities; a transition would pay for that in vain. A transition on
/// another thread that overlaps with a query visits them, too, with the same result.
@usableFromInline
enum LiveQuery {
    #if canImport(Darwin)
        @usableFromInline static let underWay = RelaxedCounter(cell)
        private static var cell: UnsafeMutablePointer<Int> {
            let cell = UnsafeMutablePointer<Int>.allocate(capacity: 1)
            cell.initialize(to: 0)
            return cell
        }
    #else
        @usableFromInline static let underWay = RelaxedCounter()
    #endif

    @inlinable static var isUnderWay: Bool { underWay.load() != 0 }

    /// Evaluates the active children, including everything that is live in them.
    @inlinable
    static func taken<Machine: ExecutableTransducer>(by active: () -> Active<Machine>) -> Active<Machine> {
        underWay.add(1)
        defer { underWay.add(-1) }
        return active()
    }
}
