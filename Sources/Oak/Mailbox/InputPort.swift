/// The sending end of a mailbox: what every kind of proxy and input is made of.
///
/// You meet ports only when you write a proxy of your own; then its input is a value around a port that
/// offers the ways of sending you want to offer.
public struct InputPort<Event>: Sendable {
    @usableFromInline enum Way: Sendable {
        /// Into a mailbox; from an operation of its machine, or from outside.
        case mailbox(Mailbox<Event>, from: Operation<Event>?)
        /// Into the mailbox of a composite, as an event of the composite.
        case composite(EmbeddingPort<Event>)
    }

    @usableFromInline let way: Way

    @inlinable
    init(_ way: Way) { self.way = way }

    @inlinable
    init(mailbox: Mailbox<Event>, operation: Operation<Event>?) {
        way = .mailbox(mailbox, from: operation)
    }

    /// Creates a port for senders outside the machine.
    ///
    /// - Parameter mailbox: The mailbox that events go to.
    @inlinable
    public init(_ mailbox: Mailbox<Event>) {
        self.init(mailbox: mailbox, operation: nil)
    }

    /// Puts an event into the mailbox.
    ///
    /// - Parameter event: The event to be processed.
    /// - Throws: ``TransducerError/bufferOverflow`` when the mailbox is full, ``TransducerError/terminated`` when
    ///   the machine has ended or was cancelled, `CancellationError` when the port belongs to an operation
    ///   that was cancelled.
    /// - Complexity: Amortised O(1), and one lock.
    @inlinable
    public func send(_ event: sending Event) throws {
        switch way {
        case .mailbox(let mailbox, from: let operation): try mailbox.send(event, from: operation)
        case .composite(let port): try port.send(event)
        }
    }

    /// Puts several events into the mailbox, one directly behind the other, or none of them.
    ///
    /// - Parameter events: The events to be processed, in this order.
    /// - Throws: The same as ``send(_:)``; `bufferOverflow` when there is not room for all of them.
    /// - Complexity: O(*n*), where *n* is the number of events, and one lock.
    @inlinable
    public func send(contentsOf events: sending [Event]) throws {
        switch way {
        case .mailbox(let mailbox, from: let operation): try mailbox.send(contentsOf: events, from: operation)
        case .composite(let port): try port.sendAll(events)
        }
    }

    /// Puts an event into the mailbox as soon as there is room.
    ///
    /// Those who wait are served in the order in which they came, and before anyone who does not wait.
    ///
    /// - Parameter event: The event to be processed.
    /// - Throws: ``TransducerError/terminated`` when the machine ends first, `CancellationError` when the
    ///   caller is cancelled first, ``TransducerError/bufferOverflow`` when the mailbox can hold no event at all,
    ///   ``TransducerError/deadlock(cycle:)`` when the caller is an action or a subject of a machine that this one waits for.
    ///   After an error the event is not processed.
    @inlinable
    nonisolated(nonsending)
        public func sendWhenRoom(_ event: sending Event) async throws
    {
        try await send(event, awaiting: .room)
    }

    /// Puts an event into the mailbox and returns when its macrostep is done.
    ///
    /// The macrostep includes all action events and outputs that the event leads to.
    ///
    /// - Parameter event: The event to be processed.
    /// - Throws: ``TransducerError/terminated`` when the machine ends before the event is processed,
    ///   ``TransducerError/macrostepUnfinished`` when it ends before the macrostep is done,
    ///   `CancellationError` when the caller is cancelled first, ``TransducerError/deadlock(cycle:)`` when the caller is an
    ///   action or a subject of a machine that this one waits for. A cancelled caller returns at once: an event
    ///   that still waits is not processed then, a macrostep under way goes on.
    @inlinable
    nonisolated(nonsending)
        public func sendAndWait(_ event: sending Event) async throws
    {
        try await send(event, awaiting: .macrostep)
    }

    @inlinable
    nonisolated(nonsending)
        func send(_ event: sending Event, awaiting goal: SendGoal) async throws
    {
        switch way {
        case .mailbox(let mailbox, from: let operation):
            try await mailbox.send(event, from: operation, awaiting: goal)
        case .composite(let port): try await port.sendAwaiting(event, goal)
        }
    }
}

/// The way of a child's events into the mailbox of its composite.
@usableFromInline
final class EmbeddingPort<Event>: Sendable {
    @usableFromInline let send: @Sendable (sending Event) throws -> Void
    @usableFromInline let sendAll: @Sendable (sending [Event]) throws -> Void
    @usableFromInline let sendAwaiting: nonisolated(nonsending) @Sendable (sending Event, SendGoal) async throws -> Void

    @inlinable
    init<Outer>(into port: InputPort<Outer>, embedding embed: @escaping @Sendable (Event) -> Outer) {
        // What leaves is the event that was given up by its sender, and nothing else.
        send = { event in
            let outer = Unchecked(embed(event))
            try port.send(outer.value)
        }
        sendAll = { events in
            let outer = Unchecked(events.map(embed))
            try port.send(contentsOf: outer.value)
        }
        sendAwaiting = { event, goal in
            let outer = Unchecked(embed(event))
            try await port.send(outer.value, awaiting: goal)
        }
    }
}

extension InputPort {
    /// The port of a child, whose events go the same way as events of the composite.
    ///
    /// - Parameter embed: Makes an event of the composite out of one of the child.
    @inlinable
    public func embedding<Inner>(_ embed: @escaping @Sendable (Inner) -> Event) -> InputPort<Inner> {
        InputPort<Inner>(.composite(EmbeddingPort(into: self, embedding: embed)))
    }
}
