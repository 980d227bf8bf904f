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
    /// Follows live effects with declared answers; `nil` if there are none.
    @usableFromInline var tracker: LiveTracker<Machine>?
    /// The traps of the level that is being left, by state and event; `nil` unless they are to be found.
    @usableFromInline var traps: TrapsOfLevel?

    @inlinable init(
        _ alphabet: Alphabet<Machine>, _ identity: Identity, limits: GraphLimits, findingTraps: Bool,
        progress: ((ExplorationProgress) -> Bool)?
    ) {
        self.alphabet = alphabet
        self.identity = identity
        watch = ExplorationWatch(limits, progress)
        space = StateSpace()
        macrostep = Macrostep(actionLimit: limits.actionEvents)
        tracker = LiveTracker(alphabet)
        traps = findingTraps ? TrapsOfLevel() : nil
    }

    @inlinable mutating func explore(from initial: [Machine.State]) {
        if initial.isEmpty { space.cut = .noInitialState }
        for state in initial {
            tracker?.begin(in: state)
            // Nothing but initial states has been found yet.
            if number(of: state, foundBy: .max) == space.initial.count { space.initial.append(space.initial.count) }
        }
        watch.levelEnd = space.states.count
        if let limit = watch.limits.depth, limit <= 0, space.isOpen { space.cut = .depth(limit: limit) }
        switch (alphabet.source, tracker) {
        case (.fixed(let events), nil) where !events.isEmpty: leaveAll { _, _ in events }
        case (.fixed, _), (.generated, _): leaveAll { explorer, number in explorer.events(in: number) }
        }
        space.endExploration()
    }

    @inlinable
    @inline(__always)
    mutating func leaveAll(_ events: (inout Explorer, Int) -> [Machine.Event]) {
        var next = 0
        while next < space.states.count, space.isOpen {
            if watch.isDue(next), let cut = watch.look(at: next, of: space.size) {
                space.cut = cut
                return
            }
            if traps != nil, next == traps?.end { findTraps(from: next) }
            if !Machine.isTerminal(space.states[next]) { leave(next, events(&self, next)) }
            space.offsets.append(UInt32(truncatingIfNeeded: space.targets.count))
            next += 1
        }
    }

    /// Tries the transitions of the next level in a copy of the process.
    @usableFromInline mutating func findTraps(from start: Int) {
        let level = start..<space.states.count
        var pairs: [(state: Int, event: Int, Machine.Event)] = []
        for number in level where !Machine.isTerminal(space.states[number]) {
            pairs += events(in: number).enumerated().map { (number, $0.offset, $0.element) }
        }
        let identity = identity
        let reasons = TrapDetector().traps(among: pairs.count) { index in
            var state = space.states[pairs[index].state]
            var macrostep = Macrostep<Machine>(actionLimit: watch.limits.actionEvents)
            _ = macrostep.take(&state, pairs[index].2, isSame: { identity.isUnchanged($0, $1) })
        }
        traps?.begin(endingAt: level.upperBound)
        for (index, reason) in reasons { traps?.note(reason, of: pairs[index].state, pairs[index].event) }
    }

    /// The events of a state, as far as they depend on it.
    @inlinable mutating func events(in number: Int) -> [Machine.Event] {
        let state = space.states[number]
        let events = tracker?.events(in: state, set: space.liveSets[number]) ?? alphabet.external(in: state)
        if events.isEmpty { space.note(.noEvent(state: textOfState(state))) }
        return events
    }

    @inlinable
    @inline(__always)
    mutating func leave(_ number: Int, _ events: [Machine.Event]) {
        let state = space.states[number]
        let identity = identity
        let isProbe = number < 1 << 12 || number & 1023 == 0
        for index in events.indices {
            let edge = space.targets.count
            var after = state
            let note: EdgeNote
            if let reason = traps?.reason(of: number, index) {
                space.traps[edge] = reason
                note = EdgeNote(.trapped)
                tracker?.note(index, to: state, note)
            } else if let tracker {
                note = macrostep.take(
                    &after, events[index], isSame: { identity.isUnchanged($0, $1) }, witness: tracker.witness)
                tracker.note(index, to: after, note)
            } else {
                note = macrostep.take(&after, events[index], isSame: { identity.isUnchanged($0, $1) })
            }
            if note[.eventAfterCancellation] {
                space.note(.eventAfterCancellation(event: textOfState(events[index]), state: textOfState(state)))
            }
            let target: Int
            switch note.intent {
            case .endless, .invalid, .trapped: target = number
            case .handled, .ignored, .postponed, .unexpected, .refused:
                if tracker == nil, identity.isSame(after, state) {
                    target = number
                    if isProbe { probe(after, equal: state) }
                } else {
                    target = self.number(of: after, foundBy: UInt32(truncatingIfNeeded: edge))
                }
            }
            // The maximum number of states is reached.
            if target < 0 {
                space.isLastPartial = true
                return
            }
            space.targets.append(UInt32(truncatingIfNeeded: target))
            space.notes.append(note)
            if Identity.isAbstract { compare(after, with: target) }
        }
    }

    /// The number of a state, which is new if it has none; negative if there is no room for it.
    @inlinable
    @inline(__always)
    mutating func number(of state: Machine.State, foundBy edge: UInt32) -> Int {
        let set = tracker?.set ?? 0
        let hash = identity.hash(state) ^ Int(set) &* 0x2545_F491_4F6C_DD1D
        let place = table.place(forHash: hash) { number in
            identity.isSame(space.states[number], state) && (tracker == nil || space.liveSets[number] == set)
        }
        switch place {
        case .found(let number): return number
        case .free(let slot):
            let number = space.states.count
            guard number < watch.limits.states, number < StateSpace<Machine.State>.capacity else {
                space.cut = .states(limit: number, growing: nil)
                return -1
            }
            table.insert(number, hash: hash, at: slot)
            space.append(state, foundBy: edge)
            if tracker != nil { space.liveSets.append(set) }
            if number < 1 << 12 { probe(state, equal: state) }
            return number
        }
    }

    /// Compares the hashes of two states that ought to be equal.
    @inlinable
    @inline(never)
    mutating func probe(_ state: Machine.State, equal other: Machine.State) {
        if !identity.isSame(state, other) || identity.hash(state) != identity.hash(other) {
            space.cut = .unreliableEquality(state: textOfState(state))
        }
    }

    /// Compares the behaviour of a state with that of the state which represents it, as far as repeating each event
    /// some times shows it.
    @inlinable
    @inline(never)
    mutating func compare(_ state: Machine.State, with number: Int) {
        // A trap would end the process.
        guard traps == nil else { return }
        let representative = space.states[number]
        let identity = identity
        guard !areEqual(state, representative) else { return }
        if Machine.isTerminal(state) != Machine.isTerminal(representative) {
            space.note(.inexactAbstraction(shown: identity.text(representative), event: "its end"))
            return
        }
        for event in alphabet.external(in: state) {
            var (one, other) = (state, representative)
            // A difference that shows only after some events is most often that of something which counts them.
            for _ in 0..<16 where !Machine.isTerminal(one) && !Machine.isTerminal(other) {
                let note = macrostep.take(&one, event, isSame: { identity.isUnchanged($0, $1) })
                let expected = macrostep.take(&other, event, isSame: { identity.isUnchanged($0, $1) })
                // Whether a hidden part changes makes no difference to what is shown.
                let agree = note.intent.isSilent && expected.intent.isSilent || note.intent == expected.intent
                if !agree || !identity.isSame(one, other) {
                    space.note(.inexactAbstraction(shown: identity.text(representative), event: textOfState(event)))
                    return
                }
                if areEqual(one, other) { break }
            }
        }
    }
}

/// The transitions of one level of an exploration whose `update` does not return.
@usableFromInline struct TrapsOfLevel {
    /// The reasons by state and index of the event.
    private var reasons: [Int: [Int: String]] = [:]
    /// The end of the level.
    @usableFromInline private(set) var end = 0

    @usableFromInline init() {}

    mutating func begin(endingAt end: Int) {
        self.end = end
        reasons = [:]
    }

    mutating func note(_ reason: String, of state: Int, _ event: Int) { reasons[state, default: [:]][event] = reason }

    @usableFromInline func reason(of state: Int, _ event: Int) -> String? { reasons[state]?[event] }
}
