/// A handle to one run of a machine, for sending events to the machine and for cancelling it.
///
/// Each proxy drives at most one run, and accepts events before that run begins. The library provides ``Proxy`` and
/// ``SyncSuspendingProxy``. To write another, hold a ``Mailbox`` and define an ``Input`` made from an ``InputPort``.
///
/// Two proxies are equal when they are handles to the same run.
///
/// A run waits for events until it ends or is cancelled, even after every proxy and input has been released. Cancel it,
/// or cancel the task it runs in.
public protocol TransducerProxy<Event>: Sendable, Identifiable, Hashable where ID == ObjectIdentifier {
    /// The events that can be sent.
    associatedtype Event

    /// The handle that can only send, for effects and other code that must not cancel the machine.
    associatedtype Input: TransducerInput<Event>

    /// Creates a proxy in front of a mailbox.
    ///
    /// - Parameter mailbox: The queue between this proxy and its run; no other proxy may use it.
    init(mailbox: Mailbox<Event>)

    /// The queue between this proxy and its run.
    var mailbox: Mailbox<Event> { get }
}

/// A handle that can only send events to a machine.
public protocol TransducerInput<Event>: Sendable {
    /// The events that can be sent.
    associatedtype Event

    /// Creates an input that sends through a port.
    ///
    /// - Parameter port: The sending end of the machine's mailbox.
    init(_ port: InputPort<Event>)
}

extension TransducerProxy {
    /// Creates a proxy.
    ///
    /// - Parameters:
    ///   - bufferSize: The number of events from outside that may wait, eight by default; each operation has as many
    ///     places of its own, and at least one. With zero or less, no event from outside fits, and every attempt to
    ///     send one throws ``TransducerError/bufferOverflow``.
    ///   - initialEvent: The first event of the run, if any. It occupies one of the places, and is processed even if
    ///     `bufferSize` leaves no place for it.
    @inlinable public init(bufferSize: Int = 8, initialEvent: sending Event? = nil) {
        if let initialEvent {
            self.init(mailbox: Mailbox(capacity: bufferSize, first: initialEvent))
        } else {
            self.init(mailbox: Mailbox(capacity: bufferSize))
        }
    }

    /// The identity of the proxy, unique among all proxies that exist at the same time.
    @_documentation(visibility: internal)
    public var id: ObjectIdentifier { ObjectIdentifier(mailbox) }

    /// The handle that can only send.
    @inlinable public var input: Input { Input(InputPort(mailbox)) }

    /// Cancels the machine; its `run` throws ``TransducerError/cancelled`` or the given error.
    ///
    /// The run ends promptly, even while it is suspended in an action or a subject. The task that called `run` is not
    /// cancelled. Only the first cancellation counts. One before the run begins ends the run before it takes an event;
    /// one after the run has ended does nothing.
    ///
    /// - Parameter error: The error that `run` throws; ``TransducerError/cancelled`` if it is `nil`.
    public func cancel(with error: (any Error)? = nil) {
        mailbox.interrupt(with: error ?? TransducerError.cancelled)
    }
}

extension TransducerProxy {
    @_documentation(visibility: internal)
    public static func == (first: Self, second: Self) -> Bool { first.id == second.id }

    @_documentation(visibility: internal)
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
