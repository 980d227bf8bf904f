/// The events rejected since the last report to the observer.
@usableFromInline final class Rejections<Event> {
    @usableFromInline typealias Rejected = (event: Event, error: any Error)

    /// Bounds the memory that a flood of events can fill while the machine is too busy to report it.
    @usableFromInline static var limit: Int { 1024 }

    @usableFromInline var kept: [Rejected] = []
    /// The latest event beyond the limit.
    @usableFromInline var latest: Event?
    @usableFromInline var omitted = 0

    @inlinable init() {}

    @inlinable func append(_ event: Event, because error: any Error) {
        guard kept.count >= Self.limit else { return kept.append((event, error)) }
        latest = event
        omitted += 1
    }

    /// All rejections, with those beyond the limit combined into one.
    @inlinable var all: [Rejected] {
        guard let latest else { return kept }
        return kept + [(latest, TransducerError.rejectionsOmitted(count: omitted))]
    }
}
