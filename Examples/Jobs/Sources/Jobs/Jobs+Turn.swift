import Oak

extension Jobs {
    /// The consequences of one event.
    struct Turn {
        private var entries: [Entry] = []
        private var notices: [Notice] = []
        private var effects: [Effect] = []
        /// The jobs that have ended without success, and whose dependents have not been notified yet.
        fileprivate var failed: [String] = []

        /// The effect, which begins with the record of the event.
        var effect: Effect? {
            var all: [Effect] = []
            if !entries.isEmpty {
                all.append(
                    Effect(action: { [entries] env -> [Event] in
                        try await env.record(entries)
                        return []
                    }))
            }
            for notice in notices {
                all.append(
                    Effect(action: { env -> [Event] in
                        await env.answer(notice)
                        return []
                    }))
            }
            return .all(all + effects)
        }

        mutating func answer(_ notice: Notice) { notices.append(notice) }

        fileprivate mutating func add(_ effect: Effect?) {
            if let effect { effects.append(effect) }
        }

        fileprivate mutating func add(_ name: String, _ report: JobReport?) {
            if let report { entries.append(Entry(name, report)) }
        }
    }
}

extension Jobs.State {
    /// Lets a job process an event, unless it has ended.
    mutating func step(_ name: String, _ event: Job.Event, in turn: inout Jobs.Turn) {
        guard let before = jobs[name]?.phase else { return }
        if case .ended = before { return }
        let step = Jobs.job.step(&jobs, name, event)
        turn.add(step.effect)
        switch step.outcome {
        case .running(let report), .ended(let report): turn.add(name, report)
        case .refused: break
        }
        guard let after = jobs[name]?.phase else { return }
        switch (before.takesPlace, after.takesPlace) {
        case (false, true): taken += 1
        case (true, false): taken -= 1
        case (false, false), (true, true): break
        }
        switch (before, after) {
        case (.queued, .queued): break
        case (_, .queued): queue.append(name)
        case (_, .ended(let result)):
            tally.count(result)
            if result == .succeeded { tellDependents(of: name, in: &turn) } else { turn.failed.append(name) }
        case (_, .waiting), (_, .running), (_, .stopping), (_, .backingOff): break
        }
    }

    /// Readies the jobs whose last pending dependency this was.
    private mutating func tellDependents(of name: String, in turn: inout Jobs.Turn) {
        for dependent in plan.dependents[name] ?? [] {
            let count = (unmet[dependent] ?? 0) - 1
            unmet[dependent] = count
            if count == 0 { step(dependent, .ready, in: &turn) }
        }
    }

    /// Skips the dependents of jobs that have not succeeded, and their dependents.
    mutating func skipWhatCannotBe(in turn: inout Jobs.Turn) {
        while let name = turn.failed.popLast() {
            for dependent in plan.dependents[name] ?? [] { step(dependent, .skip, in: &turn) }
        }
    }

    /// Starts jobs until no place is free.
    mutating func fillPlaces(in turn: inout Jobs.Turn) {
        guard !isPaused else { return }
        while taken < plan.parallel, let name = queue.popFirst() { step(name, .start, in: &turn) }
    }

    /// The current status.
    ///
    /// - Complexity: O(*n*), where *n* is the number of jobs.
    var status: Status {
        var busy: [(name: String, phase: Job.Phase)] = []
        var queued = 0
        for name in plan.names {
            switch jobs[name]?.phase {
            case nil, .waiting?, .ended?: break
            case .queued?: queued += 1
            case let phase?: busy.append((name, phase))
            }
        }
        return Status(tally: tally, isPaused: isPaused, busy: busy, queued: queued)
    }
}
