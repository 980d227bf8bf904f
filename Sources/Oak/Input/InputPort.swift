/// The sending end of a mailbox: what every kind of proxy and input is made of.
///
/// You meet ports only when you write a proxy of your own; then its input is a value around a port that
/// offers the ways of sending you want to offer.
public struct InputPort<Event>: Sendable {
    @usableFromInline let mailbox: Mailbox<Event>

    /// The operation whose events pass through this port, or `nil` for senders outside the machine.
    @usableFromInline let operation: Operation?

    @inlinable
    init(mailbox: Mailbox<Event>, operation: Operation?) {
        self.mailbox = mailbox
        self.operation = operation
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
        try mailbox.send(event, from: operation)
    }

    /// Puts several events into the mailbox, one directly behind the other, or none of them.
    ///
    /// - Parameter events: The events to be processed, in this order.
    /// - Throws: The same as ``send(_:)``; `bufferOverflow` when there is not room for all of them.
    /// - Complexity: O(*n*), where *n* is the number of events, and one lock.
    @inlinable
    public func send(contentsOf events: sending [Event]) throws {
        try mailbox.send(contentsOf: events, from: operation)
    }

    /// Puts an event into the mailbox as soon as there is room.
    ///
    /// Those who wait are served in the order in which they came, and before anyone who does not wait.
    ///
    /// - Parameter event: The event to be processed.
    /// - Throws: ``TransducerError/terminated`` when the machine ends first, `CancellationError` when the
    ///   caller is cancelled first, ``TransducerError/bufferOverflow`` when the mailbox can hold no event at all.
    ///   After an error the event is not processed.
    @inlinable
    nonisolated(nonsending)
        public func sendWhenRoom(_ event: sending Event) async throws
    {
        try await mailbox.send(event, from: operation, awaiting: .room)
    }

    /// Puts an event into the mailbox and returns when its macrostep is done.
    ///
    /// The macrostep includes all action events and outputs that the event leads to. Do not call this from
    /// an action or a subject of the same machine: they are part of a macrostep themselves, which would
    /// wait for itself.
    ///
    /// - Parameter event: The event to be processed.
    /// - Throws: ``TransducerError/terminated`` when the machine ends before the event is processed,
    ///   `CancellationError` when the caller is cancelled first. A cancelled caller returns at once: an event
    ///   that still waits is not processed then, a macrostep under way goes on.
    @inlinable
    nonisolated(nonsending)
        public func sendAndWait(_ event: sending Event) async throws
    {
        try await mailbox.send(event, from: operation, awaiting: .macrostep)
    }
}
