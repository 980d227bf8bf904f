#if canImport(SwiftUI)
    public import SwiftUI

    /// A property of a view that is the state of a machine, which runs for as long as the view lives.
    ///
    /// ```swift
    /// @available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
    /// struct CounterView: View {
    ///     @StateTransducer(of: Counter.self) private var counter = Counter.State()
    ///
    ///     var body: some View {
    ///         Button("Count: \(counter.count)") { try? $counter.send(.increment) }
    ///     }
    /// }
    /// ```
    ///
    /// The machine is created, and begins to run, when the view looks at the property for the first time: once in the lifetime of the
    /// view, whatever becomes of the views around it. It runs on while the view is out of sight, as behind another one in a navigation
    /// stack, and is cancelled when the view is gone for good. `$name` is its proxy.
    @available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
    @propertyWrapper
    public struct StateTransducer<Machine: ExecutableTransducer>: DynamicProperty {
        /// The machine, once somebody has looked at it.
        @MainActor
        private final class Holder {
            var machine: ObservableTransducer<Machine>?
        }

        @SwiftUI.State private var holder: Holder
        private let make: @MainActor () -> ObservableTransducer<Machine>

        @MainActor
        private var machine: ObservableTransducer<Machine> {
            if let machine = holder.machine { return machine }
            let machine = make()
            holder.machine = machine
            return machine
        }

        /// The current state.
        @MainActor
        public var wrappedValue: Machine.State { machine.state }

        /// The handle to the run: `$timer.send(.start)`.
        @MainActor
        public var projectedValue: Machine.Proxy { machine.proxy }

        @MainActor
        private init(_ make: @escaping @MainActor () -> ObservableTransducer<Machine>) {
            _holder = SwiftUI.State(initialValue: Holder())
            self.make = make
        }
    }

    @available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
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
                ObservableTransducer(
                    of: type, initialState: wrappedValue, env: env, output: output,
                    completion: completion)
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
                ObservableTransducer(
                    of: type, initialState: wrappedValue, env: env, output: NoCallback<Machine.Output>(),
                    completion: completion)
            }
        }
    }

    @available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
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
                ObservableTransducer(
                    of: type, initialState: wrappedValue, env: (), output: output,
                    completion: completion)
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
                ObservableTransducer(
                    of: type, initialState: wrappedValue, env: (), output: NoCallback<Machine.Output>(),
                    completion: completion)
            }
        }
    }
#endif
