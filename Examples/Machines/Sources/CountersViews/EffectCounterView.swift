#if canImport(SwiftUI)
    public import Counters
    import Oak
    public import SwiftUI

    /// A counter with slow steps. Two views share one running machine.
    public struct EffectCounterView: View {
        @State private var counter: ObservableTransducer<EffectCounter>

        /// Creates a counter at zero.
        ///
        /// - Parameter env: The services that carry the steps out.
        public init(env: EffectCounter.Env = EffectCounter.Env()) {
            _counter = State(
                initialValue: ObservableTransducer(
                    of: EffectCounter.self, initialState: EffectCounter.State(), env: env))
        }

        public var body: some View {
            VStack(spacing: 16) {
                EffectCounterValue(counter: counter)
                EffectCounterControls(counter: counter)
            }
            .navigationTitle("Effect counter")
        }
    }

    /// The value, and the pending step.
    private struct EffectCounterValue: View {
        let counter: ObservableTransducer<EffectCounter>

        var body: some View {
            ValueText(value: counter.state.value)
            switch counter.state.pending {
            case .none: Text("Ready")
            case .increment: ProgressView("Counting up …")
            case .decrement: ProgressView("Counting down …")
            }
        }
    }

    /// The buttons. Those without an effect in the current state are disabled.
    private struct EffectCounterControls: View {
        let counter: ObservableTransducer<EffectCounter>

        var body: some View {
            HStack {
                Button("Decrement") { counter.input(.decrement) }
                Button("Increment") { counter.input(.increment) }
            }
            .buttonStyle(.bordered)
            .disabled(counter.state.isPending)
            Button("Reset") { counter.input(.reset) }
        }
    }
#endif
