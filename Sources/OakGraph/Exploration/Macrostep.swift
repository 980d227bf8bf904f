public import Oak

/// Performs macrosteps without the functions of effects.
@usableFromInline package struct Macrostep<Machine: ExecutableTransducer> {
    @usableFromInline package typealias Effect = TransducerEffect<Machine.Event, Machine.Env, Machine.Input>
    /// Receives each transition: the event, the state after it, the effect, the output and the intent; a reply to an
    /// action event has no output.
    @usableFromInline typealias Witness = (Machine.Event, Machine.State, Effect?, Machine.Output?, Intent) -> Void

    /// The machine that processes the effects of transitions.
    @usableFromInline var machine: Configuration<Machine>?
    @usableFromInline let actionLimit: Int
    /// Whether an effect has parts that begin only after others, which takes a ``LiveExploration``.
    @usableFromInline var needsLive = false
    /// Whether the latest event has left the state as it was, where that was to be known.
    @usableFromInline var isUnchanged: Bool?

    @inlinable init(actionLimit: Int) { self.actionLimit = actionLimit }

    /// Processes an event and the action events that follow from it.
    ///
    /// - Parameters:
    ///   - state: The state, which becomes the next one.
    ///   - event: The event.
    ///   - isSame: Returns whether two states are the same.
    ///   - witness: Receives each transition.
    /// - Returns: The intent for the event, and the parts of the macrostep.
    @inlinable
    @inline(__always)
    mutating func take(
        _ state: inout Machine.State, _ event: Machine.Event,
        isSame: (borrowing Machine.State, borrowing Machine.State) -> Bool, witness: Witness? = nil
    ) -> EdgeNote {
        let before = state
        return take(&state, from: before, event, isSame: isSame, witness: witness)
    }

    /// Processes an event and the action events that follow from it.
    ///
    /// - Parameters:
    ///   - state: The state, which becomes the next one.
    ///   - before: The same state, so that a large one is copied no more often than needed.
    ///   - event: The event.
    ///   - isSame: Returns whether two states are the same.
    ///   - witness: Receives each transition.
    /// - Returns: The intent for the event, and the parts of the macrostep.
    @inlinable
    @inline(__always)
    mutating func take(
        _ state: inout Machine.State, from before: borrowing Machine.State, _ event: Machine.Event,
        isSame: (borrowing Machine.State, borrowing Machine.State) -> Bool, witness: Witness? = nil
    ) -> EdgeNote {
        isUnchanged = nil
        let (effect, output) = Machine.step(&state, event: event)
        guard let effect else {
            let isSame = isSame(before, state)
            isUnchanged = isSame
            let intent: Intent = isSame && !isMessage(output) ? .ignored : .handled
            if let witness { witness(event, state, nil, output, intent) }
            return EdgeNote(intent)
        }
        var intent = Self.intent(of: effect)
        if intent != .handled, intent != .invalid, !isSame(before, state) || Machine.isTerminal(state) {
            // A reply, or a refusal, leaves the state as it was.
            intent = intent == .refused ? .handled : .invalid
        }
        if let witness { witness(event, state, effect, output, intent) }
        var note = EdgeNote(intent)
        guard intent == .handled else { return note }
        note[.effect] = true
        if !Machine.isTerminal(state) { processActions(of: effect, &state, &note, witness) }
        return note
    }

    @inlinable
    @inline(never)
    mutating func processActions(
        of effect: Effect, _ state: inout Machine.State, _ note: inout EdgeNote, _ witness: Witness?
    ) {
        let machine = machine ?? Configuration(state, actionLimit: actionLimit, withActivities: false)
        self.machine = machine
        machine.resume(in: state, with: effect)
        defer { state = machine.state }
        if effect.hasLaterParts { needsLive = true }
        func show(_ effect: Effect?, _ output: Machine.Output?) {
            note[.actions] = true
            if let witness, let event = machine.event {
                witness(event, machine.state, effect, output, effect.map { Self.intent(of: $0) } ?? .handled)
            }
        }
        while true {
            switch machine.next() {
            case .transition(let effect, let output):
                if let effect, effect.hasLaterParts { needsLive = true }
                show(effect, output)
            case .reply(let effect):
                note[.unexpectedAction] = true
                show(effect, nil)
            case .ended(let effect, let output): return show(effect, output)
            // No function of an effect is called.
            case .call:
                if machine.isSuspendedAmidst { needsLive = true }
                machine.answer(nil)
            case .rest: return
            case .endless:
                note.intent = .endless
                return
            case .failed(let error):
                note[.actions] = true
                if let witness, let event = machine.event, case TransducerError.postponedAction = error {
                    witness(event, machine.state, .postpone, nil, .postponed)
                }
                note.intent = .invalid
                return
            }
        }
    }

    /// The intent that an effect states by itself.
    @inlinable static func intent(of effect: Effect) -> Intent {
        switch effect.kind {
        case .postponement: .postponed
        case .unexpected: .unexpected
        case .events, .action, .isolatedAction, .operation, .isolatedOperation, .cancelTask, .departure: .handled
        case .rejection: effect.isOverruled ? .handled : .refused
        case .mistake: .invalid
        case .sequence, .combination, .list: intent(ofParts: effect)
        }
    }

    @inlinable
    @inline(never)
    static func intent(ofParts effect: Effect) -> Intent {
        var intent: Intent?
        effect.forEachPart { part in
            switch part.kind {
            case .sequence, .combination, .list: break
            case .mistake, .postponement, .unexpected: intent = .invalid
            case .rejection: intent = intent ?? (part.isOverruled ? .handled : .refused)
            case .events, .action, .isolatedAction, .operation, .isolatedOperation, .cancelTask, .departure:
                if intent != .invalid { intent = .handled }
            }
        }
        return intent ?? .handled
    }

    /// One `update` of a macrostep.
    package struct Step {
        package let event: Machine.Event
        package let state: Machine.State
        package let effect: Effect?
        package let output: Machine.Output?
        package let intent: Intent

        /// The difference of the effect or output from that of another step.
        func difference(from other: Self) -> String? {
            if effect.map({ EffectLooks($0) }) != other.effect.map({ EffectLooks($0) }) { return "another effect" }
            guard Machine.Output.self != Void.self else { return nil }
            return output.map { Likeness($0) } != other.output.map { Likeness($0) } ? "another output" : nil
        }
    }

    /// The updates of a macrostep.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - state: The state before.
    ///   - actionLimit: The maximum number of action events.
    ///   - isSame: Returns whether a state was left as it was.
    package static func steps(
        of event: Machine.Event, in state: Machine.State, actionLimit: Int,
        isSame: (borrowing Machine.State, borrowing Machine.State) -> Bool
    ) -> [Step] {
        var steps: [Step] = []
        var (state, macrostep) = (state, Self(actionLimit: actionLimit))
        _ = macrostep.take(&state, event, isSame: isSame) { event, state, effect, output, intent in
            steps.append(Step(event: event, state: state, effect: effect, output: output, intent: intent))
        }
        return steps
    }
}

/// The visible parts of an effect, by value.
struct EffectLooks: Equatable {
    let kind: EffectKind
    let id: EffectID?
    let child: [ChildID]
    let events: [Likeness]
    let delay: PauseLength?
    let parts: [EffectLooks]

    /// - Parameter isWhole: Whether the values in action events count.
    init<Event, Env, Input>(_ effect: TransducerEffect<Event, Env, Input>, withEvents isWhole: Bool = true) {
        kind = effect.kind
        id = effect.id
        child = effect.child
        events = isWhole ? effect.events.map { Likeness($0) } : []
        delay = PauseLength(of: effect)
        parts = effect.parts.map { EffectLooks($0, withEvents: isWhole) }
    }
}

/// The intent and the effect of one transition.
@usableFromInline struct StepLooks: Equatable {
    let intent: Intent
    let effect: EffectLooks?
}
