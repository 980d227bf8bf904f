/// A composition that is being carried out. Only the loop touches it.
@usableFromInline
final class Scope<Event, Env, Input> {
    @usableFromInline typealias Effect = TransducerEffect<Event, Env, Input>

    @usableFromInline enum Flow {
        case oneAfterTheOther
        case sideBySide
    }

    /// Whether anything more of it begins, and if not, why.
    @usableFromInline enum Standing {
        case goingOn
        /// A part has failed, and the composition has said what that means. To what is around it, it has ended.
        case failed(any Error)
        /// It, or a composition that it is a part of, was cancelled.
        case cancelled
    }

    @usableFromInline let summary: EffectSummary
    @usableFromInline let flow: Flow
    @usableFromInline let parent: Scope?

    /// Whether there is anything in it that outlasts the macrostep; only then does its parent wait for it.
    @usableFromInline let isLasting: Bool

    /// Whether everything in it belongs to the child that it belongs to itself.
    @usableFromInline let isPure: Bool

    /// The end of the child that still has to do it, if it is such a one.
    @usableFromInline let ending: Ending?

    /// Makes an event of an error in it.
    @usableFromInline let handler: Effect.Handler?

    /// The name that it bears.
    @usableFromInline let tag: NameTag?

    /// When it was answered; see ``Departures``.
    @usableFromInline let time: Int

    /// The parts that have not begun.
    @exclusivity(unchecked) @usableFromInline var remaining: ArraySlice<Effect>

    /// How many lasting parts have begun and not ended.
    @exclusivity(unchecked) @usableFromInline var live = 0

    /// The numbers of the live parts that are operations, and of those that are compositions themselves.
    @exclusivity(unchecked) @usableFromInline var operations = Roster<Void>()
    @exclusivity(unchecked) @usableFromInline var scopes = Roster<Void>()

    /// Whether it lies on the stack, to go on later.
    @exclusivity(unchecked) @usableFromInline var isQueued = false

    @exclusivity(unchecked) @usableFromInline var standing = Standing.goingOn

    /// The names for which a step of it has waited.
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

    /// Whether a child that has ended still has to do it.
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

    /// Remembers that a step has waited for those that bore a name; what comes behind the step waits for them, too.
    @inlinable
    func noteAwaited(_ tag: NameTag) {
        var scope: Scope? = self
        while let current = scope {
            current.awaitedTags[ObjectIdentifier(tag)] = tag
            scope = current.parent
        }
    }

    /// Whether a step of it, or of a composition that it lies within, has waited for those that bore a name.
    @inlinable
    func hasAwaited(_ tag: NameTag) -> Bool {
        var scope: Scope? = self
        while let current = scope {
            if current.awaitedTags[ObjectIdentifier(tag)] != nil { return true }
            scope = current.parent
        }
        return false
    }

    /// The error that a part of it has thrown.
    @inlinable
    var failure: (any Error)? {
        switch standing {
        case .failed(let error): error
        case .goingOn, .cancelled: nil
        }
    }

    /// Whether a name is that of this composition or of one that it lies within, so that its parts go by that name already.
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
