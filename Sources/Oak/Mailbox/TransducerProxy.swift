/// A handle to one run of a machine: it sends events, and it can cancel.
///
/// Each proxy drives at most one run. It may be filled before that run begins. ``Proxy`` and
/// ``SyncSuspendingProxy`` are the ones in the library; to write another, hold a ``Mailbox`` and name an
/// ``Input`` that is made from an ``InputPort``.
///
/// Two proxies are equal when they are handles to the same run.
///
/// A run waits for events as long as it is not ended or cancelled, also when every proxy and input
/// has been released: cancel it, or the task it runs in.
public protocol TransducerProxy<Event>: Sendable, Identifiable, Hashable where ID == ObjectIdentifier {
    /// The events that can be sent.
    associatedtype Event

    /// The handle that can only send, for effects and everyone else who must not be able to cancel.
    associatedtype Input: TransducerInput<Event>

    /// Creates a proxy in front of a mailbox.
    ///
    /// - Parameter mailbox: The queue between this proxy and its run; not used by any other proxy.
    init(mailbox: Mailbox<Event>)

    /// The queue between this proxy and its run.
    var mailbox: Mailbox<Event> { get }
}

/// A handle that sends events to a machine and can do nothing else.
public protocol TransducerInput<Event>: Sendable {
    /// The events that can be sent.
    associatedtype Event

    /// Creates an input that sends through a port.
    ///
    /// - Parameter port: The sending end of the machine's mailbox.
    init(_ port: InputPort<Event>)
}

extension TransducerProxy {
    /// Creates a proxy with room for eight events.
    @inlinable
    public init() {
        self.init(bufferSize: 8)
    }

    /// Creates a proxy.
    ///
    /// - Parameter bufferSize: The number of events from outside that may wait to be processed; each operation has as many
    ///   places of its own, and at least one. With zero or less there is room for none from outside, and every attempt to
    ///   send throws ``TransducerError/bufferOverflow``.
    @inlinable
    public init(bufferSize: Int) {
        self.init(mailbox: Mailbox(capacity: bufferSize))
    }

    /// Creates a proxy whose mailbox holds an event from the start.
    ///
    /// - Parameters:
    ///   - bufferSize: The number of events from outside that may wait to be processed; each operation has as many places of
    ///     its own, and at least one.
    ///   - initialEvent: The first event of the run, if any. It takes one of the places; it is processed even
    ///     when `bufferSize` leaves no place for it.
    @inlinable
    public init(bufferSize: Int = 8, initialEvent: sending Event?) {
        if let initialEvent {
            self.init(mailbox: Mailbox(capacity: bufferSize, first: initialEvent))
        } else {
            self.init(bufferSize: bufferSize)
        }
    }

    /// Identifies the proxy among all proxies that exist at the same time.
    @inlinable
    public var id: ObjectIdentifier { ObjectIdentifier(mailbox) }

    /// The handle that can only send.
    @inlinable
    public var input: Input { Input(InputPort(mailbox)) }

    /// Cancels the machine; its `run` throws ``TransducerError/cancelled``.
    ///
    /// The run ends promptly, also while it is suspended in an action or in a subject, and the task that
    /// called `run` is not cancelled. Only the first cancellation counts; one before the run begins ends it
    /// before it takes an event, and one after it has ended does nothing.
    @inlinable
    public func cancel() { cancel(with: nil) }

    /// Cancels the machine; its `run` throws the given error.
    ///
    /// - Parameter error: What `run` is to throw; without one it throws ``TransducerError/cancelled``.
    @inlinable
    public func cancel(with error: (any Error)?) { mailbox.interrupt(with: error ?? TransducerError.cancelled) }
}

extension TransducerProxy {
    @inlinable
    public static func == (first: Self, second: Self) -> Bool { first.id == second.id }

    @inlinable
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
