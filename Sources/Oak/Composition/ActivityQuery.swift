/// A query for the activities of a machine and of its children, which compares them with those at the last query.
@usableFromInline struct ActivityQuery<Machine: ExecutableTransducer> {
    @usableFromInline typealias Effect = TransducerEffect<Machine.Event, Machine.Env, Machine.Input>

    @usableFromInline let node: ActivityNode
    @usableFromInline let path: ActivityPath?
    @usableFromInline let revision: ActivityRevision
    /// The children that have been visited.
    @usableFromInline var names = ActiveNames<Machine>()
    /// The activities that differ from those at the last query, as effects of the machine.
    @usableFromInline let findings = ActivityFindings<Machine.Event, Machine.Env, Machine.Input>()

    @inlinable init(_ node: ActivityNode, at path: ActivityPath? = nil, _ revision: ActivityRevision) {
        self.node = node
        self.path = path
        self.revision = revision
    }

    /// Queries the machine, and then the composites inside it.
    @inlinable func answer(in state: Machine.State) {
        visit(in: state)
        while let next = revision.ahead.popLast() { next() }
    }

    @inlinable
    @inline(never)
    func visit(in state: Machine.State) {
        if compare(Machine._ownActivities(in: state)) { checkSteadiness(in: state) }
        let first = revision.ahead.count
        var query = self
        Machine._visitChildren(in: state, &query)
        revision.ahead[first...].reverse()
        if revision.mistake == nil { revision.mistake = query.names.error(in: nil) }
        if let note = revision.note { note(path?.names ?? [], query.names.list) }
    }

    /// Ends all activities, because the machine has ended.
    @usableFromInline func visitEnd() {
        _ = compare([])
        revision.note?(path?.names ?? [], [])
    }

    /// Queries a child.
    @inlinable func ask<Inner>(_ child: Child<Machine, Inner>, in state: Inner.State) {
        let inner = ActivityQuery<Inner>(node.part(child.name), at: ActivityPath(child.name, in: path), revision)
        // Composites wait, because each would deepen the thread's stack, and so do children behind them.
        guard Inner._isComposite || findings.isWaiting else {
            Inner.isTerminal(state) ? inner.visitEnd() : inner.visit(in: state)
            return findings.append(inner.findings, liftedBy: child.lift)
        }
        findings.isWaiting = true
        revision.ahead.append { [revision, findings] in
            let first = revision.ahead.count
            Inner.isTerminal(state) ? inner.visitEnd() : inner.visit(in: state)
            revision.ahead.insert({ findings.append(inner.findings, liftedBy: child.lift) }, at: first)
        }
    }

    /// Looks for activities that the machine does not name again for the same state.
    @usableFromInline func checkSteadiness(in state: Machine.State) {
        let activities = Machine._ownActivities(in: state)
        var found = 0
        for activity in activities {
            activity.walk { effect in
                if case .list? = effect.work?.form { return true }
                if let name = effect.activityName, node.content.names.contains(name) { found += 1 }
                return false
            }
        }
        if found == node.content.names.count { return }
        let again = Set(activities.flatMap { $0.flattened }.compactMap { $0.activityName })
        for name in node.content.names where !again.contains(name) {
            let stranger = Effect(.cancellation, .init(id: name))
            findings.list.append((stranger, .unsteady))
        }
    }

    /// Compares the machine's own activities with those at the last query.
    ///
    /// - Returns: Whether they differ.
    @inlinable func compare(_ activities: [Effect]) -> Bool {
        if activities.isEmpty, node.content.names.isEmpty { return false }
        var names: Set<EffectID> = []
        for effect in activities.flatMap({ $0.flattened }) {
            guard let name = effect.activityName else {
                findings.list.append((effect, .unnamed))
                continue
            }
            if !names.insert(name).inserted {
                findings.list.append((effect, .duplicate))
            } else if !node.content.names.contains(name) {
                findings.list.append((effect, .new))
            }
        }
        for name in node.content.names where !names.contains(name) {
            revision.lost.append(path.map { name.within($0.names) } ?? name)
        }
        revision.count += names.count - node.content.names.count
        defer { node.content.names = names }
        return node.content.names != names
    }
}

/// The activities of a machine that a query has found.
@usableFromInline final class ActivityFindings<Event, Env, Input> {
    @usableFromInline var list: [(TransducerEffect<Event, Env, Input>, ActivityFinding)] = []
    /// Whether a child of the machine waits for its query.
    @usableFromInline var isWaiting = false

    @inlinable init() {}
}

extension ActivityFindings {
    @inlinable func append<InnerEvent, InnerEnv, InnerInput>(
        _ findings: ActivityFindings<InnerEvent, InnerEnv, InnerInput>,
        liftedBy lift: Lift<InnerEvent, InnerEnv, InnerInput, Event, Env>
    ) {
        for (effect, finding) in findings.list { list.append((effect.lifted(by: lift, .owned), finding)) }
    }
}

/// A difference between an activity and those at the last query.
@usableFromInline enum ActivityFinding {
    case new
    /// The activity has no identity.
    case unnamed
    /// Another activity has the same identity.
    case duplicate
    /// A second call with the same state does not name it.
    case unsteady
}

/// The result of a query that concerns the machine as a whole.
@usableFromInline final class ActivityRevision {
    /// The identities that the ended activities had in the queried machine.
    @usableFromInline var lost: [EffectID] = []
    /// The first inconsistent use of children.
    @usableFromInline var mistake: TransducerError?
    /// The increase in the number of activities since the last query.
    @usableFromInline var count = 0
    /// The queries of composites, the next one last.
    @usableFromInline var ahead: [() -> Void] = []
    /// Receives the names of the children of each machine; `nil` in a run, which does not use them.
    @usableFromInline let note: (([ChildID], [ChildID]) -> Void)?

    @usableFromInline init(note: (([ChildID], [ChildID]) -> Void)? = nil) { self.note = note }
}

/// The path from the queried machine to a child.
@usableFromInline final class ActivityPath {
    @usableFromInline let id: ChildID
    @usableFromInline let outer: ActivityPath?

    @usableFromInline init(_ id: ChildID, in outer: ActivityPath?) {
        self.id = id
        self.outer = outer
    }

    /// The names on the path, outermost first.
    @usableFromInline var names: [ChildID] {
        Array(sequence(first: self, next: \.outer).map(\.id).reversed())
    }
}

extension ActivityQuery: _ChildVisitor {
    @usableFromInline typealias Composite = Machine

    @inlinable mutating func visit<Inner>(
        _ child: Child<Machine, Inner>, as identity: (some Hashable & Sendable)?, in state: Inner.State?
    ) {
        names.visit(child, as: identity, in: state)
        if Inner._mayHaveActivities, let state { ask(child, in: state) }
    }

    /// Queries the children of a collection that were added, replaced or written since the last query.
    @inlinable mutating func visit<ID, Inner>(
        _ collection: ChildCollection<Machine, ID, Inner>, in states: Children<ID, Inner.State>
    ) {
        names.visit(collection, in: states)
        guard Inner._mayHaveActivities else { return }
        let node = node.part(collection.name)
        let past = node.content.snapshot as? Children<ID, Inner.State> ?? [:]
        node.content.snapshot = states
        let departed = node.content.departed
        node.content.departed = []
        states.forEachChange(since: past) { id, state in ask(collection[id], in: state) }
        for id in departed.lazy.compactMap({ $0.base as? ID }) {
            if let state = states[id] { ask(collection[id], in: state) }
        }
    }
}

/// The search for a child that may have activities.
///
/// A child that may have been named incorrectly ends it, too: whoever collects the activities reports the mistake.
@usableFromInline struct ActivitySearch<Composite: ExecutableTransducer>: _ChildVisitor {
    @usableFromInline var hasFound = false
    @usableFromInline var names = ActiveNumbers<Composite>()

    @inlinable init() {}

    @inlinable mutating func visit<Inner>(
        _ child: Child<Composite, Inner>, as identity: (some Hashable & Sendable)?, in state: Inner.State?
    ) {
        names.visit(child, as: identity, in: state)
        if Inner._mayHaveActivities, !hasFound, let state { hasFound = Inner._mayHaveActivities(in: state) }
    }

    @inlinable mutating func visit<ID, Inner>(
        _ collection: ChildCollection<Composite, ID, Inner>, in states: Children<ID, Inner.State>
    ) {
        names.visit(collection, in: states)
        if Inner._mayHaveActivities, !states.isEmpty { hasFound = true }
    }
}

// MARK: - The activities at the last query

/// The activities of a machine, live or already returned.
@usableFromInline struct ActivityRecord {
    /// The names of the machine's own activities.
    @usableFromInline var names: Set<EffectID> = []

    /// The children of a collection at the last query; only those that changed since are queried again.
    @usableFromInline var snapshot: Any?
    /// The keys of children removed since then; an equal child added again is a new one.
    @usableFromInline var departed: [EffectID] = []

    @inlinable init() {}
}

/// The activities of a machine and of its children.
@usableFromInline typealias ActivityNode = ChildTree<ActivityRecord>

extension ActivityNode {
    @usableFromInline func part(_ name: ChildID) -> ActivityNode {
        // An element's node lies below that of its collection, and is removed with it.
        let node = name.collection.map { part($0, else: ActivityRecord()) } ?? self
        return node.part(name, else: ActivityRecord())
    }

    /// Removes the activities of a child and of those inside it.
    ///
    /// - Returns: The number of activities.
    @usableFromInline func remove(_ child: [ChildID]) -> Int {
        var steps = child.steps
        guard var name = steps.next() else { return 0 }
        var node = self
        while let next = steps.next() {
            guard let part = node.parts[name] else { return 0 }
            (node, name) = (part, next)
        }
        if case .element(_, let key) = name.base { node.content.departed.append(key) }
        return node.parts.removeValue(forKey: name)?.count ?? 0
    }

    /// Removes the activities of all children but some.
    ///
    /// - Parameter present: The paths of the remaining children.
    /// - Returns: The identities of the activities in this machine.
    func removeChildren(missingIn present: Set<[ChildID]>) -> [EffectID] {
        var lost: [EffectID] = []
        var ahead: [(node: ActivityNode, path: [ChildID], isGone: Bool)] = [(self, [], false)]
        while let (node, path, isGone) = ahead.popLast() {
            if isGone { lost += node.content.names.map { $0.within(path) } }
            for (name, part) in node.parts {
                // The node of a collection is no child.
                let isCollection = part.content.snapshot != nil
                let inner = isCollection ? path : path + [name]
                let isPartGone = isGone || !isCollection && !present.contains(inner)
                if isPartGone, !isGone { node.parts[name] = nil }
                ahead.append((part, inner, isPartGone))
            }
        }
        return lost
    }

    /// The number of activities of the machine and of its children.
    var count: Int {
        var count = 0
        forEach { count += $0.names.count }
        return count
    }
}
