public import Oak

/// Explores a machine breadth first.
///
/// A state is left once, in the order of discovery, so that the path by which it was found is a shortest one.
@usableFromInline struct Explorer<Machine: ExecutableTransducer, Identity: StateIdentity<Machine.State>> {
    @usableFromInline let identity: Identity
    @usableFromInline let alphabet: Alphabet<Machine>
    @usableFromInline var watch: ExplorationWatch
    @usableFromInline var space: StateSpace<Machine.State>
    @usableFromInline var table = StateTable()
    @usableFromInline var macrostep: Macrostep<Machine>
    /// The machines with everything that is live; `nil` as long as nothing depends on it.
    @usableFromInline var live: LiveExploration<Machine>?
    /// The progress of the effects of the state that is looked up.
    @usableFromInline var progress: UInt32 = 0
    /// Where the transition under way is noted; `nil` unless another process looks for those that do not return.
    @usableFromInline var transitions = TransitionWatch.ofTask
    /// Leaves all states on several cores, by events that are the same in each; `nil` for an exploration on one.
    @usableFromInline var leaveTogether: ((inout Explorer, [Machine.Event]) -> Void)?

    @inlinable init(
        _ alphabet: Alphabet<Machine>, _ identity: Identity, limits: GraphLimits,
        progress: ((ExplorationProgress) -> Bool)?
    ) {
        self.alphabet = alphabet
        self.identity = identity
        watch = ExplorationWatch(limits, progress)
        space = StateSpace()
        macrostep = Macrostep(actionLimit: limits.actionEvents)
        if alphabet.declaresAnswers || limits.postponedEvents != nil { live = newLive([]) }
    }

    @usableFromInline func newLive(_ detail: LiveExploration<Machine>.Detail) -> LiveExploration<Machine> {
        let identity = identity
        return LiveExploration(
            alphabet, limits: watch.limits, detail: detail
        ) { identity.isUnchanged($0, $1) }
    }

    @inlinable mutating func explore(from initial: [Machine.State]) {
        exploreOnce(from: initial)
        // An exploration that turns out to be too coarse begins again.
        while let detail = missingDetail {
            live = newLive(detail)
            macrostep.needsLive = false
            (space, table) = (StateSpace(), StateTable())
            watch.beginAgain()
            transitions?.beginAgain()
            exploreOnce(from: initial)
        }
        space.endExploration()
    }

    /// The detail that the exploration needs and does not have.
    @inlinable var missingDetail: LiveExploration<Machine>.Detail? {
        if let live { return live.isTooCoarse ? live.wantedDetail : nil }
        return macrostep.needsLive ? [] : nil
    }

    @inlinable mutating func exploreOnce(from initial: [Machine.State]) {
        if initial.isEmpty { space.cut = .noInitialState }
        for state in initial {
            if live != nil {
                beginLive(in: state)
            } else if number(of: state, foundBy: .max) == space.initial.count {
                // Nothing but initial states has been found yet.
                space.initial.append(space.initial.count)
            }
        }
        watch.levelEnd = space.states.count
        if let limit = watch.limits.depth, limit <= 0, space.isOpen { space.cut = .depth(limit: limit) }
        switch (alphabet.source, live) {
        case (.fixed(let events), nil) where !events.isEmpty:
            if transitions == nil, let leaveTogether {
                leaveTogether(&self, events)
            } else {
                leaveAll { explorer, number in explorer.leave(number, events) }
            }
        case (_, nil): leaveAll { explorer, number in explorer.leave(number, explorer.events(in: number)) }
        case (_, let live?): leaveAll { explorer, number in explorer.leave(number, in: live) }
        }
    }

    @inlinable
    @inline(__always)
    mutating func leaveAll(_ leave: (inout Explorer, Int) -> Void) {
        var next = 0
        while mayLeave(next) {
            leaveOne(next, leave)
            next += 1
        }
    }

    @inlinable
    @inline(__always)
    mutating func leaveOne(_ number: Int, _ leave: (inout Explorer, Int) -> Void) {
        if !Machine.isTerminal(space.states[number]), transitions == nil || mayTry(number) { leave(&self, number) }
        space.endEdges()
    }

    /// Whether a state can be left: its events and the effects that are live in it are known not to end the process.
    @usableFromInline mutating func mayTry(_ number: Int) -> Bool {
        guard let reason = transitions?.begin(in: number, nil) else { return true }
        let state = textOfState(space.states[number])
        space.note(.trapAfterReturn(state: state, reason: reason))
        return false
    }

    /// Whether there is a state to leave, and no limit forbids it.
    @inlinable
    @inline(__always)
    mutating func mayLeave(_ number: Int) -> Bool {
        guard number < space.states.count, space.isOpen, !isTooCoarse else { return false }
        guard watch.isDue(number), let cut = watch.look(at: number, of: space.size) else { return true }
        space.cut = cut
        return false
    }

    /// Whether the exploration has to begin again.
    @inlinable var isTooCoarse: Bool { macrostep.needsLive || (live?.isTooCoarse ?? false) }

    /// The events of a state, as far as they depend on it.
    @inlinable mutating func events(in number: Int) -> [Machine.Event] {
        let state = space.states[number]
        let events = alphabet.external(in: state)
        if events.isEmpty { space.note(.noEvent(state: textOfState(state))) }
        return events
    }

    @inlinable
    @inline(__always)
    mutating func leave(_ number: Int, _ events: [Machine.Event]) {
        let state = space.states[number]
        let identity = identity
        let isProbe = isProbe(number)
        for index in events.indices {
            let edge = space.targets.count
            var after = state
            let note: EdgeNote
            if transitions != nil, let reason = transitions?.begin(in: number, index) {
                space.traps[edge] = reason
                note = EdgeNote(.trapped)
            } else {
                note = macrostep.take(&after, from: state, events[index], isSame: { identity.isUnchanged($0, $1) })
            }
            let target: Int
            if identity.leadsBack(note, to: state, after, isUnchanged: macrostep.isUnchanged) {
                target = number
                if isProbe, note.intent.hasTarget { probe(after, equal: state) }
            } else {
                target = self.number(of: after, foundBy: UInt32(truncatingIfNeeded: edge))
            }
            // The maximum number of states is reached.
            if target < 0 {
                space.isLastPartial = true
                return
            }
            space.targets.append(UInt32(truncatingIfNeeded: target))
            space.notes.append(note)
            let isTried = isProbe && note.intent.hasTarget && isMeeting(edge, from: number)
            if Identity.isAbstract {
                compare(after, with: target, evenIfEqual: isTried)
            } else if isTried {
                compareTwins(after, with: target)
            }
        }
    }

    // MARK: Live effects

    @usableFromInline mutating func beginLive(in state: Machine.State) {
        guard let situation = live?.begin(in: state) else { return }
        if number(of: situation, foundBy: .max) == space.initial.count { space.initial.append(space.initial.count) }
    }

    /// Leaves a state of a machine with everything that is live in it.
    @usableFromInline mutating func leave(_ number: Int, in live: LiveExploration<Machine>) {
        let situation = live.situations[number]
        let trapped = transitions == nil ? [] : traps(of: number, in: live)
        let departures = live.departures(from: number, without: trapped)
        if live.isCut { space.cut = .effects(limit: LiveExploration<Machine>.crowdLimit) }
        if departures.isEmpty, trapped.isEmpty, !situation.machine.isSuspended {
            space.note(.noEvent(state: textOfState(situation.machine.state)))
        }
        for departure in departures {
            let edge = UInt32(truncatingIfNeeded: space.targets.count)
            let target = departure.target.map { self.number(of: $0, foundBy: edge) } ?? number
            if target < 0 {
                space.isLastPartial = true
                return
            }
            append(departure.edge, departure.note, to: target, in: live)
            guard let reached = departure.target?.machine.state else { continue }
            let isTried = isMeeting(Int(edge), from: number)
            if Identity.isAbstract {
                compare(reached, with: target, evenIfEqual: isTried)
            } else if isTried {
                compareTwins(reached, with: target)
            }
        }
    }

    /// The causes in a state whose `update` does not return; each of them has an edge, or cuts the graph.
    private mutating func traps(
        of number: Int, in live: LiveExploration<Machine>
    ) -> [LiveExploration<Machine>.Cause] {
        let situation = live.situations[number]
        var trapped: [LiveExploration<Machine>.Cause] = []
        for (index, cause) in live.causes(in: situation).enumerated() {
            guard let reason = transitions?.begin(in: number, index) else {
                _ = live.outcome(of: cause, in: situation.machine)
                continue
            }
            trapped.append(cause)
            guard let edge = live.trappedEdge(cause, in: situation.machine) else {
                space.note(.trapAfterReturn(state: textOfState(situation.machine.state), reason: reason))
                continue
            }
            space.traps[space.targets.count] = reason
            append(edge, EdgeNote(.trapped), to: number, in: live)
        }
        _ = transitions?.begin(in: number, nil)
        return trapped
    }

    private mutating func append(
        _ edge: LiveExploration<Machine>.Edge, _ note: EdgeNote, to target: Int, in live: LiveExploration<Machine>
    ) {
        space.targets.append(UInt32(truncatingIfNeeded: target))
        space.notes.append(note)
        live.append(edge)
    }

    /// The number of a state with everything that is live; negative if there is no room for it.
    private mutating func number(of situation: LiveExploration<Machine>.Situation, foundBy edge: UInt32) -> Int {
        progress = UInt32(truncatingIfNeeded: situation.progress)
        let count = space.states.count
        let number = number(of: situation.machine.state, foundBy: edge)
        if number == count { live?.append(situation) }
        return number
    }

    /// The number of a state, which is new if it has none; negative if there is no room for it.
    @inlinable
    @inline(__always)
    mutating func number(of state: Machine.State, foundBy edge: UInt32) -> Int {
        number(of: state, hash: identity.hash(state), foundBy: edge)
    }

    @inlinable
    @inline(__always)
    mutating func number(of state: Machine.State, hash: Int, foundBy edge: UInt32) -> Int {
        let progress = progress
        let hash = hash ^ Int(progress) &* 0x2545_F491_4F6C_DD1D
        let place = table.place(forHash: hash) { number in
            identity.isSame(space.states[number], state) && (live == nil || space.progress[number] == progress)
        }
        switch place {
        case .found(let number):
            return number
        case .free(let slot):
            let number = space.states.count
            guard number < watch.limits.states, number < StateSpace<Machine.State>.capacity else {
                space.cut = .states(limit: number, growing: nil)
                return -1
            }
            table.insert(number, hash: hash, at: slot)
            space.append(state, foundBy: edge)
            if live != nil { space.progress.append(progress) }
            if number < Self.probeCount { probe(state, equal: state) }
            return number
        }
    }

    /// Whether the equality and hash of a state are looked at closely.
    @inlinable
    @inline(__always)
    func isProbe(_ number: Int) -> Bool { number < Self.probeCount || number & 255 == 0 }

    /// Whether the target of an edge is compared with the equal state that was found first. Such an edge leaves a state
    /// that is looked at closely.
    @inlinable
    @inline(__always)
    func isMeeting(_ edge: Int, from number: Int) -> Bool {
        edge < 1 << 7 || number & (number < 1 << 12 ? 0xFF : 0x1FFF) == 0
    }

    /// The number of first states whose equality and hash are looked at closely.
    @inlinable static var probeCount: Int { 1 << 9 }

    /// Compares the hashes of two states that ought to be equal.
    @inlinable
    @inline(never)
    mutating func probe(_ state: Machine.State, equal other: Machine.State) {
        if !identity.isSame(state, other) || identity.hash(state) != identity.hash(other) {
            space.cut = .unreliableEquality(state: textOfState(state))
        }
    }

    /// The intents and effects of a macrostep, as far as something that is not shown has no part in them.
    @usableFromInline func looks(of event: Machine.Event, in state: inout Machine.State) -> [StepLooks] {
        var (looks, macrostep): ([StepLooks], _) = ([], Macrostep<Machine>(actionLimit: watch.limits.actionEvents))
        _ = macrostep.take(&state, event, isSame: { identity.isUnchanged($0, $1) }) { _, _, effect, _, intent in
            // Whether a hidden part changes makes no difference to what is shown.
            looks.append(
                StepLooks(
                    intent: intent == .ignored ? .handled : intent,
                    effect: effect.map { EffectLooks($0, withEvents: false) }))
        }
        return looks
    }

    /// Compares the behaviour of a state with that of an equal one that was reached in another way.
    @usableFromInline mutating func compareTwins(_ state: Machine.State, with number: Int) {
        // A trap would end the process.
        guard transitions == nil, space.doubt == nil, !Machine.isTerminal(state) else { return }
        let twin = space.states[number]
        if haveSameBytes(state, twin) { return }
        for event in probes(of: state, in: number) {
            var (one, other) = (state, twin)
            // A difference that shows only after some events is most often that of something which counts them.
            for _ in 0..<8 where !Machine.isTerminal(one) && !Machine.isTerminal(other) {
                let (steps, others) = (steps(of: event, in: &one), steps(of: event, in: &other))
                let agrees =
                    steps.count == others.count
                    && zip(steps, others).allSatisfy { step, other in
                        step.intent == other.intent && identity.isSame(step.state, other.state)
                            && step.difference(from: other) == nil
                    }
                if agrees { continue }
                space.note(.equalStatesDiffer(state: textOfState(state), event: textOfState(event)))
                return
            }
        }
    }

    private func steps(of event: Machine.Event, in state: inout Machine.State) -> [Macrostep<Machine>.Step] {
        let (identity, limit) = (identity, watch.limits.actionEvents)
        let steps = Macrostep<Machine>.steps(of: event, in: state, actionLimit: limit) { identity.isUnchanged($0, $1) }
        if let last = steps.last { state = last.state }
        return steps
    }

    /// The events that may come in a state, from outside or from the effects that are live in it.
    @usableFromInline func probes(of state: Machine.State, in number: Int) -> [Machine.Event] {
        alphabet.external(in: state) + (live?.answers(in: number) ?? [])
    }

    private func haveSameBytes(_ state: Machine.State, _ other: Machine.State) -> Bool {
        withUnsafeBytes(of: state) { one in withUnsafeBytes(of: other) { one.elementsEqual($0) } }
    }

    /// Compares the behaviour of a state with the behaviour of the state that represents it, as far as repeating each
    /// event some times shows it.
    ///
    /// - Parameter evenIfEqual: Whether equal states that differ in memory are compared, too.
    @usableFromInline mutating func compare(_ state: Machine.State, with number: Int, evenIfEqual: Bool) {
        // A trap would end the process.
        guard transitions == nil else { return }
        let representative = space.states[number]
        let identity = identity
        if areEqual(state, representative), !evenIfEqual || haveSameBytes(state, representative) { return }
        if Machine.isTerminal(state) != Machine.isTerminal(representative) {
            space.note(.inexactAbstraction(shown: identity.text(representative), event: "its end"))
            return
        }
        for event in probes(of: state, in: number) {
            var (one, other) = (state, representative)
            // A difference that shows only after some events is most often that of something which counts them.
            for _ in 0..<16 where !Machine.isTerminal(one) && !Machine.isTerminal(other) {
                let (first, second) = (looks(of: event, in: &one), looks(of: event, in: &other))
                if first != second || !identity.isSame(one, other) {
                    space.note(.inexactAbstraction(shown: identity.text(representative), event: textOfState(event)))
                    return
                }
                if areEqual(one, other) { break }
            }
        }
    }
}
