#if canImport(SwiftUI)
    import Oak
    public import SwiftUI
    public import Timers

    /// A timer that lives as long as its view. The environment of the view drives it.
    public struct TimerView: View {
        @Environment(\.timersEnv) private var env

        /// Creates a timer.
        public init() {}

        public var body: some View {
            TransducerView(of: Timers.self, initialState: Timers.State(), env: env) { state, input in
                VStack(spacing: 16) {
                    switch state {
                    case .start(let count):
                        Text("\(count)").font(.largeTitle.monospacedDigit()).accessibilityLabel("\(count) ticks")
                        Button("Start") { input(.start) }
                        Button("Terminate") { input(.terminate) }
                    case .running(let count):
                        Text("\(count)").font(.largeTitle.monospacedDigit()).accessibilityLabel("\(count) ticks")
                        Button("Stop") { input(.stop) }
                        Button("Terminate") { input(.terminate) }
                    case .terminated:
                        Text("Done")
                    }
                }
                .buttonStyle(.bordered)
            }
        }
    }

    extension EnvironmentValues {
        /// The dependencies of the timers: a clock, and the time between two ticks.
        public var timersEnv: Timers.Env {
            get { self[TimersEnvKey.self] }
            set { self[TimersEnvKey.self] = newValue }
        }
    }

    private struct TimersEnvKey: EnvironmentKey {
        static let defaultValue = Timers.Env()
    }
#endif
