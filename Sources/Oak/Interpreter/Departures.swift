/// The children that departed while some of their answers were still pending.
///
/// A departure does not search for pending answers: each is dropped when its turn comes. A clock, which every departure
/// advances, separates answers given before a departure from those given with or after it under the same name.
@usableFromInline final class Departures {
    @exclusivity(unchecked) @usableFromInline var clock = 0
    /// The time of each child's last departure.
    @exclusivity(unchecked) @usableFromInline var root = ChildTree<Int?>(nil)
    @exclusivity(unchecked) @usableFromInline var count = 0
    /// The number of departures left by the last cleanup.
    @exclusivity(unchecked) @usableFromInline var kept = 0

    @inlinable init() {}

    @inlinable func note(_ child: [ChildID], at time: Int) {
        root.node(of: child, else: nil).content = time
        count += 1
    }

    /// Whether a child, or one that contains it, has departed since a time.
    @inlinable func hasDeparted(_ child: [ChildID], since time: Int) -> Bool {
        var node = root
        for name in child.steps {
            guard let next = node.parts[name] else { return false }
            if let departure = next.content, departure > time { return true }
            node = next
        }
        return false
    }

    /// Removes all departures except those of the given children and of the children that contain them.
    @usableFromInline func forgetAll(but children: [[ChildID]]) {
        let old = root
        root = ChildTree(nil)
        count = 0
        for child in children {
            var (source, target) = (old, root)
            for name in child.steps {
                guard let next = source.parts[name] else { break }
                let copy = target.parts[name] ?? ChildTree(nil)
                if copy.content == nil, next.content != nil { count += 1 }
                copy.content = next.content
                target.parts[name] = copy
                (source, target) = (next, copy)
            }
        }
        kept = count
    }
}

// MARK: - Cancelled names

/// The names that were cancelled while parts of compositions may have waited with them; these parts never begin.
///
/// As with departures, a cancellation does not search for such parts: each is skipped when its turn comes.
@usableFromInline struct WithdrawnNames {
    /// The latest cancellation of a name.
    @usableFromInline struct Cancellation {
        /// The number that the next effect has; compositions that began before have smaller ones.
        @usableFromInline let number: Int
        /// The outermost composition whose own part it was, which may begin the name again.
        @usableFromInline let composition: Int?

        init(_ number: Int, in composition: Int?) {
            self.number = number
            self.composition = composition
        }
    }

    /// The number of live compositions with named parts.
    @usableFromInline var compositions = 0
    @usableFromInline var cancellations: [EffectName: Cancellation] = [:]
    /// The number of cancellations left by the last cleanup.
    @usableFromInline var kept = 0

    @inlinable init() {}

    /// Forgets everything with the last composition.
    @inlinable mutating func forgetComposition() {
        compositions -= 1
        if compositions == 0, !cancellations.isEmpty { self = WithdrawnNames() }
    }

    /// Whether a part of a composition was cancelled by its name since the outermost composition began.
    @inlinable func contain<Event, Env, Input>(
        _ part: TransducerEffect<Event, Env, Input>, in scope: Scope<Event, Env, Input>
    ) -> Bool {
        !cancellations.isEmpty && hold(part, in: scope)
    }

    @usableFromInline func hold<Event, Env, Input>(
        _ part: TransducerEffect<Event, Env, Input>, in scope: Scope<Event, Env, Input>
    ) -> Bool {
        guard let work = part.work, let name = work.name(in: scope), let latest = cancellations[name] else {
            return false
        }
        if case .cancellation = work.form { return false }
        let outermost = (scope.root ?? scope).number
        return outermost < latest.number && outermost != latest.composition
    }
}

extension Registry {
    /// Notes a cancellation for the parts of compositions that have not begun.
    ///
    /// - Parameter scope: The composition that contains the cancellation.
    @inlinable mutating func withdraw(_ name: EffectName, within scope: Composition?) {
        if withdrawn.compositions > 0 { note(name, within: scope) }
    }

    @usableFromInline mutating func note(_ name: EffectName, within scope: Composition?) {
        withdrawn.cancellations[name] = .init(nextNumber(), in: scope.map { ($0.root ?? $0).number })
        guard withdrawn.cancellations.count > 2 * withdrawn.kept + 64 else { return }
        // Keeps what a part may still ask for.
        var awaited: Set<EffectName> = []
        for scope in scopes.elements where scope.hasNamedParts {
            for part in scope.remaining {
                part.forEachPart { if let name = $0.work?.name(in: scope) { awaited.insert(name) } }
            }
        }
        withdrawn.cancellations = withdrawn.cancellations.filter { awaited.contains($0.key) }
        withdrawn.kept = withdrawn.cancellations.count
    }
}
