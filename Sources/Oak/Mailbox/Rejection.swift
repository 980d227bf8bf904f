/// An event that the mailbox did not accept.
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

/// Stands for events that the mailbox did not accept, when there are too many to tell an observer of each.
public struct OmittedRejections: Error, Hashable, CustomStringConvertible {
    /// How many events there were, the one that this error comes with among them.
    public let count: Int

    @inlinable
    init(count: Int) { self.count = count }

    public var description: String { "\(count) further events were not accepted." }
}

/// The events that were not accepted since an observer was told the last time.
@usableFromInline
final class Rejections<Event> {
    /// A flood must not fill the memory of a machine that is too busy to hear of it.
    @usableFromInline static var limit: Int { 1024 }

    @usableFromInline var kept: [Rejection<Event>] = []
    /// The last one of those that are not kept.
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

    /// All of them, those that were not kept as one.
    @inlinable
    var all: [Rejection<Event>] {
        guard let latest else { return kept }
        return kept + [Rejection(event: latest, error: OmittedRejections(count: omitted))]
    }
}
