/// The sending end of a mailbox, which every proxy and input wraps.
///
/// You need a port only to write a proxy of your own: its input wraps a port and offers the ways of sending that you
/// choose.
public struct InputPort<Event>: Sendable {
    @usableFromInline enum Way: Sendable {
        /// Into a mailbox, from outside or from an operation of its machine.
        case mailbox(Mailbox<Event>, from: Operation<Event>?)
        /// Into the mailbox of a composite, as an event of the composite.
        case composite(EmbeddingPort<Event>)
    }

    @usableFromInline let way: Way

    @inlinable init(_ way: Way) { self.way = way }

    /// Creates a port for senders outside the machine.
    ///
    /// - Parameter mailbox: The mailbox that receives the events.
    @inlinable package init(_ mailbox: Mailbox<Event>) { self.init(.mailbox(mailbox, from: nil)) }

    /// Puts an event into the mailbox; a host on the caller's actor that is at rest processes it first.
    ///
    /// - Parameter event: The event to process.
    /// - Throws: ``TransducerError/bufferOverflow`` when the mailbox is full, ``TransducerError/terminated`` when
    ///   the machine has ended or was cancelled, `CancellationError` when the port belongs to an operation
    ///   that was cancelled.
    /// - Complexity: Amortised O(1), and one lock.
    @inlinable public func send(_ event: sending Event) throws {
        switch way {
        case .mailbox(let mailbox, from: let operation): try mailbox.send(event, from: operation)
        case .composite(let port): try port.send(event, .throwing)
        }
    }

    /// Puts an event into the mailbox and leaves it there, also where ``send(_:)`` would process it.
    @usableFromInline func enqueue(_ event: sending Event) throws {
        switch way {
        case .mailbox(let mailbox, from: let operation): try mailbox.enqueue(event, from: operation)
        case .composite(let port): try port.send(event, .enqueueing)
        }
    }

    /// Puts an event into the mailbox for a sender that gets no error.
    @inlinable func sendOrLog(_ event: sending Event) {
        switch way {
        case .mailbox(let mailbox, from: let operation): mailbox.sendOrLog(event, from: operation)
        case .composite(let port): try? port.send(event, .logging)
        }
    }

    /// Puts several events into the mailbox, one directly after another, or none of them.
    ///
    /// - Parameter events: The events to process, in this order.
    /// - Throws: The same errors as ``send(_:)``.
    /// - Complexity: O(*n*), where *n* is the number of events, and one lock.
    @inlinable
    public func send(contentsOf events: sending [Event]) throws {
        switch way {
        case .mailbox(let mailbox, from: let operation): try mailbox.send(contentsOf: events, from: operation)
        case .composite(let port): try port.sendAll(events)
        }
    }

    /// Puts an event into the mailbox as soon as the mailbox has room.
    ///
    /// Waiting senders are served in order of arrival, and before senders that do not wait.
    ///
    /// - Parameter event: The event to process.
    /// - Throws: ``TransducerError/terminated`` when the machine ends first, `CancellationError` when the caller is
    ///   cancelled first, ``TransducerError/bufferOverflow`` when the mailbox can hold no event at all,
    ///   ``TransducerError/deadlock(cycle:)`` when the caller is an action or a subject of a machine that this one
    ///   waits for. After an error the event is not processed.
    public nonisolated(nonsending) func sendWaitingForRoom(_ event: sending Event) async throws {
        try await send(event, awaiting: .room)
    }

    /// Puts an event into the mailbox and returns when its macrostep is done.
    ///
    /// The macrostep includes all action events and outputs that the event leads to.
    ///
    /// - Parameter event: The event to process.
    /// - Throws: ``TransducerError/terminated`` when the machine ends before the event is processed,
    ///   ``TransducerError/macrostepUnfinished`` when it ends before the macrostep is done, `CancellationError` when
    ///   the caller is cancelled first, ``TransducerError/deadlock(cycle:)`` when the caller is an action or a subject
    ///   of a machine that this one waits for. A cancelled caller returns at once: an event that still waits is then
    ///   never processed, whereas a macrostep under way continues.
    @usableFromInline package nonisolated(nonsending) func sendWaitingForMacrostep(_ event: sending Event) async throws
    {
        try await send(event, awaiting: .macrostep)
    }

    @usableFromInline nonisolated(nonsending) func send(_ event: sending Event, awaiting goal: SendGoal) async throws {
        switch way {
        case .mailbox(let mailbox, from: let operation):
            try await mailbox.send(event, from: operation, awaiting: goal)
        case .composite(let port): try await port.sendAwaiting(event, goal)
        }
    }
}

/// The departure of a child, for senders on any thread.
@usableFromInline final class Departure: Sendable {
    private let count = RelaxedCounter()

    /// Whether the child has departed.
    var isOver: Bool { count.load() != 0 }

    func note() { count.store(1) }
}

extension InputPort {
    /// The mailbox of the outermost machine.
    @inlinable var outermost: any AwaitedMailbox & Sendable {
        switch way {
        case .mailbox(let mailbox, from: _): mailbox
        case .composite(let port): port.outermost
        }
    }

    /// Refuses an event for a child that has departed, as its composite would: the sender gets no error.
    @usableFromInline func refuse(_ event: sending Event, because error: TransducerError) {
        switch way {
        case .mailbox(let mailbox, from: _): mailbox.refuse(event, because: error)
        case .composite(let port): try? port.send(event, .refusing(error))
        }
    }
}

/// The route of a child's events into the mailbox of its composite.
@usableFromInline final class EmbeddingPort<Event>: Sendable {
    /// The consequence of an event that the mailbox does not accept.
    @usableFromInline enum Manner {
        /// The sender gets an error.
        case throwing
        /// The sender gets an error; an accepted event waits in the mailbox.
        case enqueueing
        /// The log has a line.
        case logging
        /// The mailbox never accepts it.
        case refusing(TransducerError)
    }

    /// The mailbox of the outermost machine.
    @usableFromInline let outermost: any AwaitedMailbox & Sendable
    @usableFromInline let send: @Sendable (sending Event, Manner) throws -> Void
    @usableFromInline let sendAll: @Sendable (sending [Event]) throws -> Void
    @usableFromInline let sendAwaiting: nonisolated(nonsending) @Sendable (sending Event, SendGoal) async throws -> Void

    /// - Parameters:
    ///   - departure: Ends the route.
    ///   - refusal: The reason why events are refused then.
    init<Outer>(
        into port: InputPort<Outer>, embedding embed: @escaping @Sendable (Event) -> Outer,
        until departure: Departure, _ refusal: @escaping @Sendable () -> TransducerError
    ) {
        let open = EmbeddingPort(into: port, embedding: embed)
        outermost = open.outermost
        send = { event, manner in
            try open.send(event, departure.isOver ? .refusing(refusal()) : manner)
        }
        sendAll = { events in
            guard departure.isOver else { return try open.sendAll(events) }
            let manner = Manner.refusing(refusal())
            for event in Disconnected(events).value { try open.send(Disconnected(event).value, manner) }
        }
        sendAwaiting = { event, goal in
            if departure.isOver { return try open.send(event, .refusing(refusal())) }
            try await open.sendAwaiting(event, goal)
        }
    }

    @inlinable init<Outer>(into port: InputPort<Outer>, embedding embed: @escaping @Sendable (Event) -> Outer) {
        outermost = port.outermost
        // Only the event leaves its region, and its sender has given it up.
        send = { event, manner in
            let outer = Disconnected(embed(event))
            switch manner {
            case .throwing: try port.send(outer.value)
            case .enqueueing: try port.enqueue(outer.value)
            case .logging: port.sendOrLog(outer.value)
            case .refusing(let error): port.refuse(outer.value, because: error)
            }
        }
        sendAll = { events in
            let outer = Disconnected(events.map(embed))
            try port.send(contentsOf: outer.value)
        }
        sendAwaiting = { event, goal in
            let outer = Disconnected(embed(event))
            try await port.send(outer.value, awaiting: goal)
        }
    }
}

extension InputPort {
    /// Returns the port of a child, whose events reach the mailbox as events of the composite.
    ///
    /// - Parameter embed: Turns an event of the child into an event of the composite.
    @inlinable func embedding<Inner>(_ embed: @escaping @Sendable (Inner) -> Event) -> InputPort<Inner> {
        InputPort<Inner>(.composite(EmbeddingPort(into: self, embedding: embed)))
    }

    /// Returns the port of a child that rejects events after the child has departed.
    func embedding<Inner>(
        _ embed: @escaping @Sendable (Inner) -> Event, until departure: Departure,
        _ refusal: @escaping @Sendable () -> TransducerError
    ) -> InputPort<Inner> {
        InputPort<Inner>(.composite(EmbeddingPort(into: self, embedding: embed, until: departure, refusal)))
    }
}
