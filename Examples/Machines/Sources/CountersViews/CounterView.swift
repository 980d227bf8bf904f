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
                    if let latest {
                        Text("Latest output: \(latest)").font(.footnote).foregroundStyle(Color.secondary)
                    }
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

    #if DEBUG && !os(Linux)
        #Preview { CounterView() }
    #endif
#endif
