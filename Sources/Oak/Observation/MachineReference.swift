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

    fileprivate func select<Value: Equatable>(_ value: KeyPath<Machine.State, Value>) -> Value {
        machine.audience.isSelective ? machine.select(value, in: unobservedState) : state[keyPath: value]
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
