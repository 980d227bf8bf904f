#if canImport(SwiftUI)
    public import SwiftUI

    /// A property of a view: the state of a machine that runs as long as the view lives.
    ///
    /// ```swift
    /// struct CounterView: View {
    ///     @StateTransducer(of: Counter.self) private var counter = Counter.State()
    ///
    ///     var body: some View {
    ///         Button("Count: \(counter.count)") { $counter.input(.increment) }
    ///     }
    /// }
    /// ```
    ///
    /// The machine is created, and begins to run, when the view is first evaluated: once for the identity of the view.
    /// It keeps running while another view covers this one, for example in a navigation stack, and is cancelled when
    /// the view is removed. `$name` is its proxy.
    ///
    /// As with a `@StateObject`, the arguments of later evaluations are ignored. Before the view is shown, in its
    /// initializer, each access to the property makes another machine, which ends at once.
    @propertyWrapper
    public struct StateTransducer<Machine: ExecutableTransducer>: DynamicProperty {
        @StateObject private var machine: ViewMachine<Machine>
        private let order: ViewOrder<Machine>

        /// The current state.
        @MainActor
        public var wrappedValue: Machine.State { machine.reference.state }

        /// The handle to the run: `$timer.send(.start)`.
        @MainActor
        public var projectedValue: Machine.Proxy { machine.proxy }

        /// The outcome of the run: `_timer.outcome`.
        ///
        /// Unless it is running, every effect has ended, too.
        @MainActor
        public var outcome: MachineOutcome<Machine.Output> { machine.outcome }

        /// Begins the machine again, in its initial state, if it has ended or failed: `_timer.restart()`.
        ///
        /// A machine in a terminal state has ended; effects that are still under way are cancelled.
        /// The arguments are those of the latest evaluation. In place of a proxy that has driven a run, the machine
        /// gets a proxy of its own.
        @MainActor
        public func restart() { machine.restart(order) }

        /// Begins the machine again, whether it has ended or not: `_timer.restart(initialState: .init(), env: env)`.
        ///
        /// A run that has not ended is cancelled, and nobody waits for its end: its proxy throws
        /// ``TransducerError/terminated``, and its references keep its last state. The other arguments are those of the
        /// latest evaluation, as with ``restart()``; the completion is called once for each run.
        ///
        /// - Parameters:
        ///   - initialState: The first state.
        ///   - env: The dependencies of the effects.
        @MainActor
        public func restart(initialState: Machine.State, env: Machine.Env) {
            var order = order
            order.initialState = .value { initialState }
            order.env = env
            machine.begin(order)
        }

        @MainActor
        private init(_ order: ViewOrder<Machine>) {
            _machine = StateObject(wrappedValue: ViewMachine(order))
            self.order = order
        }
    }

    extension StateTransducer: MachineModel {
        /// A reference to the machine: `_timer.reference`.
        @MainActor
        public var reference: MachineReference<Machine> { machine.reference }
    }

    extension StateTransducer {
        /// Creates the property.
        ///
        /// - Parameters:
        ///   - wrappedValue: The state in which the machine begins; made when the machine begins.
        ///   - type: The machine.
        ///   - proxy: The proxy of the run; `nil` creates one with 1,024 places for events.
        ///   - env: The dependencies of the effects.
        ///   - output: The receiver of the outputs; `nil` ignores them.
        ///   - observer: The receiver of everything that happens in the run.
        ///   - settings: The limits of the run.
        ///   - completion: A function that is called once for each run, with its result. Without it, and without an
        ///     observer, an error that ends the run is logged.
        @MainActor
        public init(
            wrappedValue: @autoclosure @escaping () -> Machine.State, of type: Machine.Type = Machine.self,
            proxy: Machine.Proxy? = nil, env: Machine.Env, output: (any Subject<Machine.Output>)? = nil,
            observer: some TransducerObserver = NoObserver(), settings: RunSettings = RunSettings(),
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil
        ) {
            self.init(ViewOrder(.value(wrappedValue), proxy, env, output, observer, settings, completion))
        }
    }

    extension StateTransducer where Machine.Env == Void {
        /// Begins a machine that needs no environment again, whether it has ended or not; see
        /// ``restart(initialState:env:)``.
        ///
        /// - Parameter initialState: The first state.
        @MainActor
        public func restart(initialState: Machine.State) { restart(initialState: initialState, env: ()) }

        /// Creates the property for a machine without an environment.
        ///
        /// - Parameters:
        ///   - wrappedValue: The state in which the machine begins; made when the machine begins.
        ///   - type: The machine.
        ///   - proxy: The proxy of the run; `nil` creates one with 1,024 places for events.
        ///   - output: The receiver of the outputs; `nil` ignores them.
        ///   - observer: The receiver of everything that happens in the run.
        ///   - settings: The limits of the run.
        ///   - completion: A function that is called once for each run, with its result. Without it, and without an
        ///     observer, an error that ends the run is logged.
        @MainActor
        public init(
            wrappedValue: @autoclosure @escaping () -> Machine.State, of type: Machine.Type = Machine.self,
            proxy: Machine.Proxy? = nil, output: (any Subject<Machine.Output>)? = nil,
            observer: some TransducerObserver = NoObserver(),
            settings: RunSettings = RunSettings(),
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil
        ) {
            self.init(ViewOrder(.value(wrappedValue), proxy, (), output, observer, settings, completion))
        }
    }
#endif
