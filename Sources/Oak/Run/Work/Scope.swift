/// A composition that is being carried out, accessed only by the loop.
@usableFromInline
final class Scope<Event, Env, Input> {
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

    /// Whether any part outlasts the macrostep; only then does the composition around it wait for it.
    @usableFromInline let isLasting: Bool

    /// Whether all parts belong to the same child as the composition.
    @usableFromInline let isPure: Bool

    /// The end of the child, if the composition is an exit effect.
    @usableFromInline let ending: Ending?

    /// Turns an error of a part into an event.
    @usableFromInline let handler: Effect.Handler?

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

    /// The names that a step of the composition has waited for.
    @exclusivity(unchecked) @usableFromInline var awaitedTags: [ObjectIdentifier: NameTag] = [:]

    @inlinable
    init(
        _ work: Effect.Work, parts: [Effect], summary: EffectSummary, flow: Flow, tag: NameTag?, parent: Scope?,
        time: Int
    ) {
        self.summary = summary
        self.flow = flow
        self.parent = parent
        self.tag = tag
        self.time = time
        isLasting = work.isLasting
        isPure = work.nature.isPure
        ending = work.ending
        handler = work.traits.handler
        remaining = parts[...]
    }

    @inlinable
    var number: Int { summary.number }

    /// Whether the composition is an exit effect of a child.
    @inlinable
    var isExit: Bool { ending != nil }

    @inlinable
    var isGoingOn: Bool {
        switch standing {
        case .goingOn: true
        case .failed, .cancelled: false
        }
    }

    @inlinable
    var isCancelled: Bool {
        switch standing {
        case .cancelled: true
        case .goingOn, .failed: false
        }
    }

    /// Records that a step has waited for the previous holders of a name; the steps after it wait for them, too.
    @inlinable
    func noteAwaited(_ tag: NameTag) {
        var scope: Scope? = self
        while let current = scope {
            current.awaitedTags[ObjectIdentifier(tag)] = tag
            scope = current.parent
        }
    }

    /// Whether a step of the composition, or of one around it, has waited for the previous holders of a name.
    @inlinable
    func hasAwaited(_ tag: NameTag) -> Bool {
        var scope: Scope? = self
        while let current = scope {
            if current.awaitedTags[ObjectIdentifier(tag)] != nil { return true }
            scope = current.parent
        }
        return false
    }

    /// The error of a failed part.
    @inlinable
    var failure: (any Error)? {
        switch standing {
        case .failed(let error): error
        case .goingOn, .cancelled: nil
        }
    }

    /// Whether the composition, or one that contains it, holds a name, which its parts then share.
    ///
    /// - Complexity: O(*d*), where *d* is the depth to which the composition is nested.
    @inlinable
    func goes(by tag: NameTag) -> Bool {
        var scope: Scope? = self
        while let current = scope {
            if current.tag === tag { return true }
            scope = current.parent
        }
        return false
    }
}
