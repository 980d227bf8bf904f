#if canImport(SwiftUI)
    public import SwiftUI

    /// A view that runs a machine for as long as it is to be seen, and shows its state.
    ///
    /// The run begins when the view appears and ends when it disappears; its effects are cancelled then. A view that appears again begins
    /// another run, in the initial state if the view owns the state. It also begins another run when it is given another `proxy`.
    /// The evaluation of the views around it disturbs nothing.
    @MainActor
    public struct TransducerView<Machine: ExecutableTransducer, Content: View>: View {
        private enum Place {
            /// Elsewhere, where others can see it.
            case binding(Binding<Machine.State>)
            /// In this view; a run begins with the initial state.
            case own(initial: Machine.State)
        }

        @State private var ownState: Machine.State
        @State private var ownProxy = Machine.Proxy()
        /// The proxy of the latest run.
        @State private var usedProxy: Machine.Proxy.ID?

        private let place: Place
        private let givenProxy: Machine.Proxy?
        private let run: (Binding<Machine.State>, Machine.Proxy) async throws -> Machine.Output
        private let completion: ((Result<Machine.Output, any Error>) -> Void)?
        private let content: (Machine.State, Machine.Input) -> Content

        private init<Outlet: Subject<Machine.Output>>(
            _ place: Place, state: Machine.State, proxy: Machine.Proxy?, env: Machine.Env, output: Outlet,
            completion: ((Result<Machine.Output, any Error>) -> Void)?,
            content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.place = place
            self.completion = completion
            self.content = content
            _ownState = State(initialValue: state)
            givenProxy = proxy
            run = { storage, proxy in
                try await Machine.run(storage: storage, proxy: proxy, env: env, output: output)
            }
        }

        public var body: some View {
            content(state.wrappedValue, proxy.input)
                .task(id: proxy.id) { await perform() }
        }

        private var proxy: Machine.Proxy { givenProxy ?? ownProxy }

        private var state: Binding<Machine.State> {
            switch place {
            case .binding(let binding): binding
            case .own: $ownState
            }
        }

        private func perform() async {
            if givenProxy == nil, usedProxy == ownProxy.id {
                // It appears again. Another proxy begins another run.
                ownProxy = Machine.Proxy()
                return
            }
            if case .own(let initial) = place, usedProxy != nil { ownState = initial }
            let proxy = proxy
            usedProxy = proxy.id
            let result: Result<Machine.Output, any Error>
            do { result = .success(try await run(state, proxy)) } catch { result = .failure(error) }
            completion?(result)
        }
    }

    extension TransducerView {
        /// Creates a view of a machine whose state is kept elsewhere.
        ///
        /// - Parameters:
        ///   - type: The machine.
        ///   - initialState: Where the state is, such as in a `@State`. A run begins with the state it has then.
        ///   - proxy: The proxy of the run; another one begins another run. Left out, the view has one of its own.
        ///   - env: What effects depend on. A run has that of the moment in which it begins.
        ///   - output: Receives the outputs.
        ///   - completion: Called when a run has ended in whatever way, also when the view has disappeared.
        ///   - content: Shows a state; what it sends with the input are events of the machine.
        public init<Outlet: Subject<Machine.Output>>(
            of type: Machine.Type = Machine.self, initialState: Binding<Machine.State>, proxy: Machine.Proxy? = nil,
            env: Machine.Env, output: Outlet = NoCallback<Machine.Output>(),
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(
                .binding(initialState), state: initialState.wrappedValue, proxy: proxy, env: env, output: output,
                completion: completion, content: content)
        }

        /// Creates a view of a machine whose state is its own.
        ///
        /// - Parameters:
        ///   - type: The machine.
        ///   - initialState: The state in which a run begins.
        ///   - proxy: The proxy of the run; another one begins another run. Left out, the view has one of its own.
        ///   - env: What effects depend on. A run has that of the moment in which it begins.
        ///   - output: Receives the outputs.
        ///   - completion: Called when a run has ended in whatever way, also when the view has disappeared.
        ///   - content: Shows a state; what it sends with the input are events of the machine.
        public init<Outlet: Subject<Machine.Output>>(
            of type: Machine.Type = Machine.self, initialState: Machine.State, proxy: Machine.Proxy? = nil,
            env: Machine.Env, output: Outlet = NoCallback<Machine.Output>(),
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(
                .own(initial: initialState), state: initialState, proxy: proxy, env: env, output: output,
                completion: completion, content: content)
        }
    }

    extension TransducerView where Machine.Env == Void {
        /// Creates a view of a machine without environment, whose state is kept elsewhere.
        ///
        /// - Parameters:
        ///   - type: The machine.
        ///   - initialState: Where the state is, such as in a `@State`. A run begins with the state it has then.
        ///   - proxy: The proxy of the run; another one begins another run. Left out, the view has one of its own.
        ///   - output: Receives the outputs.
        ///   - completion: Called when a run has ended in whatever way, also when the view has disappeared.
        ///   - content: Shows a state; what it sends with the input are events of the machine.
        public init<Outlet: Subject<Machine.Output>>(
            of type: Machine.Type = Machine.self, initialState: Binding<Machine.State>, proxy: Machine.Proxy? = nil,
            output: Outlet = NoCallback<Machine.Output>(),
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(
                of: type, initialState: initialState, proxy: proxy, env: (), output: output, completion: completion,
                content: content)
        }

        /// Creates a view of a machine without environment, whose state is its own.
        ///
        /// - Parameters:
        ///   - type: The machine.
        ///   - initialState: The state in which a run begins.
        ///   - proxy: The proxy of the run; another one begins another run. Left out, the view has one of its own.
        ///   - output: Receives the outputs.
        ///   - completion: Called when a run has ended in whatever way, also when the view has disappeared.
        ///   - content: Shows a state; what it sends with the input are events of the machine.
        public init<Outlet: Subject<Machine.Output>>(
            of type: Machine.Type = Machine.self, initialState: Machine.State, proxy: Machine.Proxy? = nil,
            output: Outlet = NoCallback<Machine.Output>(),
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(
                of: type, initialState: initialState, proxy: proxy, env: (), output: output, completion: completion,
                content: content)
        }
    }
#endif
