/// Queries children for their activities.
///
/// Only children that may have activities have one; a composite without activities creates none.
@usableFromInline
final class Survey<Outer: ExecutableTransducer> {
    @usableFromInline let visit: (Inquiry<Outer>) -> Void

    @inlinable
    init(_ visit: @escaping (Inquiry<Outer>) -> Void) { self.visit = visit }

    /// Queries a child in a state.
    @inlinable
    @inline(__always)
    static func of<Machine>(_ child: Child<Outer, Machine>, _ state: () -> Machine.State) -> Survey? {
        guard Machine.mayHaveActivities, isWanted(Machine.self, in: state()) else { return nil }
        let (lift, state) = (child.lift, state())
        return Survey { $0.ask(Machine.self, in: state, through: lift) }
    }

    @inlinable
    @inline(__always)
    static func of<Machine>(
        _: Machine.Type, _ lift: Child<Outer, Machine>.Lift, _ state: () -> Machine.State
    ) -> Survey? {
        guard Machine.mayHaveActivities, isWanted(Machine.self, in: state()) else { return nil }
        let state = state()
        return Survey { $0.ask(Machine.self, in: state, through: lift) }
    }

    /// Whether a query has to visit a child: the child may have activities, or the query is for everything that is
    /// live.
    @inlinable
    @inline(__always)
    static func isWanted<Machine: ExecutableTransducer>(_: Machine.Type, in state: Machine.State) -> Bool {
        Machine.mayHaveActivities(in: state) || LiveQuery.isUnderWay
    }

    /// Queries the children of a collection that were added, replaced or written since the previous query.
    @inlinable
    @inline(__always)
    static func of<ID, Machine>(
        _ collection: ChildCollection<Outer, ID, Machine>, _ children: () -> Children<ID, Machine.State>
    ) -> Survey? {
        guard Machine.mayHaveActivities else { return nil }
        let children = children()
        return Survey { inquiry in
            let node = inquiry.node.part(collection.name)
            let past = node.snapshot as? Children<ID, Machine.State> ?? [:]
            node.snapshot = children
            let departed = node.departed
            node.departed = []
            children.forEachChange(since: past) { id, state in
                inquiry.ask(Machine.self, in: state, through: collection[id].lift)
            }
            for id in departed.lazy.compactMap({ $0.base as? ID }) {
                if let state = children[id] { inquiry.ask(Machine.self, in: state, through: collection[id].lift) }
            }
        }
    }
}

extension Optional {
    @inlinable
    @inline(__always)
    func joined<Outer>(with other: Self) -> Self where Wrapped == Survey<Outer> {
        guard let self else { return other }
        guard let other else { return self }
        return Survey { inquiry in
            self.visit(inquiry)
            other.visit(inquiry)
        }
    }
}

/// A query for the activities of one machine, with the functions that receive the answers.
@usableFromInline
struct Inquiry<Machine: ExecutableTransducer> {
    @usableFromInline typealias Effect = TransducerEffect<Machine.Event, Machine.Env, Machine.Input>

    @usableFromInline let node: ActivityNode
    /// The names on the path to the machine, outermost first.
    @usableFromInline let path: [ChildID]
    /// Receives the names of the children; `nil` in a run, which does not use them.
    @usableFromInline let note: (([ChildID], () -> [ChildID]) -> Void)?
    @usableFromInline let tell: (ActivityNode, [ChildID], [Effect]) -> Void

    @inlinable
    init(
        _ node: ActivityNode, path: [ChildID], note: (([ChildID], () -> [ChildID]) -> Void)? = nil,
        tell: @escaping (ActivityNode, [ChildID], [Effect]) -> Void
    ) {
        self.node = node
        self.path = path
        self.note = note
        self.tell = tell
    }

    /// Queries a child.
    @inlinable
    func ask<Inner: ExecutableTransducer>(
        _: Inner.Type, in state: Inner.State,
        through lift: Lift<Inner.Event, Inner.Env, Inner.Input, Machine.Event, Machine.Env>
    ) {
        let inner = Inquiry<Inner>(node.part(lift.place.id), path: path + [lift.place.id], note: note) {
            node, path, effects in
            tell(node, path, effects.map { $0.lifted(by: lift, .owned) })
        }
        (Inner.isTerminal(state) ? Active() : Inner.live(in: state)).answer(inner)
    }
}

extension Active {
    @inlinable
    func answer(_ inquiry: Inquiry<Machine>) {
        inquiry.note?(inquiry.path) { names }
        inquiry.tell(inquiry.node, inquiry.path, rest?.activities ?? [])
        rest?.survey?.visit(inquiry)
    }

    /// Whether the machine or its children may have activities.
    @inlinable
    @inline(__always)
    var mayHaveActivities: Bool { rest.map { $0.survey != nil || !$0.activities.isEmpty } ?? false }

    /// Adds the machine's own activities.
    @inlinable
    func with(_ activities: [Effect]) -> Active {
        guard !activities.isEmpty else { return self }
        var active = self
        active.rest = RareMarks.joined(rest, RareMarks(activities: activities))
        return active
    }

    /// Two machines that may have activities; sets one bit for each that has not ended.
    @inlinable
    @inline(__always)
    init(asking first: Survey<Machine>?, _ second: Survey<Machine>?, ended: (first: Bool, second: Bool)) {
        bits = (ended.first ? 0 : 1) | (ended.second ? 0 : 2)
        if let survey = first.joined(with: second) { rest = RareMarks(survey: survey) }
    }
}
