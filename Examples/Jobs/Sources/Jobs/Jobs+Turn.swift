import Oak

extension Jobs {
    /// The consequences of one event.
    struct Turn {
        /// The events of jobs that are recorded.
        fileprivate var entries: [Entry] = []
        fileprivate var effects: [Effect] = []
        /// The jobs that have ended, with dependents that have not been notified yet.
        fileprivate var ended: [(name: String, result: JobResult)] = []

        /// The effect, which begins with the record of the event.
        var effect: Effect? {
            guard !entries.isEmpty else { return .all(effects) }
            let record = Effect(action: { [entries] env -> [Event] in
                try await env.record(entries)
                return []
            })
            return .all([record] + effects)
        }
    }
}

extension Jobs.State {
    /// Lets a job process an event, unless it has ended.
    mutating func step(_ name: String, _ event: Job.Event, in turn: inout Jobs.Turn) {
        guard let before = jobs[name], !before.isTerminal else { return }
        let step = Jobs.job.step(&jobs, name, event)
        if let effect = step.effect { turn.effects.append(effect) }
        switch step.outcome {
        case .running(let report?), .ended(let report?): turn.entries.append(Entry(name, report))
        case .running(nil), .ended(nil), .refused: break
        }
        guard let after = jobs[name] else { return }
        taken += (after.phase.takesPlace ? 1 : 0) - (before.phase.takesPlace ? 1 : 0)
        switch after.phase {
        case .queued: if after.phase != before.phase { queue.append(name) }
        case .ended(let result):
            tally.count(result)
            turn.ended.append((name, result))
        case .waiting, .running, .stopping, .backingOff: break
        }
    }

    /// Readies the jobs whose last pending dependency has succeeded; skips all that depend on an unsuccessful job.
    ///
    /// A loop rather than a recursion: a chain of dependencies may be long.
    mutating func tellDependents(in turn: inout Jobs.Turn) {
        while let (name, result) = turn.ended.popLast() {
            for dependent in plan.dependents[name] ?? [] {
                unmet[dependent, default: 0] -= 1
                if result != .succeeded {
                    step(dependent, .skip, in: &turn)
                } else if unmet[dependent] == 0 {
                    step(dependent, .ready, in: &turn)
                }
            }
        }
    }

    /// Starts jobs until no place is free.
    mutating func fillPlaces(in turn: inout Jobs.Turn) {
        while taken < plan.parallel, !queue.isEmpty { step(queue.removeFirst(), .start, in: &turn) }
    }
}
