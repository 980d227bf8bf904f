#if canImport(SwiftUI)
    import Counters
    import Oak
    public import SwiftUI

    /// A counter: its value, the latest output of the machine, and three buttons.
    ///
    /// The state of the machine is a state of this view; a callback receives the outputs.
    public struct CounterView: View {
        @State private var state = Counter.State()
        @State private var latest: Int?

        /// Creates a counter at zero.
        public init() {}

        public var body: some View {
            TransducerView(of: Counter.self, initialState: $state, output: Callback { latest = $0 }) { state, input in
                VStack(spacing: 16) {
                    ValueText(value: state.value)
                    LatestOutput(output: latest)
                    HStack {
                        Button("Decrement") { input(.decrement) }
                        Button("Increment") { input(.increment) }
                    }
                    .buttonStyle(.bordered)
                    Button("Reset") { input(.reset) }
                }
            }
            .navigationTitle("Counter")
        }
    }

    /// The latest output of the machine.
    private struct LatestOutput: View {
        let output: Int?

        var body: some View {
            if let output {
                Text("Latest output: \(output)")
                    .font(.footnote)
                    .foregroundStyle(Color.secondary)
            }
        }
    }

    #if DEBUG && !os(Linux)
        #Preview { CounterView() }
    #endif
#endif
