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

    @inlinable init(kind: EffectKind, id: EffectID?, number: Int, child: [ChildID] = [], isActivity: Bool = false) {
        self.kind = kind
        self.id = id
        self.number = number
        self.child = child
        self.isActivity = isActivity
    }
}

extension EffectSummary {
    /// The effect in a sentence: the operation load of child player.
    package var noun: String { noun { "\($0)" } }

    /// The effect in a sentence.
    ///
    /// - Parameter describe: Describes its identity.
    package func noun(_ describe: (any Hashable & Sendable) -> String) -> String {
        // The child is told besides.
        let own = id.map { ($0.base as? ChildEffectID)?.id ?? $0 }
        let name = own.map { " \(describe($0.base))" } ?? ""
        let owner = child.isEmpty ? "" : " of child \(child.map(\.description).joined(separator: "."))"
        return isActivity ? "the activity\(name)\(owner)" : "the \(kind)\(name)\(owner)"
    }
}

/// The kinds of effects.
public enum EffectKind: Hashable, Sendable {
    /// Action events, known in advance.
    case events
    /// A function that returns action events.
    case action
    /// A function on the system actor that returns action events.
    case isolatedAction
    /// A function that runs beside the machine.
    case operation
    /// A function that runs beside the machine on the system actor.
    case isolatedOperation
    /// The cancellation of another effect.
    case cancelTask
    /// Effects carried out one after another.
    case sequence
    /// Effects carried out side by side.
    case combination
    /// Independent effects that begin one after another; not a composition that could be cancelled.
    case list
    /// The departure of a child, which cancels all of its effects.
    case departure
    /// An event for a child that accepts no events.
    case rejection
    /// The end of the run, because a composite was used inconsistently.
    case mistake
    /// Not work, but a reply: the event is put aside and offered again later.
    case postponement
    /// Not work, but a reply: the state does not expect the event.
    case unexpected
}

/// The reason why an effect was cancelled.
public enum CancellationReason: Hashable, Sendable {
    /// An effect with the same identity replaced it.
    case replaced
    /// A transition returned ``TransducerEffect/cancelTask(_:)``.
    case cancelTask
    /// The state no longer names the activity.
    case stateLeft
    /// The child that the effect belongs to is no longer active.
    case childDeparted
    /// The child that the effect belongs to has ended.
    case childEnded
    /// Another part of the effect's composition failed, and the composition turned the error into an event.
    case partFailed
    /// The machine ended.
    case machineEnded
}
