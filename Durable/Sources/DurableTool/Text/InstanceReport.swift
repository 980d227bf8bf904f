import Foundation
import OakDurable
import OakText

/// Everything that a store has of an instance, as JSON.
struct InstanceReport: Encodable {
    struct Activity: Encodable {
        let name: String
        let number: Int
        let hasReturned: Bool
    }

    struct Deadline: Encodable {
        let name: String
        let number: Int
        let due: String
        let policy: String
        let event: JSONValue
    }

    struct Event: Encodable {
        let number: Int64
        let received: String
        let version: Int
        let event: JSONValue
    }

    struct Macrostep: Encodable {
        let number: Int
        let time: String
        let cause: String
        let version: Int
        let event: JSONValue?
        let outputs: JSONValue?
        let state: JSONValue?
    }

    let summary: SummaryReport
    let state: JSONValue
    let output: JSONValue?
    let activities: [Activity]
    let deadlines: [Deadline]
    let waiting: [Event]
    let journal: [Macrostep]

    private enum CodingKeys: CodingKey { case state, output, activities, deadlines, waiting, journal }

    func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(state, forKey: .state)
        try container.encodeIfPresent(output, forKey: .output)
        try container.encode(activities, forKey: .activities)
        try container.encode(deadlines, forKey: .deadlines)
        try container.encode(waiting, forKey: .waiting)
        try container.encode(journal, forKey: .journal)
    }

    /// Reads an instance with its events and its journal.
    ///
    /// - Parameter state: The JSON of the state, unless it is that of the store.
    init(of stored: StoredInstance, in store: any DurableStore, state: JSONValue? = nil) async throws {
        summary = SummaryReport(stored.summary)
        self.state = state ?? JSONValue(stored.state)
        output = stored.output.map { JSONValue($0) }
        activities = stored.activities.map { Activity(name: $0.name, number: $0.number, hasReturned: $0.hasReturned) }
        deadlines = stored.deadlines.map {
            Deadline(
                name: $0.name, number: $0.number, due: $0.due.text, policy: $0.policy.rawValue,
                event: JSONValue($0.event))
        }
        waiting = try await store.inbox(of: stored.key, after: 0, limit: .max).map {
            Event(number: $0.number, received: $0.received.text, version: $0.version, event: JSONValue($0.event))
        }
        journal = try await store.journal(of: stored.key, after: 0, limit: .max).map {
            Macrostep(
                number: $0.number, time: $0.time.text, cause: $0.cause.description, version: $0.version,
                event: $0.event.map { JSONValue($0) }, outputs: $0.outputs.map { JSONValue($0) },
                state: $0.state.map { JSONValue($0) })
        }
    }

    /// The text for people.
    var text: String {
        var lines = summary.lines + ["", "state"] + indented(state.lines)
        if let output { lines += ["", "output"] + indented(output.lines) }
        let work = activities.map { "\($0.name)#\($0.number)\($0.hasReturned ? ", has returned" : "")" }
        lines += section("activities", work)
        lines += section("deadlines", deadlines.map { "\($0.name)#\($0.number)  \($0.due)  \($0.event.line)" })
        lines += section("waiting events", waiting.map { "\($0.number)  \($0.received)  \($0.event.line)" })
        return (lines + section("journal", history)).joined(separator: "\n")
    }

    /// The macrosteps with the differences between their states.
    private var history: [String] {
        var former: JSONValue?
        return journal.flatMap { step -> [String] in
            let event = step.event.map { "  \($0.line)" } ?? ""
            let differences = step.state.flatMap { state in former.map { state.differences(from: $0) } } ?? []
            let first = former == nil ? step.state.map { ["= \($0.line)"] } ?? [] : []
            former = step.state
            return ["\(step.number)  \(step.time)  \(step.cause)\(event)"] + (first + differences).map { "    \($0)" }
        }
    }

    private func section(_ title: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : ["", title] + lines.map { "  \($0)" }
    }

    private func indented(_ text: String) -> [String] { text.split(separator: "\n").map { "  \($0)" } }
}

/// An instance in a list, as JSON.
struct SummaryReport: Encodable {
    let key: Int64
    let machine: String
    let id: String
    let status: String
    let problem: String?
    let trials: Int?
    let version: Int
    let number: Int
    let created: String
    let changed: String
    let tags: [String: JSONValue]

    init(_ summary: InstanceSummary) {
        (key, machine, id) = (summary.key, summary.name.machine, summary.name.id)
        (status, problem, trials) = (summary.status.rawValue, summary.problem, summary.trials)
        (version, number) = (summary.version, summary.number)
        (created, changed) = (summary.created.text, summary.changed.text)
        tags = summary.tags.mapValues { tag in
            switch tag {
            case .text(let text): .text(text)
            case .integer(let number): .integer(Int64(number))
            }
        }
    }

    /// The cells of a table.
    var cells: [String] {
        ["\(key)", "\(machine)/\(id)", status, changed, tagText + (problem.map { "  \($0)" } ?? "")]
    }

    var lines: [String] {
        [
            "\(machine)/\(id)", "  \(status)\(problem.map { ": \($0)" } ?? "")",
            "  key \(key), version \(version), \(number) macrosteps", "  created \(created), changed \(changed)",
        ] + (tags.isEmpty ? [] : ["  \(tagText)"])
    }

    private var tagText: String { tags.sorted { $0.key < $1.key }.map { "\($0)=\($1.line)" }.joined(separator: " ") }
}

extension Date {
    /// The time in UTC, to the millisecond.
    var text: String { formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
}
