#if canImport(SwiftUI)
    import Oak
    public import SwiftUI
    import Timers

    /// A list of timers. Returning from a timer to the list ends it.
    public struct TimersView: View {
        /// Creates a list.
        public init() {}

        public var body: some View {
            NavigationStack {
                List(Array(1...3), id: \.self) { number in NavigationLink("Timer \(number)", value: number) }
                    .navigationTitle("Timers")
                    .navigationDestination(for: Int.self) { number in
                        TimerView().navigationTitle("Timer \(number)")
                    }
            }
        }
    }

    #if DEBUG && !os(Linux)
        #Preview { TimersView() }
    #endif
#endif
