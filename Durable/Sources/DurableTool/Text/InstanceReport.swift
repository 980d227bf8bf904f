import Foundation
import OakDurable
import OakText

/// Everything that a store has of an instance.
struct InstanceReport {
    let stored: StoredInstance
    let state: JSONValue
    let waiting: [StoredEvent]
    let journal: [JournalEntry]

    /// Reads an instance with its events and its journal.
    ///
    /// - Parameter state: The JSON of the state, unless it is that of the store.
    init(of stored: StoredInstance, in store: any DurableStore, state: JSONValue? = nil) async throws {
        self.stored = stored
        self.state = state ?? JSONValue(stored.state)
        waiting = try await store.inbox(of: stored.key, after: 0, limit: .max)
        journal = try await store.journal(of: stored.key, after: 0, limit: .max)
    }

    /// The JSON for programs.
    var json: JSONValue {
        let activities = stored.activities.map { activity in
            JSONValue([
                "name": .text(activity.name), "number": .int(activity.number),
                "hasReturned": .bool(activity.hasReturned),
            ])
        }
        let deadlines = stored.deadlines.map { deadline in
            JSONValue([
                "name": .text(deadline.name), "number": .int(deadline.number), "due": .text(deadline.due.text),
                "policy": .text(deadline.policy.rawValue), "event": JSONValue(deadline.event),
            ])
        }
        let events = waiting.map { event in
            JSONValue([
                "number": .integer(event.number), "received": .text(event.received.text),
                "version": .int(event.version), "event": JSONValue(event.event),
            ])
        }
        let macrosteps = journal.map { step in
            JSONValue([
                "number": .int(step.number), "time": .text(step.time.text), "cause": .text("\(step.cause)"),
                "version": .int(step.version), "event": step.event.map { JSONValue($0) },
                "outputs": step.outputs.map { JSONValue($0) }, "state": step.state.map { JSONValue($0) },
            ])
        }
        let own: [String: JSONValue?] = [
            "state": state, "output": stored.output.map { JSONValue($0) }, "activities": .list(activities),
            "deadlines": .list(deadlines), "waiting": .list(events), "journal": .list(macrosteps),
        ]
        return JSONValue(stored.summary.members.merging(own) { $1 })
    }

    /// The text for people.
    var text: String {
        var lines = stored.summary.lines + ["", "state"] + indented(state.lines)
        if let output = stored.output { lines += ["", "output"] + indented(JSONValue(output).lines) }
        let work = stored.activities.map { "\($0.name)#\($0.number)\($0.hasReturned ? ", has returned" : "")" }
        lines += section("activities", work)
        let deadlines = stored.deadlines.map { "\($0.name)#\($0.number)  \($0.due.text)  \(JSONValue($0.event).line)" }
        lines += section("deadlines", deadlines)
        let events = waiting.map { "\($0.number)  \($0.received.text)  \(JSONValue($0.event).line)" }
        lines += section("waiting events", events)
        return (lines + section("journal", history)).joined(separator: "\n")
    }

    /// The macrosteps with the differences between their states.
    private var history: [String] {
        var former: JSONValue?
        return journal.flatMap { step -> [String] in
            let event = step.event.map { "  \(JSONValue($0).line)" } ?? ""
            let state = step.state.map { JSONValue($0) }
            let differences = state.flatMap { state in former.map { state.differences(from: $0) } } ?? []
            let first = former == nil ? state.map { ["= \($0.line)"] } ?? [] : []
            former = state
            return ["\(step.number)  \(step.time.text)  \(step.cause)\(event)"]
                + (first + differences).map { "    \($0)" }
        }
    }

    private func section(_ title: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : ["", title] + lines.map { "  \($0)" }
    }

    private func indented(_ text: String) -> [String] { text.split(separator: "\n").map { "  \($0)" } }
}

extension InstanceSummary {
    /// The JSON for programs.
    var json: JSONValue { JSONValue(members) }

    fileprivate var members: [String: JSONValue?] {
        [
            "key": .integer(key), "machine": .text(name.machine), "id": .text(name.id),
            "status": .text(status.rawValue), "problem": problem.map { .text($0) },
            "trials": trials.map { .int($0) }, "version": .int(version), "number": .int(number),
            "created": .text(created.text), "changed": .text(changed.text), "tags": .object(tagValues),
        ]
    }

    private var tagValues: [String: JSONValue] {
        tags.mapValues { tag in
            switch tag {
            case .text(let text): .text(text)
            case .integer(let number): .int(number)
            }
        }
    }

    /// The cells of a table.
    var cells: [String] {
        ["\(key)", "\(name)", status.rawValue, changed.text, tagText + (problem.map { "  \($0)" } ?? "")]
    }

    fileprivate var lines: [String] {
        [
            "\(name)", "  \(status.rawValue)\(problem.map { ": \($0)" } ?? "")",
            "  key \(key), version \(version), \(number) macrosteps",
            "  created \(created.text), changed \(changed.text)",
        ] + (tags.isEmpty ? [] : ["  \(tagText)"])
    }

    private var tagText: String {
        tagValues.sorted { $0.key < $1.key }.map { "\($0)=\($1.line)" }.joined(separator: " ")
    }
}

extension JSONValue {
    /// An object, without the members that are `nil`.
    fileprivate init(_ members: [String: JSONValue?]) { self = .object(members.compactMapValues(\.self)) }

    fileprivate static func int(_ value: Int) -> JSONValue { .integer(Int64(value)) }
}

extension Date {
    /// The time in UTC, to the millisecond.
    var text: String { formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
}
