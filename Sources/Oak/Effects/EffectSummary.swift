/// What an observer is told of an effect.
public struct EffectSummary: Hashable, Sendable {
    /// What the effect does.
    public let kind: EffectKind

    /// The identity given by the user, if any.
    public let id: EffectID?

    /// Tells the operations and compositions of a run apart; zero for effects that end at once.
    public let number: Int

    /// The children of a composite machine that the effect belongs to, the outermost first; empty for what is its own.
    public let child: [ChildID]

    /// Whether it is an activity: named by the state, not by a transition.
    public let isActivity: Bool

    @inlinable
    init(kind: EffectKind, id: EffectID?, number: Int, child: [ChildID] = [], isActivity: Bool = false) {
        self.kind = kind
        self.id = id
        self.number = number
        self.child = child
        self.isActivity = isActivity
    }
}
