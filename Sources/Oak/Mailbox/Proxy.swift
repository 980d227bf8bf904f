/// The usual handle to a run: `send` puts an event into a bounded mailbox and returns at once.
///
/// ```swift
/// let proxy = Counter.Proxy(bufferSize: 16)
/// let run = Task { try await Counter.run(initialState: .init(), proxy: proxy) }
/// try proxy.send(.increment)
/// proxy.cancel()
/// _ = await run.result
/// ```
///
/// Copies of a proxy drive the same run.
public struct Proxy<Event>: TransducerProxy {
    @_documentation(visibility: internal)
    public let mailbox: Mailbox<Event>

    @_documentation(visibility: internal) @inlinable
    public init(mailbox: Mailbox<Event>) { self.mailbox = mailbox }

    /// The number of events that wait in the mailbox.
    package var waitingEvents: Int { mailbox.waitingEvents }

    /// Puts an event into the mailbox; a host on the caller's actor that is at rest processes it first.
    ///
    /// - Parameter event: The event to process.
    /// - Throws: ``TransducerError/bufferOverflow`` when the mailbox is full, ``TransducerError/terminated`` when
    ///   the machine has ended or was cancelled.
    /// - Complexity: Amortised O(1), and one lock.
    @inlinable public func send(_ event: sending Event) throws { try mailbox.send(event, from: nil) }

    /// Puts several events into the mailbox, one directly after another, or none of them.
    ///
    /// - Parameter events: The events to process, in this order.
    /// - Throws: ``TransducerError/bufferOverflow`` unless all of the events fit, ``TransducerError/terminated`` when
    ///   the machine has ended or was cancelled.
    /// - Complexity: O(*n*), where *n* is the number of events, and one lock.
    @inlinable public func send(contentsOf events: sending [Event]) throws {
        try mailbox.send(contentsOf: events, from: nil)
    }

    /// Puts an event into the mailbox as soon as the mailbox has room.
    ///
    /// - Parameter event: The event to process.
    /// - Throws: ``TransducerError/terminated`` when the machine ends first, `CancellationError` when the caller is
    ///   cancelled first, ``TransducerError/bufferOverflow`` when the mailbox can hold no event at all,
    ///   ``TransducerError/deadlock(cycle:)`` when the caller is an action or a subject of a machine that this one
    ///   waits for. After an error the event is not processed.
    public nonisolated(nonsending) func sendWaitingForRoom(_ event: sending Event) async throws {
        try await InputPort(mailbox).sendWaitingForRoom(event)
    }
}

extension Proxy {
    /// A handle that sends events to a machine; effects receive one, and views and other components may hold one.
    public struct Input: TransducerInput {
        @usableFromInline let port: InputPort<Event>

        @_documentation(visibility: internal) @inlinable
        public init(_ port: InputPort<Event>) { self.port = port }

        /// Puts an event into the mailbox; a host on the caller's actor that is at rest processes it first.
        ///
        /// - Parameter event: The event to process.
        /// - Throws: ``TransducerError/bufferOverflow`` when the mailbox is full, ``TransducerError/terminated``
        ///   when the machine has ended or was cancelled, `CancellationError` when the input belongs to an
        ///   operation that was cancelled.
        /// - Complexity: Amortised O(1), and one lock.
        @inlinable public func send(_ event: sending Event) throws { try port.send(event) }

        /// Puts an event into the mailbox and leaves it there, also where ``send(_:)`` would process it.
        ///
        /// It is for code that must not change a state, such as code that SwiftUI calls while it updates views.
        ///
        /// - Parameter event: The event to process.
        /// - Throws: The same errors as ``send(_:)``.
        public func enqueue(_ event: sending Event) throws { try port.enqueue(event) }

        /// Puts several events into the mailbox, one directly after another, or none of them.
        ///
        /// - Parameter events: The events to process, in this order.
        /// - Throws: The same errors as ``send(_:)``; `bufferOverflow` unless all of the events fit.
        /// - Complexity: O(*n*), where *n* is the number of events, and one lock.
        @inlinable public func send(contentsOf events: sending [Event]) throws {
            try port.send(contentsOf: events)
        }

        /// Puts an event into the mailbox as soon as the mailbox has room.
        ///
        /// - Parameter event: The event to process.
        /// - Throws: ``TransducerError/terminated`` when the machine ends first, `CancellationError` when the caller or
        ///   the operation that the input belongs to is cancelled first, ``TransducerError/bufferOverflow`` when the
        ///   mailbox can hold no event at all, ``TransducerError/deadlock(cycle:)`` when the caller is an action or a
        ///   subject of a machine that this one waits for.
        public nonisolated(nonsending) func sendWaitingForRoom(_ event: sending Event) async throws {
            try await port.sendWaitingForRoom(event)
        }

        /// Puts an event into the mailbox from code that cannot throw, such as the action of a button.
        ///
        /// The sender gets no error for a rejected event. The observer of the run hears of it; without one, a view or
        /// an observable object logs it.
        ///
        /// - Parameter event: The event to process.
        @inlinable public func callAsFunction(_ event: sending Event) { port.sendOrLog(event) }
    }
}

// An input can receive the outputs of another machine as its events, which pipes the machines together.
//
// The event leaves the machine that produced it. A conformance cannot depend on `Sendable`, so the compiler does not
// check this: a piped output must not share mutable state with its machine unless both run on one actor.
