/// The events rejected since the last report to the observer.
@usableFromInline final class Rejections<Event> {
    @usableFromInline typealias Rejected = (event: Event, error: any Error)

    /// Bounds the memory that a flood of events can fill while the machine is too busy to report it.
    @usableFromInline static var limit: Int { 1024 }

    @usableFromInline private(set) var kept: [Rejected] = []
    /// The latest event beyond the limit.
    @usableFromInline private(set) var latest: Event?
    private var omitted = 0
    /// Nonzero if there are any; read by the run loop without the lock.
    @usableFromInline let areThere = RelaxedCounter()

    @inlinable init() {}

    @usableFromInline func append(_ event: Event, because error: any Error) {
        areThere.store(1)
        guard kept.count >= Self.limit else { return kept.append((event, error)) }
        latest = event
        omitted += 1
    }

    /// All rejections, with those beyond the limit combined into one.
    var all: [Rejected] {
        guard let latest else { return kept }
        return kept + [(latest, TransducerError.rejectionsOmitted(count: omitted))]
    }
}
