import Oak

/// The activities of a replayed run: those that the trace has named, and those that the states name.
struct ReplayedActivities<T: ExecutableTransducer> {
    /// Those that were under way when the last macrostep ended.
    private var before: Set<TracedEffect> = []
    /// Those that the trace has named since.
    private var begun: Set<TracedEffect> = []

    /// Notes that one has begun.
    ///
    /// - Returns: Whether the state names it.
    mutating func begin(_ recorded: TracedEffect, in state: T.State) -> Bool {
        var activity = recorded
        activity.number = 0
        begun.insert(activity)
        return live(in: state).contains(activity)
    }

    /// Looks, at the end of a macrostep, for an activity that has to begin, and has not in the trace.
    mutating func missing(in state: T.State) -> TracedEffect? {
        let live = live(in: state)
        defer { (before, begun) = (Set(live), []) }
        return live.first { !before.contains($0) && !begun.contains($0) }
    }

    private func live(in state: T.State) -> [TracedEffect] {
        LiveState<T>.activities(in: state).map { TracedEffect($0.kind, id: $0.id?.sourceText, isActivity: true) }
    }
}
