#if canImport(SwiftUI)
    public import SwiftUI

    extension TransducerView {
        /// Creates a view of a machine whose state is kept elsewhere.
        ///
        /// - Parameters:
        ///   - type: The machine.
        ///   - initialState: Where the state is, such as in a `@State`. A run begins with what is there then.
        ///   - proxy: The proxy of the run; another one begins another run. Left out, the view has one of its own.
        ///   - env: What effects depend on. A run has that of the moment in which it begins.
        ///   - output: Receives the outputs.
        ///   - completion: Called once for each run, when it has ended in whatever way; also when the view has disappeared.
        ///   - content: Shows a state; what it sends with the input are events of the machine.
        public init<Outlet: Subject<Machine.Output>>(
            of type: Machine.Type = Machine.self, initialState: Binding<Machine.State>, proxy: Machine.Proxy? = nil,
            env: Machine.Env,
            output: Outlet,
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(
                state: initialState, initialState: initialState.wrappedValue, proxy: proxy, env: env,
                output: output, completion: completion, content: content)
        }

        /// Creates a view of a machine whose state is kept elsewhere, without looking at its outputs.
        ///
        /// Everything else is as with an `output`.
        public init(
            of type: Machine.Type = Machine.self, initialState: Binding<Machine.State>, proxy: Machine.Proxy? = nil,
            env: Machine.Env,
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(
                state: initialState, initialState: initialState.wrappedValue, proxy: proxy, env: env,
                output: NoCallback<Machine.Output>(), completion: completion, content: content)
        }

        /// Creates a view of a machine whose state is its own.
        ///
        /// - Parameters:
        ///   - type: The machine.
        ///   - initialState: The state in which a run begins.
        ///   - proxy: The proxy of the run; another one begins another run. Left out, the view has one of its own.
        ///   - env: What effects depend on. A run has that of the moment in which it begins.
        ///   - output: Receives the outputs.
        ///   - completion: Called once for each run, when it has ended in whatever way; also when the view has disappeared.
        ///   - content: Shows a state; what it sends with the input are events of the machine.
        public init<Outlet: Subject<Machine.Output>>(
            of type: Machine.Type = Machine.self, initialState: Machine.State, proxy: Machine.Proxy? = nil,
            env: Machine.Env,
            output: Outlet,
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(
                state: nil, initialState: initialState, proxy: proxy, env: env,
                output: output, completion: completion, content: content)
        }

        /// Creates a view of a machine whose state is its own, without looking at its outputs.
        ///
        /// Everything else is as with an `output`.
        public init(
            of type: Machine.Type = Machine.self, initialState: Machine.State, proxy: Machine.Proxy? = nil,
            env: Machine.Env,
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(
                state: nil, initialState: initialState, proxy: proxy, env: env,
                output: NoCallback<Machine.Output>(), completion: completion, content: content)
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
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(
                state: initialState, initialState: initialState.wrappedValue, proxy: proxy, env: (),
                output: output, completion: completion, content: content)
        }

        /// Creates a view of a machine whose state is kept elsewhere and which needs no environment, without looking at its outputs.
        ///
        /// Everything else is as with an `env` and an `output`.
        public init(
            of type: Machine.Type = Machine.self, initialState: Binding<Machine.State>, proxy: Machine.Proxy? = nil,
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(
                state: initialState, initialState: initialState.wrappedValue, proxy: proxy, env: (),
                output: NoCallback<Machine.Output>(), completion: completion, content: content)
        }

        /// Creates a view of a machine whose state is its own and which needs no environment.
        ///
        /// Everything else is as with an `env`.
        public init<Outlet: Subject<Machine.Output>>(
            of type: Machine.Type = Machine.self, initialState: Machine.State, proxy: Machine.Proxy? = nil,
            output: Outlet,
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(
                state: nil, initialState: initialState, proxy: proxy, env: (),
                output: output, completion: completion, content: content)
        }

        /// Creates a view of a machine whose state is its own and which needs no environment, without looking at its outputs.
        ///
        /// Everything else is as with an `env` and an `output`.
        public init(
            of type: Machine.Type = Machine.self, initialState: Machine.State, proxy: Machine.Proxy? = nil,
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(
                state: nil, initialState: initialState, proxy: proxy, env: (),
                output: NoCallback<Machine.Output>(), completion: completion, content: content)
        }
    }
#endif
