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
@MainActor
public struct MachineReference<Machine: ExecutableTransducer>: MachineModel {
    private let read: () -> Machine.State

    /// The sending end of the mailbox.
    let port: InputPort<Machine.Event>

    init(through port: InputPort<Machine.Event>, reading read: @escaping () -> Machine.State) {
        self.port = port
        self.read = read
    }

    /// The current state, or the last one when the machine has ended.
    public var state: Machine.State { read() }

    /// The handle that can only send.
    public var input: Machine.Input { Machine.Input(port) }

    /// This reference.
    public var reference: MachineReference { self }

    /// Sends an event to the machine, which processes it before the call returns if it is at rest.
    ///
    /// - Parameter event: The event to be processed.
    /// - Throws: ``TransducerError/bufferOverflow`` when the mailbox is full, ``TransducerError/terminated`` when the
    ///   machine has ended.
    public func send(_ event: sending Machine.Event) throws { try port.send(event, on: MainActor.shared) }
}
