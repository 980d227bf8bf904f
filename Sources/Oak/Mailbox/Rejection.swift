/// An event that the mailbox rejected.
@usableFromInline
struct Rejection<Event> {
    @usableFromInline let event: Event
    @usableFromInline let error: any Error

    @usableFromInline
    init(event: Event, error: any Error) {
        self.event = event
        self.error = error
    }
}

/// The events rejected since the last report to the observer.
@usableFromInline
final class Rejections<Event> {
    /// Bounds the memory that a flood of events can fill while the machine is too busy to report it.
    @usableFromInline static var limit: Int { 1024 }

    @usableFromInline var kept: [Rejection<Event>] = []
    /// The latest event beyond the limit.
    @usableFromInline var latest: Event?
    @usableFromInline var omitted = 0

    @inlinable
    init() {}

    @inlinable
    func append(_ event: Event, because error: any Error) {
        guard kept.count >= Self.limit else { return kept.append(Rejection(event: event, error: error)) }
        latest = event
        omitted += 1
    }

    /// All rejections, with those beyond the limit combined into one.
    @inlinable
    var all: [Rejection<Event>] {
        guard let latest else { return kept }
        return kept + [Rejection(event: latest, error: TransducerError.rejectionsOmitted(count: omitted))]
    }
}
