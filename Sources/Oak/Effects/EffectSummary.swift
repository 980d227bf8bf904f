/// What an observer is told of an effect.
public struct EffectSummary: Hashable, Sendable {
    /// What the effect does.
    public let kind: EffectKind

    /// The identity given by the user, if any.
    public let id: EffectID?

    /// Tells the operations and compositions of a run apart; zero for effects that end at once.
    public let number: Int

    /// The components of a composite machine that the effect belongs to, the outermost first; empty for what is its own.
    public let component: [ComponentID]

    @inlinable
    init(kind: EffectKind, id: EffectID?, number: Int, component: [ComponentID] = []) {
        self.kind = kind
        self.id = id
        self.number = number
        self.component = component
    }
}
