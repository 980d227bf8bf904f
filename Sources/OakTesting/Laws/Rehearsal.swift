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

    private var walk: Walk<T>

    init(from state: T.State) { walk = Walk(from: state, checks: Checks([])) }

    var state: T.State { walk.state }

    /// Processes an event and the action events that follow from it, up to the limit of a run.
    mutating func take(_ event: T.Event) -> [Reaction] {
        var reactions: [Reaction] = []
        walk.pending = [event]
        while let event = walk.pending.popLast(), reactions.count <= Walk<T>.actionLimit {
            let (effect, output) = T.step(&walk.state, event: event)
            reactions.append(
                Reaction(
                    state: walk.state, effect: effect.map { EffectDescription($0) }, output: output,
                    live: LiveState(of: walk.state)))
            if T.isTerminal(walk.state) { break }
            // A misused reply is detected elsewhere; here it is the same on both sides.
            if let effect { _ = walk.push(effect) }
        }
        return reactions
    }
}
