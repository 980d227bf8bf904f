import Oak

/// A postponed event, and the operation that has sent it.
struct PostponedEvent<Event> {
    let event: Event
    /// The identities of the operation and of the compositions around it, the innermost first; empty for an event from
    /// outside.
    let senders: [EffectID]
    /// Whether the event comes from outside.
    let isFromOutside: Bool
}

extension Configuration {
    private typealias Entry = Postponed<T.State, T.Event>.Entry

    /// The postponed event that comes before any other event.
    var offered: PostponedEvent<T.Event>? {
        postponed?.due.last { !$0.isSilenced }.map(described)
    }

    /// Whether a postponed event comes before any other.
    var offersPostponed: Bool { offered != nil }

    /// The identities of the operation whose postponed event is offered next, and of the compositions around it.
    var offeredSenders: [EffectID] { offered?.senders ?? [] }

    private func described(_ entry: Entry) -> PostponedEvent<T.Event> {
        PostponedEvent(
            event: entry.event, senders: entry.source?.senders ?? [], isFromOutside: entry.source == nil)
    }

    // A source that may send an event again and again may have sent it any number of times, in any order with others of
    // this kind, once it has been sent at all. One entry stands for all of these.

    /// The places of the postponed events of which one may be offered next; empty if the next one is certain.
    ///
    /// - Parameter isRepeatable: Whether the source of an event may have sent it several times.
    func places(where isRepeatable: (PostponedEvent<T.Event>) -> Bool) -> [Int] {
        guard let due = postponed?.due else { return [] }
        var places: [Int] = []
        for (place, entry) in due.reversed().enumerated() where !entry.isSilenced {
            guard isRepeatable(described(entry)) else { break }
            places.append(place)
            if !entry.isRepetition { break }
        }
        return places
    }

    /// The identities of the operation whose postponed event has a place, and of the compositions around it.
    func senders(at place: Int) -> [EffectID] {
        guard let due = postponed?.due else { return [] }
        return described(due[due.count - 1 - place]).senders
    }

    /// The postponed event that has a place.
    func event(at place: Int) -> T.Event? {
        postponed.map { $0.due[$0.due.count - 1 - place].event }
    }

    /// Lets the postponed event at a place be offered next.
    ///
    /// - Parameters:
    ///   - place: The place among all events that are due.
    ///   - isKept: Whether others like it remain.
    func prepareOffer(_ place: Int, keeping isKept: Bool) {
        guard let postponed = postponed else { return }
        let index = postponed.due.count - 1 - place
        var next = postponed.due[index]
        next.isRepetition = false
        if isKept {
            postponed.due[index].isRepetition = true
            next.source?.count += 1
        } else {
            postponed.due.remove(at: index)
        }
        postponed.due.append(next)
    }

    /// Forgets the event that was postponed last, if another one stands for it.
    ///
    /// - Parameters:
    ///   - isRepeatable: Whether the source of an event may have sent it several times.
    ///   - isSame: Whether two events are the same.
    /// - Returns: Whether another one stands for it.
    func forgetRepetition(
        where isRepeatable: (PostponedEvent<T.Event>) -> Bool, isSame: (T.Event, T.Event) -> Bool
    ) -> Bool {
        guard let postponed = postponed, let last = postponed.waiting.last,
            isRepeatable(described(last))
        else { return false }
        let others = postponed.waiting.dropLast().reversed().prefix { isRepeatable(described($0)) }
        guard others.contains(where: { $0.source === last.source && isSame($0.event, last.event) }) else {
            return false
        }
        postponed.waiting.removeLast()
        last.source?.count -= 1
        return true
    }

    /// Lets a postponed event that was offered before be offered again, as if it had been sent twice.
    ///
    /// - Parameter entry: The event as it was offered.
    func repeatOffer(of entry: OfferedEvent<T>) {
        entry.entry.source?.count += 1
        postponed?.due.append(entry.entry)
    }

    /// Lets an event from outside be offered next, as if it had been postponed before all others.
    func offer(_ event: T.Event) {
        postponed?.due.append(Entry(event, from: nil, number: 0))
        _ = offerPostponed()
    }

    /// The postponed event that is offered next, for ``repeatOffer(of:)``.
    var nextOffer: OfferedEvent<T>? {
        postponed?.due.last { !$0.isSilenced }.map { OfferedEvent(entry: $0) }
    }
}

/// A postponed event as it was offered.
struct OfferedEvent<T: ExecutableTransducer> {
    fileprivate let entry: Postponed<T.State, T.Event>.Entry

    var event: T.Event { entry.event }
    var sender: EffectID? { entry.source?.senders.first }
}
