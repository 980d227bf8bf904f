/// A description of an effect for an observer.
public struct EffectSummary: Hashable, Sendable {
    /// The kind of the effect.
    public let kind: EffectKind

    /// The identity given by the user, if any.
    public let id: EffectID?

    /// A number that distinguishes the operations and compositions of a run; zero for effects that end at once.
    public let number: Int

    /// The path to the child that the effect belongs to, outermost first; empty for the machine's own effects.
    public let child: [ChildID]

    /// Whether the effect is an activity, named by the state instead of a transition.
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
