#if canImport(SwiftUI)
    public import SwiftUI

    // The default of `output` would have to be known before the machine is: the compiler does not infer that.

    extension TransducerView {
        /// Creates a view of a machine whose state is kept elsewhere, without looking at its outputs.
        ///
        /// Everything else is as in the initialiser with an `output`.
        public init(
            of type: Machine.Type = Machine.self, initialState: Binding<Machine.State>, proxy: Machine.Proxy? = nil,
            env: Machine.Env, completion: ((Result<Machine.Output, any Error>) -> Void)? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(
                of: type, initialState: initialState, proxy: proxy, env: env, output: NoCallback<Machine.Output>(),
                completion: completion, content: content)
        }

        /// Creates a view of a machine whose state is its own, without looking at its outputs.
        ///
        /// Everything else is as in the initialiser with an `output`.
        public init(
            of type: Machine.Type = Machine.self, initialState: Machine.State, proxy: Machine.Proxy? = nil,
            env: Machine.Env, completion: ((Result<Machine.Output, any Error>) -> Void)? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(
                of: type, initialState: initialState, proxy: proxy, env: env, output: NoCallback<Machine.Output>(),
                completion: completion, content: content)
        }
    }

    extension TransducerView where Machine.Env == Void {
        /// Creates a view of a machine without environment whose state is kept elsewhere, without looking at its outputs.
        ///
        /// Everything else is as in the initialiser with an `output`.
        public init(
            of type: Machine.Type = Machine.self, initialState: Binding<Machine.State>, proxy: Machine.Proxy? = nil,
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(
                of: type, initialState: initialState, proxy: proxy, env: (), output: NoCallback<Machine.Output>(),
                completion: completion, content: content)
        }

        /// Creates a view of a machine without environment whose state is its own, without looking at its outputs.
        ///
        /// Everything else is as in the initialiser with an `output`.
        public init(
            of type: Machine.Type = Machine.self, initialState: Machine.State, proxy: Machine.Proxy? = nil,
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(
                of: type, initialState: initialState, proxy: proxy, env: (), output: NoCallback<Machine.Output>(),
                completion: completion, content: content)
        }
    }
#endif
