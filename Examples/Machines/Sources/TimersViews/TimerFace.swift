#if canImport(SwiftUI)
    import SwiftUI
    import Timers

    /// The appearance of a timer in a state, with its controls.
    struct TimerFace: View {
        let state: Timers.State
        let send: (Timers.Event) -> Void

        var body: some View {
            VStack(spacing: 16) {
                switch state {
                case .start(let count):
                    TickCount(count: count)
                    Button("Start") { send(.start) }
                    Button("Terminate") { send(.terminate) }
                case .running(let count):
                    TickCount(count: count)
                    Button("Stop") { send(.stop) }
                    Button("Terminate") { send(.terminate) }
                case .terminated:
                    Text("Done")
                }
            }
            .buttonStyle(.bordered)
        }
    }

    /// The number of ticks.
    private struct TickCount: View {
        let count: Int

        var body: some View {
            Text("\(count)")
                .font(.largeTitle.monospacedDigit())
                .contentTransition(.numericText())
                .animation(.default, value: count)
                .accessibilityLabel("\(count) ticks")
        }
    }

    #if DEBUG && !os(Linux)
        #Preview("Stopped") { TimerFace(state: .start(count: 0)) { _ in } }
        #Preview("Running") { TimerFace(state: .running(count: 3)) { _ in } }
        #Preview("Terminated") { TimerFace(state: .terminated) { _ in } }
    #endif
#endif
