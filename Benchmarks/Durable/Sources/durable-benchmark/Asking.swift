import ArgumentParser
import Foundation
import Oak
import OakDurable

/// Asks a store with many instances, and compares macrosteps with tags and a message with plain ones.
struct Ask: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Questions by tags, and the cost of tags and messages.")

    @Argument(help: "The file, which must not exist.") var file: String
    @Option(help: "The number of instances.") var instances = 1_000_000
    @Option(help: "The number of macrosteps of each kind.") var macrosteps = 4000

    func run() async throws {
        let store = SQLiteStore(path: file)
        let host = DurableHost(store: store)
        try await host.register(Ticket.self)
        try await host.open()
        let count = instances
        try await forEach(of: count) { number in
            let phase = number % 10 == 0 ? "waiting" : "idle"
            try await host.start(
                Ticket.self, id: DurableID("ticket \(number)"), initialState: Ticket.State(phase: phase, desk: number))
        }
        print("| Among \(count) instances | |\n|---|--:|")
        try await measure("count by a tag, \(count / 10) matches") {
            _ = try await host.count(where: .tag("phase", is: "waiting"))
        }
        let waiting = InstanceQuery(machine: "ticket", statuses: [.running], tags: ["phase": "waiting"])
        try await measure("the same, of the running ones") { _ = try await host.count(where: waiting) }
        try await measure("the first hundred of them") { _ = try await host.list(where: waiting) }
        let rare = InstanceQuery(machine: "ticket", tags: ["phase": "idle", "desk": 77])
        try await measure("a common tag and a rare one") { _ = try await host.list(where: rare) }
        try await measure("count by condition") {
            _ = try await host.count(where: InstanceQuery(machine: "ticket", statuses: [.failed]))
        }
        try await compare(host)
        await host.close()
    }

    private func measure(_ name: String, _ body: () async throws -> Void) async throws {
        var times: [Duration] = []
        for _ in 1...7 {
            times.append(try await ContinuousClock().measure { try await body() })
        }
        print("| \(name) | \(milliseconds(times.sorted()[3])) |")
    }

    /// Sends events in turn to an instance that changes nothing else, and to one that changes tags and sends messages.
    private func compare(_ host: DurableHost) async throws {
        // One that has failed takes messages, and makes no macrosteps of its own.
        let target = try await host.start(Ticket.self, id: "target", initialState: Ticket.State(phase: "", desk: -1))
        try await host.send(.fail, to: target)
        while try await host.summary(of: target).status != .failed { await Task.yield() }
        let kinds: [(name: String, event: Ticket.Event)] = [
            ("plain", .note), ("three tags", .retag), ("a message", .tell), ("three tags and a message", .retagAndTell),
        ]
        let id = try await host.start(Ticket.self, id: "sender", initialState: Ticket.State(phase: "", desk: -1))
        var times: [[Double]] = kinds.map { _ in [] }
        for _ in 1...8 {
            for (index, kind) in kinds.enumerated() {
                let time = try await ContinuousClock().measure {
                    for _ in 0..<macrosteps / 8 { try await host.send(kind.event, to: id) }
                }
                times[index].append(time / .microseconds(1) / Double(macrosteps / 8))
            }
        }
        let medians = times.map { $0.sorted()[4] }
        print("\n| Macrostep | µs | |\n|---|--:|--:|")
        for (kind, median) in zip(kinds, medians) {
            print("| \(kind.name) | \(figure(median)) | \(figure(median / medians[0])) × |")
        }
    }
}

/// A machine with three tags, and a message for another instance.
private enum Ticket: EffectTransducer, DurableTransducer {
    struct State: Codable, Hashable, Sendable, NonTerminal {
        var phase: String
        var desk: Int
        var count = 0
        var tagged = 0
    }
    enum Event: Codable, Hashable, Sendable { case note, retag, tell, retagAndTell, fail }

    static let machineName = "ticket"

    static func tags(in state: State) -> [String: DurableTag] {
        ["phase": .text(state.phase), "desk": .integer(state.desk + state.tagged), "count": .integer(state.tagged)]
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        state.count += 1
        switch event {
        case .note: return nil
        case .retag: retag(&state)
        case .tell: return tell
        case .retagAndTell:
            retag(&state)
            return tell
        case .fail:
            // An operation would be lost with the process, so that the instance is parked.
            return Effect(id: "lost") { _, _ in }
        }
        return nil
    }

    private static var tell: Effect { .send(.note, to: "target" as DurableID<Ticket>) }

    private static func retag(_ state: inout State) {
        state.tagged += 1
        state.phase = state.tagged % 2 == 0 ? "even" : "odd"
    }
}
