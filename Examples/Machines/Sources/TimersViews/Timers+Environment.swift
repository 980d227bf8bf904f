#if canImport(SwiftUI)
    public import SwiftUI
    public import Timers

    private struct TimersEnvKey: EnvironmentKey {
        static let defaultValue = Timers.Env()
    }

    extension EnvironmentValues {
        /// The dependencies of the timers: a clock, and the time between two ticks.
        public var timersEnv: Timers.Env {
            get { self[TimersEnvKey.self] }
            set { self[TimersEnvKey.self] = newValue }
        }
    }
#endif
