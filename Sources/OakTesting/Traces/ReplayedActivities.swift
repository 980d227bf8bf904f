import Oak
import OakGraph

/// The activities of a replayed run: those named by the trace, and those named by the states.
struct ReplayedActivities<T: ExecutableTransducer> {
    /// The activities that were live at the end of the last macrostep.
    private var before: Set<TracedEffect> = []
    /// The activities that the trace has named since.
    private var begun: Set<TracedEffect> = []

    /// Records that an activity has begun.
    ///
    /// - Returns: Whether the state names it.
    mutating func begin(_ recorded: TracedEffect, in state: T.State) -> Bool {
        var activity = recorded
        activity.number = 0
        begun.insert(activity)
        return live(in: state).contains(activity)
    }

    /// Returns, at the end of a macrostep, an activity that the state names and the trace does not start.
    mutating func missing(in state: T.State) -> TracedEffect? {
        let live = live(in: state)
        defer { (before, begun) = (Set(live), []) }
        return live.first { !before.contains($0) && !begun.contains($0) }
    }

    private func live(in state: T.State) -> [TracedEffect] {
        LiveState<T>.activities(in: state).map { TracedEffect($0.kind, id: $0.id?.sourceText, isActivity: true) }
    }
}
