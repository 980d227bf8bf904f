/// A composition that is being carried out.
@usableFromInline
final class Scope<Effect> {
    @usableFromInline enum Flow {
        case oneAfterTheOther
        case sideBySide
    }

    @usableFromInline let summary: EffectSummary
    @usableFromInline let flow: Flow
    @usableFromInline let parent: Scope?

    /// Whether there is an operation in it; only then does its parent wait for it.
    @usableFromInline let isLasting: Bool

    /// The end of the component that still has to do it, if it is such a one.
    @usableFromInline let ending: Ending?

    /// The parts that have not begun.
    @usableFromInline var remaining: ArraySlice<Effect>

    /// How many lasting parts have begun and not ended.
    @usableFromInline var live = 0

    /// Whether it lies on the stack, to go on later.
    @usableFromInline var isQueued = false

    @usableFromInline var wasCancelled = false

    /// Whether it, or a composition that it is a part of, was cancelled.
    @inlinable
    var isCancelled: Bool { wasCancelled || (parent?.isCancelled ?? false) }

    /// Whether a component that has ended still has to do it.
    @inlinable
    var isExit: Bool { ending != nil }

    /// The name that it bears, if it has one.
    @inlinable
    var name: EffectName? { summary.id.map { EffectName($0, ending: ending) } }

    @inlinable
    init(summary: EffectSummary, flow: Flow, isLasting: Bool, ending: Ending?, parts: [Effect], parent: Scope?) {
        self.summary = summary
        self.flow = flow
        self.isLasting = isLasting
        self.ending = ending
        self.parent = parent
        remaining = parts[...]
    }

    /// Whether this scope is the other one or lies within it.
    @inlinable
    func isWithin(_ other: Scope) -> Bool {
        var scope: Scope? = self
        while let current = scope {
            if current === other { return true }
            scope = current.parent
        }
        return false
    }
}
