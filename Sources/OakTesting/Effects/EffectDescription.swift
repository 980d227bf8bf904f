public import Oak
import OakGraph

/// The visible parts of an effect, without its functions, for tests to state and to compare.
///
/// Describe the effect that a transition is expected to have:
///
/// ```swift
/// enum Event { case loaded }
/// let expected: EffectDescription<Event> = .sequence([.cancelTask("load"), .operation(id: "load")])
/// #expect(expected.parts.count == 2)
/// ```
///
/// Two descriptions are equal if they agree in kind, identity, delay, action events and parts. To compare an expected
/// effect with an actual one use ``matches(_:)``, which ignores the details that one of the two does not state. Events
/// that are not `Equatable` are equal if their dumps are.
public struct EffectDescription<Event> {
    /// The kind of the effect.
    public let kind: EffectKind

    /// The identity of an operation or a composition, or of the effect to be cancelled; `nil` if there is none.
    public internal(set) var id: EffectID?

    /// The action events of an effect of the kind `EffectKind.events`; otherwise empty.
    public internal(set) var events: [Event] = []

    /// The parts of a composition, in their order; otherwise empty.
    public internal(set) var parts: [EffectDescription] = []

    /// The names of the departing child, or of the child that did not expect the event; otherwise empty.
    package internal(set) var child: [ChildID] = []

    /// Whether it is an activity: named by the state, not by a transition.
    public internal(set) var isActivity = false

    var pause: PauseLength?

    /// Whether events and parts are known; observers do not receive them.
    var isComplete = true
}

extension EffectDescription {
    /// Describes an effect without calling its functions.
    ///
    /// - Parameter effect: The effect, as returned by a transition.
    /// - Complexity: O(*n*) for an effect of *n* parts.
    public init<Env, Input>(_ effect: TransducerEffect<Event, Env, Input>) {
        self.init(
            kind: effect.kind, id: effect.id, events: effect.events, parts: effect.parts.map { Self($0) },
            child: effect.kind == .departure || effect.kind == .unexpected ? effect.child : [],
            pause: PauseLength(of: effect))
    }

    /// Describes an effect from an observer's summary: its kind, its identity, and whether it is an activity.
    ///
    /// - Parameter summary: The summary that the observer received.
    package init(_ summary: EffectSummary) {
        self.init(kind: summary.kind, id: summary.id, isActivity: summary.isActivity, isComplete: false)
    }

    /// Returns whether an effect satisfies this description.
    ///
    /// Kind and identity have to be equal; a description without an identity requires an effect without one. An
    /// activity never matches an effect of a transition. A delay counts if this description states one. Events and
    /// parts count unless one of the two descriptions was made from an `EffectSummary`.
    ///
    /// - Parameter actual: A description of the actual effect.
    /// - Returns: Whether the effect agrees with everything that this description states.
    public func matches(_ actual: EffectDescription) -> Bool {
        (pause == nil || pause == actual.pause || !actual.isComplete) && agrees(with: actual) { $0.matches($1) }
    }

    /// Whether the descriptions agree in everything but the pause, as far as both state it.
    private func agrees(with other: Self, comparingPartsBy areAlikeParts: (Self, Self) -> Bool) -> Bool {
        guard kind == other.kind, id == other.id, child == other.child, isActivity == other.isActivity else {
            return false
        }
        guard isComplete, other.isComplete else { return true }
        return events.elementsEqual(other.events, by: areAlike)
            && parts.elementsEqual(other.parts, by: areAlikeParts)
    }
}

extension EffectDescription: Equatable {
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.pause == rhs.pause && lhs.isComplete == rhs.isComplete && lhs.agrees(with: rhs, comparingPartsBy: ==)
    }
}

extension EffectDescription: Sendable where Event: Sendable {}

extension EffectDescription {
    /// The parts of a composition that begin with it: of a sequence, those up to the first that lasts.
    var partsStartedAtOnce: [EffectDescription] {
        guard kind == .sequence else { return parts }
        let end = parts.firstIndex(where: \.lasts).map { $0 + 1 } ?? parts.endIndex
        return Array(parts[..<end])
    }

    private var lasts: Bool {
        kind == .operation || kind == .isolatedOperation || parts.contains(where: \.lasts)
    }
}
