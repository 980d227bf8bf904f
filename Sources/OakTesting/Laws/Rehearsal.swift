import Oak

/// Leads a machine through events, and records its visible reactions without running anything.
struct Rehearsal<T: ExecutableTransducer> {
    /// One transition with its results.
    struct Reaction {
        let state: T.State
        let effect: EffectDescription<T.Event>?
        let output: T.Output
        let live: LiveState<T>
    }

    private(set) var state: T.State

    init(from state: T.State) { self.state = state }

    /// Processes an event and the action events that follow from it, up to the limit of a run.
    mutating func take(_ event: T.Event) -> [Reaction] {
        var reactions: [Reaction] = []
        var pending = ActionStack<T>()
        var next: T.Event? = event
        while let event = next, reactions.count <= Walk<T>.actionLimit {
            let (effect, output) = T.step(&state, event: event)
            reactions.append(
                Reaction(
                    state: state, effect: effect.map { EffectDescription($0) }, output: output,
                    live: LiveState(of: state)))
            if T.isTerminal(state) { break }
            // A misused reply is detected elsewhere; here it is the same on both sides.
            if let effect { _ = pending.push(effect) }
            next = pending.pop()
        }
        return reactions
    }
}
