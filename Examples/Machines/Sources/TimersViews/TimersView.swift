#if canImport(SwiftUI)
    import Oak
    public import SwiftUI
    import Timers

    /// A list of timers. Returning from a timer to the list ends it.
    public struct TimersView: View {
        @Environment(\.timersEnv) private var env
        private let entries: [TimerEntry]

        /// Creates a list.
        ///
        /// - Parameter count: The number of listed timers of each kind.
        public init(count: Int = 3) {
            entries = TimerEntry.Kind.allCases.flatMap { kind in
                (0..<count).map { TimerEntry(kind: kind, number: $0 + 1) }
            }
        }

        public var body: some View {
            NavigationStack {
                List(entries) { entry in
                    NavigationLink(entry.title, value: entry)
                }
                .navigationTitle("Timers")
                .navigationDestination(for: TimerEntry.self) { entry in
                    TimerDetail(entry: entry, env: env)
                }
            }
        }
    }

    /// The timer of a list entry.
    private struct TimerDetail: View {
        let entry: TimerEntry
        let env: Timers.Env

        var body: some View {
            VStack {
                switch entry.kind {
                case .timer: TimerView()
                case .observed: ObservedTimerView(env: env)
                }
            }
            .navigationTitle(entry.title)
        }
    }

    /// A list entry.
    private struct TimerEntry: Identifiable, Hashable {
        enum Kind: CaseIterable { case timer, observed }

        let kind: Kind
        let number: Int

        var id: Self { self }

        var title: String {
            switch kind {
            case .timer: "Timer \(number)"
            case .observed: "Observed timer \(number)"
            }
        }
    }

    #if DEBUG && !os(Linux)
        #Preview { TimersView() }
    #endif
#endif
