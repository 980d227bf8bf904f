import Oak
import OakText

/// The notes of a run that wait for their delivery, and what its machine is doing.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Present {
    /// The notes that are delivered together, and the state before them, if it is known.
    typealias Delivery = (notes: [Note], state: ValueTree?)

    /// A macrostep that has ended, by its event.
    typealias Macrostep = (event: Portrayal, length: Duration)

    /// The entry of the event that is being processed.
    enum Current: Sendable {
        case omitted
        /// The answer of the machine is not complete.
        case pending(EventNote)
        case told
    }

    /// The number of notes beyond which the machine itself delivers them.
    static let mostNotes = 10_000

    /// Whether somebody delivers the notes in regular intervals.
    var isWatched = false
    /// Whether each value is described as soon as it is noted.
    var describesAtOnce: Bool
    /// The number of entries that may be kept until the next picture.
    var allowance = 0
    var notes: [Note] = []
    var tally = Tally()
    /// The number of events in the mailbox, as it was last told.
    var waiting = 0
    /// Whether the present state will be known from the notes.
    private(set) var knowsState = false
    /// The event that is being processed, if it is kept.
    var current = Current.omitted
    /// The number of the run that has sent the event which comes next, if it is watched.
    var sender: Int?
    /// The macrostep under way, and its beginning without the time that the inspector has taken since.
    var macrostep: (event: Portrayal, start: Duration)?
    private var slowest: Macrostep?
    private var isDelivering = false
    /// The state after all notes that were delivered.
    private var delivered: ValueTree?

    init(describesAtOnce: Bool) { self.describesAtOnce = describesAtOnce }

    // MARK: Noting

    // A value that is given up is returned, because its end may run code of the user's, which needs no lock.

    /// Counts an event.
    ///
    /// - Returns: Whether it is kept.
    func mayNoteEvent() -> Bool {
        noteEvent()
        tally.events += 1
        if mayAppend() { return true }
        sender = nil
        current = .omitted
        loseState()
        return false
    }

    func mayAppend() -> Bool {
        guard allowance > 0 else {
            tally.omitted += 1
            return false
        }
        allowance -= 1
        return true
    }

    func begin(_ event: Portrayal, at time: Duration, from origin: EventOrigin) -> Portrayal? {
        let released = origin == .action ? nil : endMacrostep(at: time)
        if origin != .action { macrostep = (event, time) }
        current = .pending(EventNote(time: time, event: event, origin: origin, sender: sender.take()))
        return released
    }

    /// Notes the event that is being processed, with the answer that is known.
    func noteEvent() {
        guard case .pending(let event) = current else { return }
        notes.append(.event(event))
        current = .told
    }

    /// Notes the answer to the event that is being processed.
    func answer(_ answer: EventNote.Answer) {
        guard case .pending(var event) = current else { return }
        event.answer = answer
        current = .pending(event)
    }

    func endMacrostep(at time: Duration) -> Portrayal? {
        guard let (event, start) = macrostep.take() else { return nil }
        let length = time - start
        guard length > slowest?.length ?? .zero else { return event }
        defer { slowest = (event, length) }
        return slowest?.event
    }

    func ignore() -> Portrayal? {
        noteEvent()
        isWatched = false
        allowance = 0
        current = .omitted
        loseState()
        return macrostep.take()?.event
    }

    func knowState() {
        knowsState = true
        tally.isStale = false
    }

    /// The state has changed, or may have, without having been noted.
    func loseState() {
        knowsState = false
        tally.isStale = true
    }

    // MARK: Delivering

    /// Begins a delivery, unless one is under way.
    func beginDelivery() -> Delivery? {
        if isDelivering { return nil }
        return takeNotes()
    }

    /// Takes the notes that were added meanwhile, or ends the delivery.
    func goOnDelivering(after state: ValueTree?) -> Delivery? {
        delivered = state
        return takeNotes()
    }

    private func takeNotes() -> Delivery? {
        if case .pending(let event) = current, event.answer != nil { noteEvent() }
        noteTally()
        isDelivering = !notes.isEmpty
        if notes.isEmpty { return nil }
        let delivery: Delivery = (notes, delivered)
        notes = []
        notes.reserveCapacity(delivery.notes.count)
        return delivery
    }

    /// Notes everything that was counted.
    func noteTally() {
        if slowest == nil, tally == Tally() { return }
        notes.append(.tally(tally, slowest: slowest))
        (tally, slowest) = (Tally(), nil)
    }
}

/// Something that a machine has noted for its record.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum Note: Sendable {
    case news(News, at: Duration)
    case tally(Tally, slowest: Present.Macrostep?)
    case event(EventNote)
    case output(Portrayal, at: Duration)
}

/// An event that a machine has taken, with its answer.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct EventNote: Sendable {
    enum Answer: Sendable {
        case refused(Entry.Kind, by: [String])
        /// A transition; its source is `nil` if it is the state before.
        case step(from: Portrayal?, to: Portrayal)
    }

    let time: Duration
    let event: Portrayal
    let origin: EventOrigin
    let sender: Int?
    var answer: Answer?
}

/// A value that is described, or will be.
enum Portrayal: Sendable {
    case tree(ValueTree)
    case value(Kept)
}

/// A value of a machine whose values are all sendable.
///
/// `Any` does not tell that they are, so nothing is left to check here: ``Inspector/watch(_:of:)`` asks it of the types
/// of a machine, and values are kept only in a run with these types.
struct Kept: @unchecked Sendable {
    let content: Any

    init(_ content: Any) { self.content = content }
}

extension EventOrigin {
    /// The origin in words; empty if it is outside.
    var remark: String {
        switch self {
        case .external: ""
        case .operation(let number): "from operation \(number)"
        case .action: "from an action"
        }
    }
}
