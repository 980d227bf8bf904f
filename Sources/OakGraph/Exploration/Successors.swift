import Dispatch
import Foundation
public import Oak

/// The states after each event in some states, before those that are new have their numbers.
@usableFromInline final class Successors<Machine: ExecutableTransducer> where Machine.State: Hashable {
    @usableFromInline typealias State = Machine.State

    /// An edge, with the number of its target, or with the place of its target among those without a number.
    @usableFromInline struct Edge {
        @usableFromInline let note: EdgeNote
        @usableFromInline let isNumbered: Bool
        @usableFromInline let target: UInt32

        @inlinable init(_ note: EdgeNote, isNumbered: Bool, target: Int) {
            (self.note, self.isNumbered, self.target) = (note, isNumbered, UInt32(truncatingIfNeeded: target))
        }
    }

    @usableFromInline let sources: Range<Int>
    /// The edges of the sources, in order.
    @usableFromInline var edges: [Edge] = []
    /// The targets without a number, each of them once, and their hashes.
    @usableFromInline var targets: [State] = []
    @usableFromInline var hashes: [Int] = []
    /// Whether a macrostep shows that the exploration has to begin again, with everything that is live.
    @usableFromInline var needsLive = false

    @inlinable init(of sources: Range<Int>) { self.sources = sources }

    /// Tries events.
    ///
    /// - Parameters:
    ///   - events: The events.
    ///   - states: The states that have a number.
    ///   - table: The numbers of the states.
    ///   - actionLimit: The maximum number of action events.
    @inlinable func find(
        by events: [Machine.Event], among states: [State], _ table: StateTable, actionLimit: Int
    ) {
        let identity = WholeState<State>()
        var macrostep = Macrostep<Machine>(actionLimit: actionLimit)
        var places = StateTable()
        // Properties of an object would be checked for exclusive access at each use.
        var (edges, targets, hashes): ([Edge], [State], [Int]) = ([], [], [])
        edges.reserveCapacity(sources.count * events.count)
        for number in sources where !Machine.isTerminal(states[number]) {
            let state = states[number]
            for event in events {
                var after = state
                let note = macrostep.take(&after, from: state, event, isSame: { identity.isUnchanged($0, $1) })
                if identity.leadsBack(note, to: state, after, isUnchanged: macrostep.isUnchanged) {
                    edges.append(Edge(note, isNumbered: true, target: number))
                    continue
                }
                let hash = identity.hash(after)
                if case .found(let target) = table.place(
                    forHash: hash, isSame: { identity.isSame(states[$0], after) })
                {
                    edges.append(Edge(note, isNumbered: true, target: target))
                    continue
                }
                switch places.place(forHash: hash, isSame: { identity.isSame(targets[$0], after) }) {
                case .found(let place): edges.append(Edge(note, isNumbered: false, target: place))
                case .free(let slot):
                    places.insert(targets.count, hash: hash, at: slot)
                    edges.append(Edge(note, isNumbered: false, target: targets.count))
                    targets.append(after)
                    hashes.append(hash)
                }
            }
        }
        (self.edges, self.targets, self.hashes, needsLive) = (edges, targets, hashes, macrostep.needsLive)
    }
}

/// The states that several threads leave while no state gets a number.
// `SharedWork` gives each part of the successors to one thread, and returns after all of them; nobody changes the rest.
@usableFromInline final class ExplorationRound<Machine: ExecutableTransducer>: @unchecked Sendable
where Machine.State: Hashable {
    @usableFromInline var states: [Machine.State]
    @usableFromInline var table: StateTable
    @usableFromInline let successors: [Successors<Machine>]

    @inlinable init(of sources: [Range<Int>], _ states: [Machine.State], _ table: StateTable) {
        (self.states, self.table) = (states, table)
        successors = sources.map { Successors(of: $0) }
    }
}

extension Explorer
where
    Identity == WholeState<Machine.State>, Machine: SendableMetatype, Machine.State: Hashable & Sendable,
    Machine.Event: Sendable
{
    /// Explores on all cores, as far as the frontier is wide enough for them.
    ///
    /// The graph is the same as that of an exploration on one, because states get their numbers in one thread.
    @inlinable mutating func exploreOnAllCores(from initial: [Machine.State]) {
        leaveTogether = { explorer, events in explorer.leaveAllTogether(events) }
        explore(from: initial)
    }

    @inlinable mutating func leaveAllTogether(_ events: [Machine.Event]) {
        // More transitions in a part take memory; fewer of them take time for their coordination.
        let count = max(1024 / events.count, 1)
        var next = 0
        while next < space.states.count {
            // States at the largest depth are not left.
            let end = watch.limits.depth == nil ? space.states.count : watch.levelEnd
            let parts = min((end - next) / count, 16 * SharedWork.cores)
            if parts > 1, SharedWork.cores > 1 {
                let sources = (0..<parts).map { next + $0 * count..<next + ($0 + 1) * count }
                guard leave(sources, events) else { return }
                next += parts * count
            } else {
                guard mayLeave(next) else { return }
                leaveOne(next) { explorer, number in explorer.leave(number, events) }
                next += 1
            }
        }
    }

    /// Leaves states on all cores; returns whether the exploration goes on.
    @inlinable mutating func leave(_ sources: [Range<Int>], _ events: [Machine.Event]) -> Bool {
        let round = ExplorationRound<Machine>(of: sources, space.states, table)
        // A second reference would copy all states when they grow again.
        (space.states, table.slots) = ([], [])
        let limit = watch.limits.actionEvents
        SharedWork.perform(sources.count) { part in
            round.successors[part].find(by: events, among: round.states, round.table, actionLimit: limit)
        }
        swap(&space.states, &round.states)
        swap(&table, &round.table)
        return round.successors.allSatisfy { append($0, by: events) }
    }

    /// Appends the edges of successors as if they were found one by one; returns whether the exploration goes on.
    @inlinable mutating func append(_ successors: Successors<Machine>, by events: [Machine.Event]) -> Bool {
        var numbers: [UInt32?] = Array(repeating: nil, count: successors.targets.count)
        var edges = 0..<0
        for source in successors.sources {
            guard mayLeave(source) else { return false }
            if !Machine.isTerminal(space.states[source]) {
                edges = edges.upperBound..<edges.upperBound + events.count
                if successors.needsLive || isProbe(source) {
                    leave(source, events)
                } else {
                    append(edges, of: successors, &numbers)
                }
            }
            space.endEdges()
        }
        return true
    }

    @inlinable
    @inline(__always)
    mutating func append(_ edges: Range<Int>, of successors: Successors<Machine>, _ numbers: inout [UInt32?]) {
        for edge in successors.edges[edges] {
            let place = Int(edge.target)
            let target: UInt32
            if edge.isNumbered {
                target = edge.target
            } else if let number = numbers[place] {
                target = number
            } else {
                let foundBy = UInt32(truncatingIfNeeded: space.targets.count)
                let number = number(of: successors.targets[place], hash: successors.hashes[place], foundBy: foundBy)
                // The maximum number of states is reached.
                if number < 0 {
                    space.isLastPartial = true
                    return
                }
                target = UInt32(truncatingIfNeeded: number)
                numbers[place] = target
            }
            space.targets.append(target)
            space.notes.append(edge.note)
        }
    }
}

/// The parts of some work that is shared among several cores: among tasks, and the thread of the caller.
@usableFromInline final class SharedWork: Sendable {
    /// The number of cores.
    @usableFromInline static let cores = min(ProcessInfo.processInfo.activeProcessorCount, 16)

    private let work: @Sendable (Int) -> Void
    /// The parts that nobody has begun.
    private let parts: Protected<Range<Int>>
    /// The parts under way.
    private let group = DispatchGroup()

    private init(_ parts: Range<Int>, _ work: @escaping @Sendable (Int) -> Void) {
        (self.parts, self.work) = (Protected(parts), work)
    }

    /// Does some work; returns when all of its parts are done.
    ///
    /// The tasks have the task-local values of the caller. If no task gets a thread, the caller does all work itself.
    ///
    /// - Parameters:
    ///   - count: The number of parts.
    ///   - work: Does the part with a number.
    @usableFromInline static func perform(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
        let shared = SharedWork(0..<count, work)
        for _ in 1..<max(min(cores, count), 1) { Task { shared.help() } }
        shared.help()
        shared.group.wait()
    }

    private func help() {
        while let part = begin() {
            work(part)
            group.leave()
        }
    }

    private func begin() -> Int? {
        parts.withLock { parts in
            guard let part = parts.popFirst() else { return nil }
            group.enter()
            return part
        }
    }
}
