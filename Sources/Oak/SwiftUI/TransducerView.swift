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

    // MARK: - Other forms of creation

    extension TransducerView {
        /// Creates a view of a machine with its state in a binding.
        ///
        /// The binding is the storage of the machine: a value that other code writes there is the state at the next
        /// event, and decides about activities when the content is evaluated. The machine and the content read the
        /// binding, but this initializer does not, so a change of the state does not evaluate the view that passes the
        /// binding.
        ///
        /// - Parameters:
        ///   - type: The machine.
        ///   - initialState: A binding to the state, for example of a `@State`; its value is the first state.
        ///   - proxy: The proxy of the run; `nil` creates one with 1,024 places for events.
        ///   - env: The dependencies of the effects.
        ///   - output: The receiver of the outputs; `nil` ignores them.
        ///   - observer: The receiver of everything that happens in the run.
        ///   - settings: The limits of the run.
        ///   - completion: A function that is called once, with the result of the run, also after the view is removed.
        ///     Without it, and without an observer, an error that ends the run is logged.
        ///   - content: A view builder that shows a state and sends events through the input.
        public init(
            of type: Machine.Type = Machine.self, initialState: Binding<Machine.State>, proxy: Machine.Proxy? = nil,
            env: Machine.Env, output: (any Subject<Machine.Output>)? = nil,
            observer: some TransducerObserver = NoObserver(), settings: RunSettings = RunSettings(),
            completion: Completion? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(ViewOrder(.binding(initialState), proxy, env, output, observer, settings, completion), content)
        }

        /// Creates a view that owns the state of a machine.
        ///
        /// - Parameters:
        ///   - type: The machine.
        ///   - initialState: The state in which the machine begins; made when the machine begins.
        ///   - proxy: The proxy of the run; `nil` creates one with 1,024 places for events.
        ///   - env: The dependencies of the effects.
        ///   - output: The receiver of the outputs; `nil` ignores them.
        ///   - observer: The receiver of everything that happens in the run.
        ///   - settings: The limits of the run.
        ///   - completion: A function that is called once, with the result of the run, also after the view is removed.
        ///     Without it, and without an observer, an error that ends the run is logged.
        ///   - content: A view builder that shows a state and sends events through the input.
        public init(
            of type: Machine.Type = Machine.self, initialState: @autoclosure @escaping () -> Machine.State,
            proxy: Machine.Proxy? = nil, env: Machine.Env, output: (any Subject<Machine.Output>)? = nil,
            observer: some TransducerObserver = NoObserver(), settings: RunSettings = RunSettings(),
            completion: Completion? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(ViewOrder(.value(initialState), proxy, env, output, observer, settings, completion), content)
        }
    }

    extension TransducerView where Machine.Env == Void {
        /// Creates a view of a machine with its state in a binding and no environment.
        ///
        /// The parameters are those of the initializer with `env`.
        public init(
            of type: Machine.Type = Machine.self, initialState: Binding<Machine.State>, proxy: Machine.Proxy? = nil,
            output: (any Subject<Machine.Output>)? = nil, observer: some TransducerObserver = NoObserver(),
            settings: RunSettings = RunSettings(), completion: Completion? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(ViewOrder(.binding(initialState), proxy, (), output, observer, settings, completion), content)
        }

        /// Creates a view that owns the state of a machine without an environment.
        ///
        /// The parameters are those of the initializer with `env`.
        public init(
            of type: Machine.Type = Machine.self, initialState: @autoclosure @escaping () -> Machine.State,
            proxy: Machine.Proxy? = nil, output: (any Subject<Machine.Output>)? = nil,
            observer: some TransducerObserver = NoObserver(),
            settings: RunSettings = RunSettings(), completion: Completion? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(ViewOrder(.value(initialState), proxy, (), output, observer, settings, completion), content)
        }
    }

    // The content of the initializers below takes a reference.

    extension TransducerView {
        /// Creates a view of a machine with its state in a binding, whose content gets a reference to the machine.
        ///
        /// The other parameters are those of the initializer whose content gets the state.
        ///
        /// - Parameter content: A view builder that shows the state of the machine, sends events and makes bindings.
        public init(
            of type: Machine.Type = Machine.self, initialState: Binding<Machine.State>, proxy: Machine.Proxy? = nil,
            env: Machine.Env, output: (any Subject<Machine.Output>)? = nil,
            observer: some TransducerObserver = NoObserver(), settings: RunSettings = RunSettings(),
            completion: Completion? = nil, @ViewBuilder content: @escaping (MachineReference<Machine>) -> Content
        ) {
            self.init(ViewOrder(.binding(initialState), proxy, env, output, observer, settings, completion), content)
        }

        /// Creates a view that owns the state of a machine, and whose content gets a reference to the machine.
        ///
        /// The other parameters are those of the initializer whose content gets the state.
        ///
        /// - Parameter content: A view builder that shows the state of the machine, sends events and makes bindings.
        public init(
            of type: Machine.Type = Machine.self, initialState: @autoclosure @escaping () -> Machine.State,
            proxy: Machine.Proxy? = nil, env: Machine.Env, output: (any Subject<Machine.Output>)? = nil,
            observer: some TransducerObserver = NoObserver(), settings: RunSettings = RunSettings(),
            completion: Completion? = nil, @ViewBuilder content: @escaping (MachineReference<Machine>) -> Content
        ) {
            self.init(ViewOrder(.value(initialState), proxy, env, output, observer, settings, completion), content)
        }
    }

    extension TransducerView where Machine.Env == Void {
        /// Creates a view of a machine without an environment, with its state in a binding, whose content gets a
        /// reference to the machine.
        ///
        /// The parameters are those of the initializer with `env`.
        public init(
            of type: Machine.Type = Machine.self, initialState: Binding<Machine.State>, proxy: Machine.Proxy? = nil,
            output: (any Subject<Machine.Output>)? = nil, observer: some TransducerObserver = NoObserver(),
            settings: RunSettings = RunSettings(), completion: Completion? = nil,
            @ViewBuilder content: @escaping (MachineReference<Machine>) -> Content
        ) {
            self.init(ViewOrder(.binding(initialState), proxy, (), output, observer, settings, completion), content)
        }

        /// Creates a view that owns the state of a machine without an environment, and whose content gets a reference
        /// to the machine.
        ///
        /// The parameters are those of the initializer with `env`.
        public init(
            of type: Machine.Type = Machine.self, initialState: @autoclosure @escaping () -> Machine.State,
            proxy: Machine.Proxy? = nil, output: (any Subject<Machine.Output>)? = nil,
            observer: some TransducerObserver = NoObserver(),
            settings: RunSettings = RunSettings(), completion: Completion? = nil,
            @ViewBuilder content: @escaping (MachineReference<Machine>) -> Content
        ) {
            self.init(ViewOrder(.value(initialState), proxy, (), output, observer, settings, completion), content)
        }
    }
#endif
