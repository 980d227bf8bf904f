#if canImport(SwiftUI)
    public import SwiftUI

    /// A view that keeps a running machine, as a `@State` keeps an object, and shows its state.
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
    /// The machine is made once for the identity of the view, and begins when the view appears for the first time. It
    /// runs on while the view is covered, such as by another one in a navigation stack. When the view is gone for good,
    /// or has another `id`, the run ends with `CancellationError`; its effects are cancelled and awaited.
    ///
    /// As with a `@State`, what the view is given first counts: the evaluation of the views around it disturbs nothing,
    /// and another initial state, proxy, environment, output or completion is ignored. Give the view another `id` to
    /// begin anew. Only the content is that of the latest evaluation.
    ///
    /// A proxy drives one run only. With one that has been used already there is no run, which the completion is told
    /// as ``TransducerError/proxyAlreadyInUse``.
    @MainActor
    public struct TransducerView<Machine: ExecutableTransducer, Content: View>: View {
        /// The output of the machine.
        public typealias Output = Machine.Output

        /// The dependencies handed to the effects of the machine.
        public typealias Env = Machine.Env

        /// A function that is called with the result of the run, once it has ended.
        public typealias Completion = (Result<Machine.Output, any Error>) -> Void

        @SwiftUI.State private var first = FirstMachine<Machine>()
        @SwiftUI.State private var changes = 0
        private let make: () -> ViewMachine<Machine>
        private let content: (Machine.State, Machine.Input) -> Content

        init(content: @escaping (Machine.State, Machine.Input) -> Content, make: @escaping () -> ViewMachine<Machine>) {
            self.make = make
            self.content = content
        }

        public var body: some View {
            let machine = first.machine(make)
            Group {
                switch machine.place {
                case .here(let state):
                    // Read, so that this view is evaluated when it changes.
                    let _ = changes
                    content(state.value(countingIn: $changes), machine.proxy.input)
                case .elsewhere(let state):
                    BoundContent(state: state, input: machine.proxy.input, content: content)
                }
            }
            .onAppear { machine.begin() }
        }
    }

    /// Shows what a binding says, and is evaluated when that changes.
    ///
    /// The binding is a property of a view of its own, because only there SwiftUI keeps its value up to date: the
    /// machine has the one that was given first, whatever others are given later.
    private struct BoundContent<Value, Input, Content: View>: View {
        let state: Binding<Value>
        let input: Input
        let content: (Value, Input) -> Content

        var body: Content { content(state.wrappedValue, input) }
    }
#endif
