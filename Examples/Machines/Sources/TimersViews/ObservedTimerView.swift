#if canImport(SwiftUI)
    import Oak
    public import SwiftUI
    public import Timers

    /// The same timer as a property of a view: its state and its proxy are accessible throughout the body.
    public struct ObservedTimerView: View {
        @StateTransducer<Timers> private var timer: Timers.State

        /// Creates a timer.
        ///
        /// - Parameters:
        ///   - initialState: The initial state.
        ///   - env: Its dependencies.
        public init(initialState: Timers.State = Timers.State(), env: Timers.Env = Timers.Env()) {
            _timer = StateTransducer(wrappedValue: initialState, of: Timers.self, env: env)
        }

        public var body: some View {
            TimerFace(state: timer) { try? $timer.send($0) }
        }
    }

    #if DEBUG && !os(Linux)
        #Preview { ObservedTimerView() }
    #endif
#endif
