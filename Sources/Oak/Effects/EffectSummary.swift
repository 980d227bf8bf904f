/// What an observer is told of an effect.
public struct EffectSummary: Hashable, Sendable {
    /// What the effect does.
    public let kind: EffectKind

    /// The identity given by the user, if any.
    public let id: EffectID?

    /// Tells the operations and compositions of a run apart; zero for effects that end at once.
    public let number: Int

    @inlinable
    init(kind: EffectKind, id: EffectID?, number: Int) {
        self.kind = kind
        self.id = id
        self.number = number
    }
}
