#if canImport(SwiftUI)
    public import SwiftUI

    /// A view that runs a machine for as long as it is to be seen, and shows its state.
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
    /// The run begins when the view appears, and ends when it disappears; its effects are cancelled then. A view that appears again
    /// begins another run. The evaluation of the views around it disturbs nothing.
    ///
    /// A proxy drives one run only. One that is left out belongs to the view, which takes a new one for each run. One that is given is
    /// the affair of who gives it: another proxy begins another run, and with one that has been used already there is none, which
    /// the completion is told as ``TransducerError/proxyAlreadyInUse``.
    @MainActor
    public struct TransducerView<Machine: ExecutableTransducer, Content: View>: View {
        @SwiftUI.State private var ownState: Machine.State
        @SwiftUI.State private var ownProxy = Machine.Proxy()
        /// That of the latest run, unless everything has been made ready for the next one.
        @SwiftUI.State private var usedProxy: Machine.Proxy?

        private let givenState: Binding<Machine.State>?
        private let initialState: Machine.State
        private let givenProxy: Machine.Proxy?
        private let run: (Binding<Machine.State>, Machine.Proxy) async throws -> Machine.Output
        private let completion: ((Result<Machine.Output, any Error>) -> Void)?
        private let content: (Machine.State, Machine.Input) -> Content

        init<Outlet: Subject<Machine.Output>>(
            state: Binding<Machine.State>?, initialState: Machine.State, proxy: Machine.Proxy?, env: Machine.Env,
            output: Outlet, completion: ((Result<Machine.Output, any Error>) -> Void)?,
            content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            _ownState = SwiftUI.State(initialValue: initialState)
            givenState = state
            self.initialState = initialState
            givenProxy = proxy
            run = { state, proxy in
                try await Machine.run(storage: state, proxy: proxy, env: env, output: output)
            }
            self.completion = completion
            self.content = content
        }

        public var body: some View {
            content(state.wrappedValue, proxy.input)
                .task(id: givenProxy?.id) { await perform() }
                .onDisappear { prepareNextRun() }
        }

        private var state: Binding<Machine.State> { givenState ?? $ownState }

        private var proxy: Machine.Proxy { givenProxy ?? ownProxy }

        private func perform() async {
            // It may have disappeared before its task came to run.
            guard !Task.isCancelled else { return }
            // Its own proxy may have been used before another one was given; it is not to be found used when it is needed again.
            if let usedProxy, usedProxy.id == ownProxy.id { ownProxy = Machine.Proxy() }
            let proxy = proxy
            if let usedProxy, usedProxy.id != proxy.id { ownState = initialState }
            usedProxy = proxy
            let result: Result<Machine.Output, any Error>
            do { result = .success(try await run(state, proxy)) } catch { result = .failure(error) }
            completion?(result)
        }

        /// What the content sends when it appears again is for the next run, so there must be a place for it before that begins.
        private func prepareNextRun() {
            guard givenProxy == nil else { return }
            ownProxy = Machine.Proxy()
            ownState = initialState
            usedProxy = nil
        }
    }
#endif
