/// The record of a mailbox for the observer of its run. Guarded by the lock of the mailbox.
@usableFromInline final class MailboxRecord<Event> {
    @usableFromInline typealias Rejected = (event: Event, error: any Error)

    /// Bounds the memory that a flood of events can fill while the machine is too busy to report it.
    @usableFromInline static var limit: Int { 1024 }

    /// The events rejected since the last report to the observer.
    @usableFromInline var rejected: [Rejected] = []
    /// The latest rejected event beyond the limit.
    @usableFromInline var latest: Event?
    @usableFromInline var omitted = 0

    /// The instruments, which receive notes about the places of events.
    var instruments: Instruments?
    /// The number of the first event in the queue. Only the run loop changes it.
    @usableFromInline var firstNumber: MailNumber = 0
    /// The senders of events before the run begins.
    var early: [(place: EventPlace, sender: AnyObject)] = []

    @inlinable init() {}

    @inlinable func reject(_ event: Event, because error: any Error) {
        guard rejected.count >= Self.limit else { return rejected.append((event, error)) }
        latest = event
        omitted += 1
    }

    /// Removes and returns all rejected events, with those beyond the limit combined into one.
    @inlinable func takeRejected() -> [Rejected] {
        defer { (rejected, latest, omitted) = ([], nil, 0) }
        guard let latest else { return rejected }
        return rejected + [(latest, TransducerError.rejectionsOmitted(count: omitted))]
    }

}

extension Mailbox.Content {
    /// Notes the events that are accepted next, in the frame of their sender.
    // Not inlined: only instruments need it.
    @usableFromInline mutating func noteArrivals(_ count: Int) {
        let first = (record?.firstNumber ?? 0) &+ MailNumber(truncatingIfNeeded: queue.tail)
        noteArrivals((0..<count).lazy.map { .queue(first &+ MailNumber(truncatingIfNeeded: $0)) })
    }

    /// Notes that a sender waits in line.
    @usableFromInline mutating func noteArrival(of send: SuspendedSend<Event>) {
        if notesArrivals { noteArrivals(CollectionOfOne(.line(ObjectIdentifier(send)))) }
    }

    private mutating func noteArrivals(_ places: some Sequence<EventPlace>) {
        if let instruments = record?.instruments {
            for place in places { instruments.note(.arrives(at: place, sender: nil)) }
        } else if let sender = EarlySenders.read() {
            existingRecord.early += places.map { ($0, sender) }
        }
    }

    /// Notes that a sender has left its line, for the queue if it is not dismissed.
    @usableFromInline mutating func noteDeparture(of send: SuspendedSend<Event>, isDismissed: Bool) {
        guard notesArrivals, let record else { return }
        let line = EventPlace.line(ObjectIdentifier(send))
        let place = .queue(record.firstNumber &+ MailNumber(truncatingIfNeeded: queue.tail)) as EventPlace
        if let instruments = record.instruments {
            instruments.note(isDismissed ? .drops(line) : .moves(from: line, to: place))
        } else if let index = record.early.firstIndex(where: { $0.place == line }) {
            let sender = record.early.remove(at: index).sender
            if !isDismissed { record.early.append((place, sender)) }
        }
    }

    private var existingRecord: MailboxRecord<Event> {
        mutating get {
            if let record { return record }
            let new = MailboxRecord<Event>()
            record = new
            return new
        }
    }
}

extension Mailbox {
    /// Lets the instruments of a run learn of the events that arrive, and of those that have arrived.
    @usableFromInline func attach(_ instruments: Instruments) {
        withLock { content in
            guard let record = content.record else { return }
            record.instruments = instruments
            content.notesArrivals = true
            for (place, sender) in record.early { instruments.note(.arrives(at: place, sender: sender)) }
            record.early = []
        }
    }

    /// The number of an event of the batch that was taken last; used by the run loop.
    @usableFromInline func number(ofEventAt index: Int, in batch: borrowing Batch<Event>) -> MailNumber {
        (content.record?.firstNumber ?? 0) &+ MailNumber(truncatingIfNeeded: index &- batch.tail)
    }
}
