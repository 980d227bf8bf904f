#if canImport(SwiftUI)
    public import SwiftUI

    extension TransducerView {
        /// Creates a view of a machine whose state is kept elsewhere.
        ///
        /// The binding is the storage of the machine: whatever others write there is its state at the next event. It is
        /// read by the machine and by the content, not here: a view that hands it over is not evaluated when the state
        /// changes.
        ///
        /// - Parameters:
        ///   - type: The machine.
        ///   - initialState: Where the state is, such as in a `@State`, beginning with what is there.
        ///   - proxy: The proxy of the run. Left out, the view has one of its own.
        ///   - env: What effects depend on.
        ///   - output: Receives the outputs.
        ///   - completion: Called once, when the run has ended in whatever way; also when the view is gone.
        ///   - content: Shows a state; what it sends with the input are events of the machine.
        public init<Outlet: Subject<Machine.Output>>(
            of type: Machine.Type = Machine.self, initialState: Binding<Machine.State>, proxy: Machine.Proxy? = nil,
            env: Machine.Env,
            output: Outlet,
            completion: Completion? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(content: content) {
                ViewMachine(
                    state: initialState, proxy: proxy, env: env, output: output,
                    completion: completion)
            }
        }

        /// Creates a view of a machine whose state is kept elsewhere, without looking at its outputs.
        ///
        /// Everything else is as with an `output`.
        public init(
            of type: Machine.Type = Machine.self, initialState: Binding<Machine.State>, proxy: Machine.Proxy? = nil,
            env: Machine.Env,
            completion: Completion? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(content: content) {
                ViewMachine(
                    state: initialState, proxy: proxy, env: env, output: NoCallback<Machine.Output>(),
                    completion: completion)
            }
        }

        /// Creates a view of a machine whose state is its own.
        ///
        /// - Parameters:
        ///   - type: The machine.
        ///   - initialState: The state in which the machine begins.
        ///   - proxy: The proxy of the run. Left out, the view has one of its own.
        ///   - env: What effects depend on.
        ///   - output: Receives the outputs.
        ///   - completion: Called once, when the run has ended in whatever way; also when the view is gone.
        ///   - content: Shows a state; what it sends with the input are events of the machine.
        public init<Outlet: Subject<Machine.Output>>(
            of type: Machine.Type = Machine.self, initialState: Machine.State, proxy: Machine.Proxy? = nil,
            env: Machine.Env,
            output: Outlet,
            completion: Completion? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(content: content) {
                ViewMachine(
                    state: initialState, proxy: proxy, env: env, output: output,
                    completion: completion)
            }
        }

        /// Creates a view of a machine whose state is its own, without looking at its outputs.
        ///
        /// Everything else is as with an `output`.
        public init(
            of type: Machine.Type = Machine.self, initialState: Machine.State, proxy: Machine.Proxy? = nil,
            env: Machine.Env,
            completion: Completion? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(content: content) {
                ViewMachine(
                    state: initialState, proxy: proxy, env: env, output: NoCallback<Machine.Output>(),
                    completion: completion)
            }
        }
    }

    // `env` may be left out when it is `Void`; a default argument cannot say that.

    extension TransducerView where Machine.Env == Void {
        /// Creates a view of a machine whose state is kept elsewhere and which needs no environment.
        ///
        /// Everything else is as with an `env`.
        public init<Outlet: Subject<Machine.Output>>(
            of type: Machine.Type = Machine.self, initialState: Binding<Machine.State>, proxy: Machine.Proxy? = nil,
            output: Outlet,
            completion: Completion? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(content: content) {
                ViewMachine(
                    state: initialState, proxy: proxy, env: (), output: output,
                    completion: completion)
            }
        }

        /// Creates a view of a machine whose state is kept elsewhere and which needs no environment, without looking at
        /// its outputs.
        ///
        /// Everything else is as with an `env` and an `output`.
        public init(
            of type: Machine.Type = Machine.self, initialState: Binding<Machine.State>, proxy: Machine.Proxy? = nil,
            completion: Completion? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(content: content) {
                ViewMachine(
                    state: initialState, proxy: proxy, env: (), output: NoCallback<Machine.Output>(),
                    completion: completion)
            }
        }

        /// Creates a view of a machine whose state is its own and which needs no environment.
        ///
        /// Everything else is as with an `env`.
        public init<Outlet: Subject<Machine.Output>>(
            of type: Machine.Type = Machine.self, initialState: Machine.State, proxy: Machine.Proxy? = nil,
            output: Outlet,
            completion: Completion? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(content: content) {
                ViewMachine(
                    state: initialState, proxy: proxy, env: (), output: output,
                    completion: completion)
            }
        }

        /// Creates a view of a machine whose state is its own and which needs no environment, without looking at its
        /// outputs.
        ///
        /// Everything else is as with an `env` and an `output`.
        public init(
            of type: Machine.Type = Machine.self, initialState: Machine.State, proxy: Machine.Proxy? = nil,
            completion: Completion? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(content: content) {
                ViewMachine(
                    state: initialState, proxy: proxy, env: (), output: NoCallback<Machine.Output>(),
                    completion: completion)
            }
        }
    }
#endif
