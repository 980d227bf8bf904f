import Oak

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

extension Macrostep.Step {
    /// The difference of the effect or output from that of another step.
    func difference(from other: Self) -> String? {
        if effect.map({ EffectLooks($0) }) != other.effect.map({ EffectLooks($0) }) { return "another effect" }
        guard Machine.Output.self != Void.self else { return nil }
        return output.map { Likeness($0) } != other.output.map { Likeness($0) } ? "another output" : nil
    }
}
