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

    /// Puts an event into the mailbox.
    ///
    /// Only references such as `proxy.send` and protocols find this function; a call finds ``send(_:isolation:)``.
    ///
    /// - Parameter event: The event to process.
    /// - Throws: ``TransducerError/bufferOverflow`` when the mailbox is full, ``TransducerError/terminated`` when
    ///   the machine has ended or was cancelled.
    /// - Complexity: Amortised O(1), and one lock.
    @_disfavoredOverload
    @inlinable public func send(_ event: sending Event) throws { try mailbox.send(event, from: nil, on: nil) }

    /// Puts an event into the mailbox; a host on the caller's actor that is at rest processes it first.
    ///
    /// - Parameters:
    ///   - event: The event to process.
    ///   - isolation: The actor of the caller.
    /// - Throws: The same errors as ``send(_:)``.
    @inlinable public func send(_ event: sending Event, isolation: isolated (any Actor)? = #isolation) throws {
        try mailbox.send(event, from: nil, on: isolation)
    }

    /// Puts several events into the mailbox, one directly after another, or none of them.
    ///
    /// - Parameters:
    ///   - events: The events to process, in this order.
    ///   - isolation: The actor of the caller; see ``send(_:isolation:)``.
    /// - Throws: ``TransducerError/bufferOverflow`` unless all of the events fit, ``TransducerError/terminated`` when
    ///   the machine has ended or was cancelled.
    /// - Complexity: O(*n*), where *n* is the number of events, and one lock.
    @inlinable
    public func send(contentsOf events: sending [Event], isolation: isolated (any Actor)? = #isolation) throws {
        try mailbox.send(contentsOf: events, from: nil, on: isolation)
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

        /// Puts an event into the mailbox.
        ///
        /// Only references such as `input.send` and protocols find this function; a call finds ``send(_:isolation:)``.
        ///
        /// - Parameter event: The event to process.
        /// - Throws: ``TransducerError/bufferOverflow`` when the mailbox is full, ``TransducerError/terminated``
        ///   when the machine has ended or was cancelled, `CancellationError` when the input belongs to an
        ///   operation that was cancelled.
        /// - Complexity: Amortised O(1), and one lock.
        @_disfavoredOverload
        @inlinable public func send(_ event: sending Event) throws { try port.send(event, on: nil) }

        /// Puts an event into the mailbox; a host on the caller's actor that is at rest processes it first.
        ///
        /// - Parameters:
        ///   - event: The event to process.
        ///   - isolation: The actor of the caller.
        /// - Throws: The same errors as ``send(_:)``.
        @inlinable public func send(_ event: sending Event, isolation: isolated (any Actor)? = #isolation) throws {
            try port.send(event, on: isolation)
        }

        /// Puts an event into the mailbox and leaves it there, also where ``send(_:isolation:)`` would process it.
        ///
        /// It is for code that must not change a state, such as code that SwiftUI calls while it updates views.
        ///
        /// - Parameter event: The event to process.
        /// - Throws: The same errors as ``send(_:)``.
        @inlinable public func enqueue(_ event: sending Event) throws { try port.send(event, on: nil) }

        /// Puts several events into the mailbox, one directly after another, or none of them.
        ///
        /// - Parameters:
        ///   - events: The events to process, in this order.
        ///   - isolation: The actor of the caller; see ``send(_:isolation:)``.
        /// - Throws: The same errors as ``send(_:)``; `bufferOverflow` unless all of the events fit.
        /// - Complexity: O(*n*), where *n* is the number of events, and one lock.
        @inlinable
        public func send(contentsOf events: sending [Event], isolation: isolated (any Actor)? = #isolation) throws {
            try port.send(contentsOf: events, on: isolation)
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
        /// - Parameters:
        ///   - event: The event to process.
        ///   - isolation: The actor of the caller; see ``send(_:isolation:)``.
        @inlinable
        public func callAsFunction(_ event: sending Event, isolation: isolated (any Actor)? = #isolation) {
            port.sendOrLog(event, on: isolation)
        }
    }
}

// An input can receive the outputs of another machine as its events, which pipes the machines together.
//
// The event leaves the machine that produced it. A conformance cannot depend on `Sendable`, so the compiler does not
// check this: a piped output must not share mutable state with its machine unless both run on one actor.
