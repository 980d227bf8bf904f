/// A query for the activities of a machine and of its children, which compares them with those at the last query.
@usableFromInline struct ActivityQuery<Machine: ExecutableTransducer> {
    @usableFromInline typealias Effect = TransducerEffect<Machine.Event, Machine.Env, Machine.Input>

    @usableFromInline let node: ActivityNode
    @usableFromInline let path: ActivityPath?
    @usableFromInline let revision: ActivityRevision
    /// The activities that differ from those at the last query, as effects of the machine.
    @usableFromInline let findings = ActivityFindings<Machine.Event, Machine.Env, Machine.Input>()

    @inlinable init(_ node: ActivityNode, at path: ActivityPath? = nil, _ revision: ActivityRevision) {
        self.node = node
        self.path = path
        self.revision = revision
    }

    /// Queries a child.
    @inlinable func ask<Inner: ExecutableTransducer>(
        _: Inner.Type, in state: Inner.State,
        through lift: Lift<Inner.Event, Inner.Env, Inner.Input, Machine.Event, Machine.Env>
    ) {
        let id = lift.place.id
        let inner = ActivityQuery<Inner>(node.part(id), at: ActivityPath(id, in: path), revision)
        // Composites wait, because each would deepen the thread's stack, and so do children behind them.
        guard Inner._isComposite || findings.isWaiting else {
            inner.liveChildren(in: state).visit(inner)
            return findings.append(inner.findings, liftedBy: lift)
        }
        findings.isWaiting = true
        revision.ahead.append { [revision, findings] in
            let first = revision.ahead.count
            inner.liveChildren(in: state).visit(inner)
            revision.ahead.insert({ findings.append(inner.findings, liftedBy: lift) }, at: first)
        }
    }

    @inlinable
    @inline(never)
    func liveChildren(in state: Machine.State) -> Active<Machine> {
        Machine.isTerminal(state) ? Active() : Machine.live(in: state)
    }

    /// Compares the machine's own activities with those at the last query.
    @inlinable func compare(_ activities: [Effect]) {
        if activities.isEmpty, node.names.isEmpty { return }
        var names: Set<EffectID> = []
        for effect in activities.flatMap({ $0.flattened }) {
            guard let name = effect.activityName else {
                findings.list.append((effect, .unnamed))
                continue
            }
            if !names.insert(name).inserted {
                findings.list.append((effect, .duplicate))
            } else if !node.names.contains(name) {
                findings.list.append((effect, .new))
            }
        }
        for name in node.names where !names.contains(name) {
            revision.lost.append(path.map { name.within($0.names) } ?? name)
        }
        revision.count += names.count - node.names.count
        node.names = names
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

    @inlinable init(note: (([ChildID], [ChildID]) -> Void)? = nil) { self.note = note }
}

/// The path from the queried machine to a child.
@usableFromInline final class ActivityPath {
    @usableFromInline let id: ChildID
    @usableFromInline let outer: ActivityPath?

    @inlinable init(_ id: ChildID, in outer: ActivityPath?) {
        self.id = id
        self.outer = outer
    }

    /// The names on the path, outermost first.
    @inlinable var names: [ChildID] {
        Array(sequence(first: self, next: \.outer).map(\.id).reversed())
    }
}

extension Active {
    /// Answers a query, and then those of the children inside.
    @inlinable func answer(_ query: ActivityQuery<Machine>) {
        visit(query)
        while let next = query.revision.ahead.popLast() { next() }
    }

    @inlinable func visit(_ query: ActivityQuery<Machine>) {
        if let note = query.revision.note { note(query.path?.names ?? [], names) }
        if needsReview, query.revision.mistake == nil { query.revision.mistake = mistake(in: nil, marks) }
        guard let details else { return query.compare([]) }
        query.compare(details.activities)
        let first = query.revision.ahead.count
        for visit in details.queries { visit(query) }
        query.revision.ahead[first...].reverse()
    }

    /// Adds a query of a child in a state.
    @inlinable
    @inline(__always)
    mutating func look<Inner>(into child: Child<Machine, Inner>, _ state: () -> Inner.State) {
        guard Inner._mayHaveActivities else { return }
        switch Evaluation.purpose {
        case .names, .glance, .reading: break
        case .activities: if !mayHaveActivities { mayHaveActivities = Inner._mayHaveActivities(in: state()) }
        case .everything: append(child, in: state())
        }
    }

    @inlinable
    @inline(never)
    mutating func append<Inner>(_ child: Child<Machine, Inner>, in state: Inner.State) {
        append(Inner.self, in: state, through: child.lift)
    }

    /// Adds a query of a child, even if it cannot have activities.
    @inlinable mutating func append<Inner: ExecutableTransducer>(
        _: Inner.Type, in state: Inner.State,
        through lift: Lift<Inner.Event, Inner.Env, Inner.Input, Machine.Event, Machine.Env>
    ) {
        mayHaveActivities = true
        withDetails { $0.queries.append { query in query.ask(Inner.self, in: state, through: lift) } }
    }

    /// Adds a query of the children of a collection that were added, replaced or written since the last query.
    @inlinable
    @inline(__always)
    mutating func look<ID, Inner>(
        into collection: ChildCollection<Machine, ID, Inner>, _ children: Children<ID, Inner.State>
    ) {
        guard Inner._mayHaveActivities else { return }
        switch Evaluation.purpose {
        case .names, .glance, .reading: break
        case .activities: if !children.isEmpty { mayHaveActivities = true }
        case .everything: append(collection, children)
        }
    }

    @inlinable
    @inline(never)
    mutating func append<ID, Inner>(
        _ collection: ChildCollection<Machine, ID, Inner>, _ children: Children<ID, Inner.State>
    ) {
        mayHaveActivities = true
        withDetails { details in
            details.queries.append { query in
                let node = query.node.part(collection.name)
                let past = node.snapshot as? Children<ID, Inner.State> ?? [:]
                node.snapshot = children
                let departed = node.departed
                node.departed = []
                children.forEachChange(since: past) { id, state in
                    query.ask(Inner.self, in: state, through: collection[id].lift)
                }
                for id in departed.lazy.compactMap({ $0.base as? ID }) {
                    if let state = children[id] { query.ask(Inner.self, in: state, through: collection[id].lift) }
                }
            }
        }
    }
}
