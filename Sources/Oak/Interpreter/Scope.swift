/// A composition that is being carried out, accessed only by the loop.
@usableFromInline final class Scope<Event, Env, Input> {
    @usableFromInline typealias Effect = TransducerEffect<Event, Env, Input>

    @usableFromInline enum Flow {
        case oneAfterTheOther
        case sideBySide
    }

    /// Whether more parts may begin, and if not, why.
    @usableFromInline enum Standing {
        case goingOn
        /// A part has failed, and the composition handled the error. It counts as ended in the composition around it.
        case failed(any Error)
        /// The composition, or one that contains it, was cancelled.
        case cancelled
    }

    @usableFromInline let summary: EffectSummary
    @usableFromInline let flow: Flow
    @usableFromInline let parent: Scope?

    /// The number of compositions around it.
    @usableFromInline let depth: Int
    /// The outermost composition around it; `nil` if there is none.
    @usableFromInline let root: Scope?
    /// A composition further out, so that a search passes O(log *n*) of *n* compositions; see ``isWithin(_:)``.
    @usableFromInline let shortcut: Scope?

    /// Whether any part outlasts the macrostep; only then does the composition around it wait for it.
    @usableFromInline let isLasting: Bool

    /// Whether all parts belong to the same child as the composition.
    @usableFromInline let isPure: Bool

    /// Whether any part, at any depth, has a name.
    @usableFromInline let hasNamedParts: Bool

    /// The end of the child, if the composition is an exit effect.
    @usableFromInline let ending: Ending?

    /// Turns an error of a part into an event; released at the end, as are the parts that have not begun, because an
    /// input of a part may retain the composition.
    @exclusivity(unchecked) @usableFromInline var handler: Effect.Handler?

    /// The name that the composition holds.
    @usableFromInline let tag: NameTag?

    /// The time of the answer that contained it; see ``Departures``.
    @usableFromInline let time: Int

    /// The parts that have not begun.
    @exclusivity(unchecked) @usableFromInline var remaining: ArraySlice<Effect>

    /// The number of lasting parts that have begun and not ended.
    @exclusivity(unchecked) @usableFromInline var live = 0

    /// The numbers of the live parts: operations here, compositions below.
    @exclusivity(unchecked) @usableFromInline var operations = NumberedQueue<Void>()
    @exclusivity(unchecked) @usableFromInline var scopes = NumberedQueue<Void>()

    /// Whether the composition is on the stack, to continue later.
    @exclusivity(unchecked) @usableFromInline var isQueued = false

    @exclusivity(unchecked) @usableFromInline var standing = Standing.goingOn

    /// The names that any step in an outermost composition has waited for.
    @exclusivity(unchecked) @usableFromInline var awaitedTags: [ObjectIdentifier: NameTag] = [:]

    @inlinable init(
        _ work: Effect.Work, parts: [Effect], summary: EffectSummary, flow: Flow, tag: NameTag?, parent: Scope?,
        time: Int
    ) {
        self.summary = summary
        self.flow = flow
        self.parent = parent
        depth = parent.map { $0.depth + 1 } ?? 0
        root = parent?.root ?? parent
        shortcut = Scope.shortcut(from: parent)
        self.tag = tag
        self.time = time
        isLasting = work.isLasting
        isPure = work.nature.isPure
        hasNamedParts = work.nature.hasNamedParts
        ending = work.ending
        handler = work.traits.handler
        remaining = parts[...]
    }

    /// Creates a composition at the same point of its progress.
    @inlinable init(copying other: Scope, in parent: Scope?, tag: NameTag?) {
        summary = other.summary
        flow = other.flow
        self.parent = parent
        depth = other.depth
        root = parent?.root ?? parent
        shortcut = Scope.shortcut(from: parent)
        self.tag = tag
        time = other.time
        isLasting = other.isLasting
        isPure = other.isPure
        hasNamedParts = other.hasNamedParts
        ending = other.ending
        handler = other.handler
        remaining = other.remaining
        live = other.live
        operations = other.operations
        scopes = other.scopes
        isQueued = other.isQueued
        standing = other.standing
    }

    /// The shortcut of a composition in another one.
    @inlinable static func shortcut(from parent: Scope?) -> Scope? {
        guard let parent, let near = parent.shortcut, let far = near.shortcut,
            parent.depth - near.depth == near.depth - far.depth
        else { return parent }
        return far
    }

    @inlinable var number: Int { summary.number }

    /// Whether the composition is an exit effect of a child.
    @inlinable var isExit: Bool { ending != nil }

    /// The namespace of the parts.
    @inlinable var space: EffectName.Space {
        let outermost = (root ?? self).summary
        return outermost.isActivity ? outermost.id.map { .parts(of: $0) } ?? .activities : .effects
    }

    @inlinable var isGoingOn: Bool { if case .goingOn = standing { true } else { false } }

    @inlinable var isCancelled: Bool { if case .cancelled = standing { true } else { false } }

    /// Records that a step has waited for the previous holders of a name; all later steps wait for them, too.
    @inlinable func noteAwaited(_ tag: NameTag) { (root ?? self).awaitedTags[ObjectIdentifier(tag)] = tag }

    /// Whether a step of the composition, or of one around it, has waited for the previous holders of a name.
    @usableFromInline func hasAwaited(_ tag: NameTag) -> Bool {
        (root ?? self).awaitedTags[ObjectIdentifier(tag)] != nil
    }

    /// The error of a failed part.
    @inlinable var failure: (any Error)? { if case .failed(let error) = standing { error } else { nil } }

    /// Whether this is another composition, or a part of it at any depth.
    ///
    /// The shortcuts are those of E. W. Myers, "An applicative random-access stack" (Information Processing Letters,
    /// 1983).
    ///
    /// - Complexity: O(log *d*), where *d* is the depth to which the composition is nested.
    @inlinable func isWithin(_ other: Scope) -> Bool {
        var scope = self
        while scope.depth > other.depth, let parent = scope.parent {
            if let shortcut = scope.shortcut, shortcut.depth >= other.depth { scope = shortcut } else { scope = parent }
        }
        return scope === other
    }
}

extension TransducerEffect.Work {
    /// The name of the work, or of the effect to cancel.
    ///
    /// - Parameter scope: The composition that the work is a part of.
    @inlinable func name(in scope: Scope<Event, Env, Input>?) -> EffectName? {
        id.map { EffectName($0, ending: ending, in: traits.isActivity ? .activities : scope?.space ?? .effects) }
    }
}

extension Optional {
    /// A composition and those around it, the innermost first.
    func around<Event, Env, Input>() -> [Scope<Event, Env, Input>] where Wrapped == Scope<Event, Env, Input> {
        map { Array(sequence(first: $0, next: \.parent)) } ?? []
    }
}
