#if canImport(SwiftUI)
    public import SwiftUI

    /// A property of a view that is the state of a machine, which runs for as long as the view lives.
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
    /// The machine is made, and begins to run, when the view looks at the property for the first time: once for the
    /// identity of the view, whatever becomes of the views around it. It runs on while the view is covered, as by
    /// another one in a navigation stack, and is cancelled when the view is gone for good. `$name` is its proxy.
    ///
    /// As with a `@State`, arguments of a later evaluation are ignored.
    @propertyWrapper
    public struct StateTransducer<Machine: ExecutableTransducer>: DynamicProperty {
        @SwiftUI.State private var first = FirstMachine<Machine>()
        @SwiftUI.State private var changes = 0
        private let make: @MainActor () -> ViewMachine<Machine>

        @MainActor
        private var machine: ViewMachine<Machine> {
            let machine = first.machine(make)
            machine.begin()
            return machine
        }

        /// The current state.
        @MainActor
        public var wrappedValue: Machine.State {
            // Read, so that the view is evaluated when it changes.
            _ = changes
            return machine.state(countingIn: $changes)
        }

        /// The handle to the run: `$timer.send(.start)`.
        @MainActor
        public var projectedValue: Machine.Proxy { machine.proxy }

        @MainActor
        private init(_ make: @escaping @MainActor () -> ViewMachine<Machine>) { self.make = make }
    }

    extension StateTransducer {
        /// Creates the property.
        ///
        /// - Parameters:
        ///   - wrappedValue: The state in which the machine begins.
        ///   - type: The machine.
        ///   - env: What effects depend on.
        ///   - output: Receives the outputs.
        ///   - completion: Called once, when the run has ended in whatever way.
        @MainActor
        public init<Outlet: Subject<Machine.Output>>(
            wrappedValue: Machine.State, of type: Machine.Type = Machine.self, env: Machine.Env, output: Outlet,
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil
        ) {
            self.init {
                ViewMachine(
                    state: wrappedValue, proxy: nil, env: env, output: output, completion: completion)
            }
        }

        /// Creates the property, for a machine whose outputs nobody looks at.
        ///
        /// - Parameters:
        ///   - wrappedValue: The state in which the machine begins.
        ///   - type: The machine.
        ///   - env: What effects depend on.
        ///   - completion: Called once, when the run has ended in whatever way.
        @MainActor
        public init(
            wrappedValue: Machine.State, of type: Machine.Type = Machine.self, env: Machine.Env,
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil
        ) {
            self.init {
                ViewMachine(
                    state: wrappedValue, proxy: nil, env: env, output: NoCallback<Machine.Output>(),
                    completion: completion)
            }
        }
    }

    extension StateTransducer where Machine.Env == Void {
        /// Creates the property, for a machine without environment.
        ///
        /// - Parameters:
        ///   - wrappedValue: The state in which the machine begins.
        ///   - type: The machine.
        ///   - output: Receives the outputs.
        ///   - completion: Called once, when the run has ended in whatever way.
        @MainActor
        public init<Outlet: Subject<Machine.Output>>(
            wrappedValue: Machine.State, of type: Machine.Type = Machine.self, output: Outlet,
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil
        ) {
            self.init {
                ViewMachine(
                    state: wrappedValue, proxy: nil, env: (), output: output, completion: completion)
            }
        }

        /// Creates the property, for a machine without environment, whose outputs nobody looks at.
        ///
        /// - Parameters:
        ///   - wrappedValue: The state in which the machine begins.
        ///   - type: The machine.
        ///   - completion: Called once, when the run has ended in whatever way.
        @MainActor
        public init(
            wrappedValue: Machine.State, of type: Machine.Type = Machine.self,
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil
        ) {
            self.init {
                ViewMachine(
                    state: wrappedValue, proxy: nil, env: (), output: NoCallback<Machine.Output>(),
                    completion: completion)
            }
        }
    }
#endif
