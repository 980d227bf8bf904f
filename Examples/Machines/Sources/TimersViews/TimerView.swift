#if canImport(SwiftUI)
    import Oak
    public import SwiftUI
    public import Timers

    /// A timer that lives as long as its view. The environment of the view drives it.
    public struct TimerView: View {
        @Environment(\.timersEnv) private var env
        private let initialState: Timers.State

        /// Creates a timer.
        ///
        /// - Parameter initialState: The initial state.
        public init(initialState: Timers.State = Timers.State()) { self.initialState = initialState }

        public var body: some View {
            TransducerView(of: Timers.self, initialState: initialState, env: env) { state, input in
                TimerFace(state: state) { input($0) }
            }
        }
    }

    #if DEBUG && !os(Linux)
        #Preview { TimerView() }
    #endif
#endif
