/// A handle to a run whose `send` returns when the macrostep of the event is done.
///
/// `send` suspends until the whole macrostep is done: the transition, the action events it led to, and the delivery of
/// their outputs. A producer that awaits `send` cannot outrun the machine. When the mailbox is full, `send` waits for
/// room first.
///
/// ```swift
/// enum Checksum: Transducer {
///     typealias Proxy = SyncSuspendingProxy<Event>
///     typealias Event = UInt8
///     struct State: NonTerminal { var sum: UInt32 = 0 }
///
///     static func update(_ state: inout State, event: UInt8) -> UInt32 {
///         state.sum = state.sum &* 31 &+ UInt32(event)
///         return state.sum
///     }
/// }
/// ```
public struct SyncSuspendingProxy<Event>: TransducerProxy {
    @_documentation(visibility: internal)
    public let mailbox: Mailbox<Event>

    @_documentation(visibility: internal)
    public init(mailbox: Mailbox<Event>) { self.mailbox = mailbox }

    /// Puts an event into the mailbox and returns when its macrostep is done.
    ///
    /// - Parameter event: The event to process.
    /// - Throws: ``TransducerError/terminated`` when the machine ends before the event is processed,
    ///   ``TransducerError/macrostepUnfinished`` when it ends before the macrostep is done, `CancellationError` when
    ///   the caller is cancelled first, ``TransducerError/deadlock(cycle:)`` when the caller is an action or a subject
    ///   of a machine that this one waits for. A cancelled caller returns at once: an event that still waits is then
    ///   never processed, whereas a macrostep under way continues.
    public nonisolated(nonsending) func send(_ event: sending Event) async throws {
        try await InputPort(mailbox).sendWaitingForMacrostep(event)
    }

    /// Sends several events, each when the macrostep of the one before is done.
    ///
    /// - Parameter events: The events to process, in this order.
    /// - Throws: The same errors as ``send(_:)``; events after a failed one are not sent.
    public nonisolated(nonsending) func send(contentsOf events: sending [Event]) async throws {
        try await input.send(contentsOf: events)
    }
}

extension SyncSuspendingProxy {
    /// A handle that sends events to a machine and waits for their macrosteps.
    public struct Input: TransducerInput {
        @usableFromInline let port: InputPort<Event>

        @_documentation(visibility: internal)
        public init(_ port: InputPort<Event>) { self.port = port }

        /// Puts an event into the mailbox and returns when its macrostep is done.
        ///
        /// - Parameter event: The event to process.
        /// - Throws: ``TransducerError/terminated`` when the machine ends before the event is processed,
        ///   ``TransducerError/macrostepUnfinished`` when it ends before the macrostep is done, `CancellationError`
        ///   when the caller, or the operation that the input belongs to, is cancelled first,
        ///   ``TransducerError/deadlock(cycle:)`` when the caller is an action or a subject of a machine that this one
        ///   waits for.
        public nonisolated(nonsending) func send(_ event: sending Event) async throws {
            try await port.sendWaitingForMacrostep(event)
        }

        /// Sends several events, each when the macrostep of the one before is done.
        ///
        /// - Parameter events: The events to process, in this order.
        /// - Throws: The same errors as ``send(_:)``; events after a failed one are not sent.
        public nonisolated(nonsending) func send(contentsOf events: sending [Event]) async throws {
            for event in events {
                let event = Disconnected(event)  // Given up by the caller: `sending`.
                try await port.sendWaitingForMacrostep(event.value)
            }
        }
    }
}
