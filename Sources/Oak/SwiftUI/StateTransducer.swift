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
        private init(_ make: @escaping @MainActor () -> ViewMachine<Machine>) {
            _machine = StateObject(wrappedValue: make())
        }
    }

    extension StateTransducer {
        /// Creates the property.
        ///
        /// - Parameters:
        ///   - wrappedValue: The state in which the machine begins.
        ///   - type: The machine.
        ///   - env: The dependencies of the effects.
        ///   - output: The receiver of the outputs; `nil` ignores them.
        ///   - completion: A function that is called once, with the result of the run.
        @MainActor
        public init(
            wrappedValue: Machine.State, of type: Machine.Type = Machine.self, env: Machine.Env,
            output: (any Subject<Machine.Output>)? = nil,
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil
        ) {
            self.init {
                ViewMachine(state: wrappedValue, proxy: nil, env: env, output: output, completion: completion)
            }
        }
    }

    extension StateTransducer where Machine.Env == Void {
        /// Creates the property for a machine without an environment.
        ///
        /// - Parameters:
        ///   - wrappedValue: The state in which the machine begins.
        ///   - type: The machine.
        ///   - output: The receiver of the outputs; `nil` ignores them.
        ///   - completion: A function that is called once, with the result of the run.
        @MainActor
        public init(
            wrappedValue: Machine.State, of type: Machine.Type = Machine.self,
            output: (any Subject<Machine.Output>)? = nil,
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil
        ) {
            self.init {
                ViewMachine(state: wrappedValue, proxy: nil, env: (), output: output, completion: completion)
            }
        }
    }
#endif
