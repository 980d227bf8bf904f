#if canImport(SwiftUI)
    public import SwiftUI

    /// A property of a view: the state of a machine that runs as long as the view lives.
    ///
    /// ```swift
    /// struct CounterView: View {
    ///     @StateTransducer(of: Counter.self) private var counter = Counter.State()
    ///
    ///     var body: some View {
    ///         Button("Count: \(counter.count)") { try? $counter.send(.increment) }
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

        /// The current state.
        @MainActor
        public var wrappedValue: Machine.State { machine.state }

        /// The handle to the run: `$timer.send(.start)`.
        @MainActor
        public var projectedValue: Machine.Proxy { machine.proxy }

        @MainActor
        private init(
            _ initialState: Machine.State, _ proxy: Machine.Proxy?, _ env: Machine.Env,
            _ output: (any Subject<Machine.Output>)?, _ observer: some TransducerObserver, _ settings: RunSettings,
            _ completion: ((Result<Machine.Output, any Error>) -> Void)?
        ) {
            _machine = StateObject(
                wrappedValue: ViewMachine(.value(initialState), proxy, env, output, observer, settings, completion))
        }
    }

    extension StateTransducer {
        /// Creates the property.
        ///
        /// - Parameters:
        ///   - wrappedValue: The state in which the machine begins.
        ///   - type: The machine.
        ///   - proxy: The proxy of the run; `nil` creates one with 1,024 places for events.
        ///   - env: The dependencies of the effects.
        ///   - output: The receiver of the outputs; `nil` ignores them.
        ///   - observer: The receiver of everything that happens in the run.
        ///   - settings: The limits of the run.
        ///   - completion: A function that is called once, with the result of the run.
        @MainActor
        public init(
            wrappedValue: Machine.State, of type: Machine.Type = Machine.self, proxy: Machine.Proxy? = nil,
            env: Machine.Env, output: (any Subject<Machine.Output>)? = nil,
            observer: some TransducerObserver = NoObserver(), settings: RunSettings = RunSettings(),
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil
        ) {
            self.init(wrappedValue, proxy, env, output, observer, settings, completion)
        }
    }

    extension StateTransducer where Machine.Env == Void {
        /// Creates the property for a machine without an environment.
        ///
        /// - Parameters:
        ///   - wrappedValue: The state in which the machine begins.
        ///   - type: The machine.
        ///   - proxy: The proxy of the run; `nil` creates one with 1,024 places for events.
        ///   - output: The receiver of the outputs; `nil` ignores them.
        ///   - observer: The receiver of everything that happens in the run.
        ///   - settings: The limits of the run.
        ///   - completion: A function that is called once, with the result of the run.
        @MainActor
        public init(
            wrappedValue: Machine.State, of type: Machine.Type = Machine.self, proxy: Machine.Proxy? = nil,
            output: (any Subject<Machine.Output>)? = nil, observer: some TransducerObserver = NoObserver(),
            settings: RunSettings = RunSettings(),
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil
        ) {
            self.init(wrappedValue, proxy, (), output, observer, settings, completion)
        }
    }
#endif
