public import Oak

/// What an effect is, without what its functions do: what a test states, and what it is told.
///
/// Describe the effect that a transition is expected to have:
///
/// ```swift
/// enum Event { case loaded }
/// let expected: EffectDescription<Event> = .sequence([.cancelTask("load"), .operation(id: "load")])
/// #expect(expected.children.count == 2)
/// ```
///
/// Two descriptions are equal if they agree in kind, identity, delay, action events and parts. To compare what a test expects
/// with what is there use ``matches(_:)``, which leaves aside what one of the two does not say. Events that are not
/// `Equatable` are equal if they look the same when they are dumped.
public struct EffectDescription<Event> {
    /// What kind of effect it is.
    public let kind: EffectKind

    /// The identity of an operation or a composition, or of what is to be cancelled; `nil` if there is none.
    public let id: EffectID?

    /// The action events, for an effect of the kind `EffectKind.events`; otherwise empty.
    public let events: [Event]

    /// The parts of a composition, in their order; otherwise empty.
    public let children: [EffectDescription]

    /// The names of the child that goes, for a departure, or that did not expect the event; otherwise empty.
    public let child: [ChildID]

    /// Whether it is an activity: named by the state, not by a transition.
    public let isActivity: Bool

    let pause: PauseLength?

    /// Whether events and parts are known; of an effect that an observer was told of they are not.
    let isComplete: Bool

    init(
        _ kind: EffectKind, id: EffectID? = nil, events: [Event] = [], children: [EffectDescription] = [],
        child: [ChildID] = [], isActivity: Bool = false, pause: PauseLength? = nil, isComplete: Bool = true
    ) {
        self.kind = kind
        self.id = id
        self.events = events
        self.children = children
        self.child = child
        self.isActivity = isActivity
        self.pause = pause
        self.isComplete = isComplete
    }
}

extension EffectDescription {
    /// Describes an effect; its functions are not called.
    ///
    /// - Parameter effect: The effect, as a transition returned it.
    /// - Complexity: O(*n*) for an effect of *n* parts.
    public init<Env, Input>(_ effect: TransducerEffect<Event, Env, Input>) {
        self.init(
            effect.kind, id: effect.id, events: effect.events, children: effect.children.map { Self($0) },
            child: Self.namesChild(effect.kind) ? effect.child : [], pause: PauseLength(of: effect))
    }

    private static func namesChild(_ kind: EffectKind) -> Bool {
        switch kind {
        case .departure, .unexpected: true
        case .events, .action, .isolatedAction, .operation, .isolatedOperation, .cancelTask, .sequence, .combination,
            .list, .rejection, .mistake, .postponement:
            false
        }
    }

    /// Describes an effect that an observer was told of: its kind, its identity, and whether it is an activity.
    ///
    /// - Parameter summary: What the observer was told.
    public init(_ summary: EffectSummary) {
        self.init(summary.kind, id: summary.id, isActivity: summary.isActivity, isComplete: false)
    }
}

extension EffectDescription {
    /// Tells whether an effect is what this description asks for.
    ///
    /// Kind and identity have to be equal; no identity asks for an effect without one. An activity is no effect of a transition.
    /// A delay counts if this description states one. Events and parts count unless one of the two was made from an
    /// `EffectSummary`.
    ///
    /// - Parameter actual: A description of the effect that is there.
    /// - Returns: Whether nothing that this description states is different.
    public func matches(_ actual: EffectDescription) -> Bool {
        guard kind == actual.kind, id == actual.id, child == actual.child, isActivity == actual.isActivity,
            pause == nil || pause == actual.pause || !actual.isComplete
        else {
            return false
        }
        guard isComplete, actual.isComplete else { return true }
        return haveEqualEvents(self, actual) && children.count == actual.children.count
            && zip(children, actual.children).allSatisfy { $0.matches($1) }
    }
}

extension EffectDescription: Equatable {
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.kind == rhs.kind && lhs.id == rhs.id && lhs.pause == rhs.pause && lhs.isComplete == rhs.isComplete
            && lhs.child == rhs.child && lhs.isActivity == rhs.isActivity && lhs.children == rhs.children
            && haveEqualEvents(lhs, rhs)
    }
}

extension EffectDescription: Sendable where Event: Sendable {}

private func haveEqualEvents<Event>(_ lhs: EffectDescription<Event>, _ rhs: EffectDescription<Event>) -> Bool {
    lhs.events.count == rhs.events.count && zip(lhs.events, rhs.events).allSatisfy { areAlike($0, $1) }
}

extension EffectDescription {
    /// The parts of a composition that begin when it begins: of a sequence, those up to the first that lasts.
    var partsStartedAtOnce: [EffectDescription] {
        guard kind == .sequence else { return children }
        let end = children.firstIndex(where: \.lasts).map { $0 + 1 } ?? children.endIndex
        return Array(children[..<end])
    }

    private var lasts: Bool {
        switch kind {
        case .operation, .isolatedOperation: true
        case .sequence, .combination, .list: children.contains(where: \.lasts)
        case .events, .action, .isolatedAction, .cancelTask, .departure, .rejection, .mistake, .postponement,
            .unexpected:
            false
        }
    }
}
