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
    public let id: EffectID?

    /// The action events of an effect of the kind `EffectKind.events`; otherwise empty.
    public let events: [Event]

    /// The parts of a composition, in their order; otherwise empty.
    public let parts: [EffectDescription]

    /// The names of the departing child, or of the child that did not expect the event; otherwise empty.
    package let child: [ChildID]

    /// Whether it is an activity: named by the state, not by a transition.
    public let isActivity: Bool

    let pause: PauseLength?

    /// Whether events and parts are known; observers do not receive them.
    let isComplete: Bool

    init(
        _ kind: EffectKind, id: EffectID? = nil, events: [Event] = [], parts: [EffectDescription] = [],
        child: [ChildID] = [], isActivity: Bool = false, pause: PauseLength? = nil, isComplete: Bool = true
    ) {
        self.kind = kind
        self.id = id
        self.events = events
        self.parts = parts
        self.child = child
        self.isActivity = isActivity
        self.pause = pause
        self.isComplete = isComplete
    }

    /// Describes an effect without calling its functions.
    ///
    /// - Parameter effect: The effect, as returned by a transition.
    /// - Complexity: O(*n*) for an effect of *n* parts.
    public init<Env, Input>(_ effect: TransducerEffect<Event, Env, Input>) {
        self.init(
            effect.kind, id: effect.id, events: effect.events, parts: effect.parts.map { Self($0) },
            child: effect.kind == .departure || effect.kind == .unexpected ? effect.child : [],
            pause: PauseLength(of: effect))
    }

    /// Describes an effect from an observer's summary: its kind, its identity, and whether it is an activity.
    ///
    /// - Parameter summary: The summary that the observer received.
    package init(_ summary: EffectSummary) {
        self.init(summary.kind, id: summary.id, isActivity: summary.isActivity, isComplete: false)
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
        guard kind == actual.kind, id == actual.id, child == actual.child, isActivity == actual.isActivity,
            pause == nil || pause == actual.pause || !actual.isComplete
        else {
            return false
        }
        guard isComplete, actual.isComplete else { return true }
        return haveEqualEvents(self, actual) && parts.count == actual.parts.count
            && zip(parts, actual.parts).allSatisfy { $0.matches($1) }
    }
}

extension EffectDescription: Equatable {
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.kind == rhs.kind && lhs.id == rhs.id && lhs.pause == rhs.pause && lhs.isComplete == rhs.isComplete
            && lhs.child == rhs.child && lhs.isActivity == rhs.isActivity && lhs.parts == rhs.parts
            && haveEqualEvents(lhs, rhs)
    }
}

extension EffectDescription: Sendable where Event: Sendable {}

private func haveEqualEvents<Event>(_ lhs: EffectDescription<Event>, _ rhs: EffectDescription<Event>) -> Bool {
    lhs.events.count == rhs.events.count && zip(lhs.events, rhs.events).allSatisfy { areAlike($0, $1) }
}

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
