/// A running machine on the main actor that views can show: a host, or a reference to its machine.
///
/// It is the common interface of ``ObservableTransducer``, of `@StateTransducer` and of ``MachineReference``. Whatever
/// a view makes of a machine, such as a binding, it makes of any of them.
@MainActor
public protocol MachineModel<Machine> {
    /// The machine.
    associatedtype Machine: ExecutableTransducer

    /// A reference to the machine, for a view that does not own it.
    var reference: MachineReference<Machine> { get }
}

/// A running machine as a view sees it, whoever owns the machine: its state, and the means to send.
///
/// ```swift
/// @MainActor
/// struct CounterPanel {
///     let counter: MachineReference<Counter>
///
///     var title: String { "\(counter.state.count) so far" }
///
///     func increment() throws { try counter.send(.increment) }
/// }
/// ```
///
/// A reference keeps no machine alive. Later, its state is the last one, and an event is rejected.
///
/// References to one machine are equal, so that SwiftUI can tell that a view of a child has nothing new to show.
@MainActor
public struct MachineReference<Machine: ExecutableTransducer>: MachineModel {
    /// The machine as it is observed.
    let machine: ObservedMachine<Machine>

    /// The sending end of the mailbox.
    let port: InputPort<Machine.Event>

    /// Reads the state; `nil` if the machine is a child that has departed.
    private let read: () -> Machine.State?

    private nonisolated let identity: ObjectIdentifier

    init(
        to machine: ObservedMachine<Machine>, through port: InputPort<Machine.Event>,
        reading read: @escaping () -> Machine.State?
    ) {
        self.machine = machine
        self.port = port
        self.read = read
        identity = ObjectIdentifier(machine)
    }

    /// Creates a reference to a machine whose state lets nobody know of its changes, or lets all readers know.
    init(through port: InputPort<Machine.Event>, last: Machine.State?, reading read: @escaping () -> Machine.State?) {
        self.init(to: ObservedMachine(Audience(), last: last), through: port, reading: read)
    }

    /// Creates a reference to a hosted machine, which does not keep the host alive.
    init(to state: ObservedState<Machine>, through port: InputPort<Machine.Event>) {
        self.init(to: state.machine, through: port) { state.state }
    }

    /// The current state, or the last one when the machine has ended.
    public var state: Machine.State {
        machine.audience.noteReading(of: .state)
        return unobservedState
    }

    /// The state, whose reading is not noted.
    var unobservedState: Machine.State {
        if let state = read() ?? machine.last { return state }
        // `child(…)` reads the state before it makes a reference, and each step keeps the state that it has led to. So
        // the state is unknown only while the child makes a step, and there is no other value to return then.
        preconditionFailure("\(Machine.self): the state is read while it changes")
    }

    /// The handle that can only send.
    public var input: Machine.Input { Machine.Input(port) }

    /// This reference.
    public var reference: MachineReference { self }

    /// Sends an event to the machine, which processes it before the call returns if it is at rest.
    ///
    /// - Parameter event: The event to be processed.
    /// - Throws: ``TransducerError/bufferOverflow`` when the mailbox is full, ``TransducerError/terminated`` when the
    ///   machine has ended.
    public func send(_ event: Machine.Event) throws {
        // It stays on the main actor, where the machine is.
        try port.send(Disconnected(event).value)
    }

    func select<Value: Equatable>(_ value: KeyPath<Machine.State, Value>) -> Value {
        machine.audience.isSelective ? machine.select(value, in: unobservedState) : state[keyPath: value]
    }

    /// Reads a value that views write: the latest that was written, as long as the machine has not taken its event.
    func written<Value: Equatable>(to path: KeyPath<Machine.State, Value>) -> Value {
        let value = select(path)
        guard let write = machine.written[path] else { return value }
        if port.outermost.counts.taken < write.end { return write.value as? Value ?? value }
        machine.written[path] = nil
        return value
    }

    /// Notes what a view has written: the view shows that until the machine has taken the event, and then what the
    /// machine has made of it.
    func noteWriting<Value: Equatable>(_ value: Value, to path: KeyPath<Machine.State, Value>) {
        let counts = port.outermost.counts
        if counts.taken < counts.accepted {
            machine.written[path] = (value, counts.accepted)
        } else if unobservedState[keyPath: path] != value {
            machine.tellReaders(of: path)
        }
    }
}

@_documentation(visibility: internal) extension MachineReference: Equatable {
    public nonisolated static func == (lhs: MachineReference, rhs: MachineReference) -> Bool {
        lhs.identity == rhs.identity
    }
}

extension MachineModel {
    /// Sends an event to the machine, which processes it before the call returns if it is at rest.
    ///
    /// The event stays on the main actor, so it need not be `Sendable`, and the sender may keep it.
    ///
    /// - Parameter event: The event to be processed.
    /// - Throws: ``TransducerError/bufferOverflow`` when the mailbox is full, ``TransducerError/terminated`` when the
    ///   machine has ended.
    public func send(_ event: Machine.Event) throws { try reference.send(event) }

    /// Sends several events to the machine with nothing between them, or none of them.
    ///
    /// - Parameter events: The events to be processed, in this order.
    /// - Throws: The same errors as for a single event.
    public func send(contentsOf events: [Machine.Event]) throws {
        try reference.port.send(contentsOf: Disconnected(events).value)
    }

    /// Whether the machine would process an event in its current state, such as that of a button to enable.
    ///
    /// ```swift
    /// @MainActor
    /// func isEnabled(_ counter: ObservableTransducer<Counter>) -> Bool { counter.accepts(.increment) }
    /// ```
    ///
    /// A copy of the state makes the transition, and its effect is dropped. The answer is no for an event that is
    /// unexpected or postponed, that only an inactive child would get, or that comes after a terminal state; an event
    /// that is ignored is processed. A view that asks is evaluated with each change of the state.
    ///
    /// - Parameter event: The event.
    /// - Complexity: One call of `update`, and a copy of what it changes in the state.
    public func accepts(_ event: Machine.Event) -> Bool { Machine.accepts(event, in: reference.state) }

    /// Reads a value of the state for a view that depends on nothing else of it.
    ///
    /// ```swift
    /// @MainActor
    /// func title(of counter: ObservableTransducer<Counter>) -> String {
    ///     "\(counter.select(\.count)) so far"
    /// }
    /// ```
    ///
    /// The view is evaluated when the value has changed, and not with every change of the state. Before macOS 14 and
    /// iOS 17, and where the state is in a binding, it is evaluated with every change.
    ///
    /// - Parameter value: The value. It should be small and quick to compare, as it is kept until it changes; the keys
    ///   of a ``Children`` are compared at once.
    /// - Returns: The value in the current state.
    /// - Complexity: One comparison, for each value that has been selected, with each change of the state.
    public func select<Value: Equatable>(_ value: KeyPath<Machine.State, Value>) -> Value { reference.select(value) }
}
