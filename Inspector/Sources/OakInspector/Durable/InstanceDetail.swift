import Foundation
import Oak
import OakDurable
import OakText

/// Everything that a page shows of an instance.
@dynamicMemberLookup
struct InstanceDetail: Hashable, Sendable {
    struct Deadline: Hashable, Sendable {
        let name: String
        let lateness: TimeInterval
        let event: ShownValue
    }

    struct Event: Hashable, Sendable {
        let number: EventNumber
        let received: Date
        let event: ShownValue
    }

    /// How it stands; its problem is the part that may be shown.
    let summary: InstanceSummary
    /// Whether the host can run it.
    let isKnown: Bool
    /// The state at present, and the output of one that has ended.
    var present: ShownValue
    var output: ShownValue?
    var activities: [Overview.Activity]
    var deadlines: [Deadline]
    var waiting: [Event] = []
    var hasMoreWaiting = false
    var journal = Journal()
    /// The macrostep whose moment is shown; `nil` for the present, and if the journal does not have it.
    var moment: Journal.Step?
    /// The step before the one that is shown.
    var former: Journal.Step?

    /// The number of waiting events that are shown.
    static let eventsShown = 50

    subscript<Value>(dynamicMember part: KeyPath<InstanceSummary, Value>) -> Value { summary[keyPath: part] }

    /// The transition to the state that is shown: at present that of the latest macrostep.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    var step: Entry.Step? {
        let shown = moment ?? journal[summary.number]
        guard let source = former?.state?.tree?.name, let target = shown?.state?.tree?.name else { return nil }
        return Entry.Step(source: source, target: target)
    }
}

/// A piece of the journal of an instance.
struct Journal: Hashable, Sendable {
    struct Step: Hashable, Sendable {
        let number: Int
        let time: Date
        let cause: String
        /// The event in a word, or the cause.
        let trigger: String
        let event: ShownValue?
        let outputs: ShownValue?
        /// `nil` if the journal keeps no states.
        let state: ShownValue?
    }

    /// The macrosteps, the latest first.
    var steps: [Step] = []
    var hasOlder = false
    /// The transitions between them, with their numbers.
    var edges: [Edge: Int] = [:]
    var drawing: Drawing?
    /// The drawing with the state that is shown.
    var diagram: Diagram?
    /// The number of states that were seen.
    var states = 0
    /// The place of this piece in the whole journal.
    var place: Place?

    struct Place: Hashable, Sendable {
        let source: Int
        let key: InstanceKey
        let number: Int
        let end: Int
    }

    /// The number of macrosteps that are shown at once.
    static let length = 100

    subscript(number: Int) -> Step? { steps.first { $0.number == number } }
}

extension Access {
    /// Reads an instance.
    ///
    /// - Parameters:
    ///   - previous: What was read before, whose journal is still good if nothing has happened since.
    ///   - graphviz: The program that lays the diagram out, if there is one.
    /// - Returns: `nil` if the store does not have it any more.
    func detail(
        of key: InstanceKey, for query: DurableQuery, in source: Int, previous: InstanceDetail?, graphviz: String?
    ) async throws -> InstanceDetail? {
        guard key > 0, let found = try await store.list(InstanceQuery(after: key - 1, limit: 1)).first,
            found.key == key, let stored = try await store.instance(found.name), stored.key == key
        else { return nil }
        var detail = shown(stored)
        let waiting = try await store.inbox(of: key, after: 0, limit: InstanceDetail.eventsShown + 1)
        detail.hasMoreWaiting = waiting.count > InstanceDetail.eventsShown
        detail.waiting = waiting.prefix(InstanceDetail.eventsShown).map {
            InstanceDetail.Event(
                number: $0.number, received: $0.received,
                event: reader.value(.event($0.event), of: stored.name, version: $0.version))
        }
        let end = min(query.end ?? stored.number, stored.number)
        let place = Journal.Place(source: source, key: key, number: stored.number, end: end)
        if let previous, previous.journal.place == place {
            detail.journal = previous.journal
        } else {
            detail.journal = try await journal(of: stored.summary, place, graphviz)
        }
        try await travel(to: query.moment, in: &detail)
        let shown = detail.moment?.state?.tree ?? detail.present.tree
        detail.journal.diagram = Diagram(detail.journal.drawing, edges: detail.journal.edges, current: shown?.name)
        return detail
    }

    private func shown(_ stored: StoredInstance) -> InstanceDetail {
        var summary = stored.summary
        summary.problem = summary.problem.map(reader.problem)
        return InstanceDetail(
            summary: summary, isKnown: host?.machines.contains(stored.name.machine) ?? false,
            present: reader.value(.state(stored.state), of: stored.name, version: stored.version),
            output: stored.output.map { reader.value(.output($0), of: stored.name, version: stored.version) },
            activities: stored.activities.map {
                Overview.Activity(
                    instance: stored.name, key: stored.key, name: $0.name, number: $0.number, note: $0.note(at: now))
            },
            deadlines: stored.deadlines.map {
                InstanceDetail.Deadline(
                    name: plainName($0.name), lateness: now.timeIntervalSince($0.due),
                    event: reader.value(.event($0.event), of: stored.name, version: $0.version))
            })
    }

    private func journal(
        of summary: InstanceSummary, _ place: Journal.Place, _ graphviz: String?
    ) async throws -> Journal {
        // One more than is shown, which the first one has changed.
        let entries = try await store.journal(
            of: summary.key, after: place.end - Journal.length - 1, limit: Journal.length + 1)
        let steps = entries.filter { $0.number <= place.end }.map { shown($0, of: summary.name) }
        var journal = Journal()
        journal.steps = steps.suffix(Journal.length).reversed()
        journal.hasOlder = steps.count > Journal.length
        journal.place = place
        let names = steps.compactMap { $0.state?.tree?.name }
        let states = names.reduce(into: [String]()) { states, name in
            if states.count <= Blueprint.greatestSize, !states.contains(name) { states.append(name) }
        }
        journal.states = states.count
        guard !states.isEmpty, states.count <= Blueprint.greatestSize else { return journal }
        journal.edges = edges(between: steps)
        journal.drawing = await Drawing(Blueprint(states: states, edges: journal.edges.keys), by: graphviz)
        return journal
    }

    private func edges(between steps: [Journal.Step]) -> [Edge: Int] {
        var edges: [Edge: Int] = [:]
        for (former, next) in zip(steps, steps.dropFirst()) where next.number == former.number + 1 {
            guard let source = former.state?.tree?.name, let target = next.state?.tree?.name else { continue }
            edges[Edge(source: source, target: target, event: next.trigger), default: 0] += 1
        }
        return edges
    }

    private func shown(_ entry: JournalEntry, of name: InstanceName) -> Journal.Step {
        let event = entry.event.map { reader.value(.event($0), of: name, version: entry.version) }
        return Journal.Step(
            number: entry.number, time: entry.time, cause: "\(entry.cause)",
            trigger: event?.tree.map { abbreviated($0.name, to: 40) } ?? "\(entry.cause)", event: event,
            outputs: entry.outputs.map { reader.value(.outputs($0), of: name, version: entry.stateVersion) },
            state: entry.state.map { reader.value(.state($0), of: name, version: entry.stateVersion) })
    }

    /// Finds the macrostep of a moment and the one before, which need not be among those that are listed.
    private func travel(to moment: Int?, in detail: inout InstanceDetail) async throws {
        let number = moment ?? detail.number
        if let step = detail.journal[number], let former = detail.journal[number - 1] {
            detail.former = former
            if moment != nil { detail.moment = step }
            return
        }
        let steps = try await store.journal(of: detail.key, after: number - 2, limit: 2).map {
            shown($0, of: detail.name)
        }
        detail.former = steps.first { $0.number == number - 1 }
        if moment != nil { detail.moment = steps.first { $0.number == number } }
    }
}
