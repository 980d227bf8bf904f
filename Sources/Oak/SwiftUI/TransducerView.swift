#if canImport(SwiftUI)
    public import SwiftUI

    /// A view that keeps a running machine, as a `@StateObject` keeps an object, and shows its state.
    ///
    /// ```swift
    /// struct CounterView: View {
    ///     @SwiftUI.State private var state = Counter.State()
    ///
    ///     var body: some View {
    ///         TransducerView(of: Counter.self, initialState: $state) { state, input in
    ///             Button("Count: \(state.count)") { input(.increment) }
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// The machine is created once for the identity of the view, when its content is first evaluated. It keeps running
    /// while another view covers this one, for example in a navigation stack. When the view is removed, or gets
    /// another `id`, the run ends with `CancellationError`; its effects are cancelled and awaited. A value of the view
    /// that is stored and shown again, or shown twice, has a machine of its own each time.
    ///
    /// The content gets the state and an input, as above, or a ``MachineReference``, which also makes bindings:
    /// `TransducerView(of: Counter.self, initialState: $state) { counter in … }`.
    ///
    /// As with a `@StateObject`, the first arguments count: later evaluations of the surrounding views disturb nothing,
    /// and another argument than the content is ignored. Another `id` begins a new machine. Only the content is that of
    /// the latest evaluation.
    ///
    /// The view of a machine that has ended shows its last state. For one that has failed, it shows what a modifier
    /// around it says, `machineFailure(content:)`.
    ///
    /// A proxy drives one run only. If it has driven another run already, the completion gets
    /// ``TransducerError/proxyAlreadyInUse``.
    @MainActor
    public struct TransducerView<Machine: ExecutableTransducer, Content: View>: View {
        /// The output of the machine.
        public typealias Output = Machine.Output

        /// The dependencies handed to the effects of the machine.
        public typealias Env = Machine.Env

        /// A function that is called with the result of the run, once it has ended.
        public typealias Completion = (Result<Machine.Output, any Error>) -> Void

        @StateObject private var machine: ViewMachine<Machine>
        @Environment(\.machineFailure) private var failure
        private let order: ViewOrder<Machine>
        private let content: (MachineReference<Machine>) -> Content

        init(_ order: ViewOrder<Machine>, _ content: @escaping (MachineReference<Machine>) -> Content) {
            _machine = StateObject(wrappedValue: ViewMachine(order))
            self.order = order
            self.content = content
        }

        init(_ order: ViewOrder<Machine>, _ content: @escaping (Machine.State, Machine.Input) -> Content) {
            self.init(order) { content($0.state, $0.input) }
        }

        public var body: some View {
            if case .failed(let error) = machine.outcome, let failure {
                failure(error) { machine.restart(order) }
            } else {
                switch machine.place {
                case .here: content(machine.reference)
                case .elsewhere(let state):
                    let binding = order.binding ?? state.binding
                    let _ = state.binding = binding
                    BoundContent(
                        state: binding, port: InputPort(machine.proxy.mailbox), review: machine.review, content: content
                    )
                }
            }
        }
    }

    /// Shows the machine whose state is the value of a binding, and is evaluated when that value changes.
    ///
    /// SwiftUI updates a binding only in a property of a view. The machine keeps the first binding, whatever bindings
    /// later evaluations pass.
    private struct BoundContent<Machine: ExecutableTransducer, Content: View>: View {
        let state: Binding<Machine.State>
        let port: InputPort<Machine.Event>
        /// Tells the machine that other code may have written the state.
        let review: () -> Void
        let content: (MachineReference<Machine>) -> Content

        var body: Content {
            review()
            // Content that reads nothing here passes on what has to change with the state.
            _ = state.wrappedValue
            return content(MachineReference(through: port, in: state))
        }
    }
#endif
