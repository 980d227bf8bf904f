import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C30 Postponed events in every interleaving")
struct DeferralInterleavingTests {
    typealias Machine = PostponingMachine<EquatableState>

    @Test("C18, C30 Each event is processed once and in order, or rejected, with operations, cancellations and the end")
    func everything() async {
        let postponed = Counter()
        await explore(seeds: Effort.seeds(1_500)) {
            let log = PostponementRecorder<EquatableState>()
            let proxy = Machine.Proxy(bufferSize: 64)
            let accepted = Recorder<String>()
            async let run = result { try await Machine.play(proxy, observer: log) }
            try proxy.send(.init(name: "go", effects: [Self.work("x", "1")]))
            try await withThrowingTaskGroup { senders in
                for sender in ["a", "b"] {
                    senders.addTask {
                        for number in 1...3 {
                            guard (try? proxy.send(.visit("\(sender)\(number)"))) != nil else { return }
                            accepted.record("\(sender)\(number)")
                            await Task.yield()
                        }
                    }
                }
                senders.addTask {
                    let steps: [Machine.Event] = [
                        .init(name: "cancel", effects: [.cancelTask("x")]), .mode(1), .mode(0),
                        .init(name: "again", effects: [Self.work("x", "2")]),
                        .init(name: "end", postponedIn: [0], ends: true),
                        .init(name: "cancel", effects: [.cancelTask("x")]),
                        .mode(1),
                    ]
                    for step in steps {
                        for _ in 0..<3 { await Task.yield() }
                        try? proxy.send(step)
                    }
                }
                try await senders.waitForAll()
            }
            guard case .success = await run else { return expectThat(false, "the run has failed") }
            let entries = log.entries
            for _ in 0..<entries.count(where: { $0.hasPrefix("postponed") }) { postponed.increment() }
            Self.check(entries, accepted.values)
        }
        #expect(postponed.value > 1_000)
    }

    /// Sends events that are postponed.
    private static func work(_ id: String, _ name: String) -> Machine.Effect {
        Machine.Effect(id: id) { _, input in
            for number in 1...3 {
                try input.send(.visit("w\(name)\(number)"))
                await Task.yield()
            }
        }
    }

    private static func check(_ entries: [String], _ accepted: [String]) {
        for event in accepted {
            let processed = entries.count { $0.contains(" -\(event)-> ") }
            let rejected = entries.count { $0.hasPrefix("rejected \(event):") }
            expectThat(
                processed + rejected == 1, "\(event) was processed \(processed) times, rejected \(rejected) times")
        }
        for sender in ["a", "b"] {
            let places = (1...3).compactMap { number in entries.firstIndex { $0.contains(" -\(sender)\(number)-> ") } }
            expectThat(places == places.sorted(), "the events of \(sender) in \(entries)")
        }
        // No event of an operation is processed after its cancellation or replacement.
        for (name, marks) in [("1", ["-cancel->", "-again->"]), ("2", ["-cancel->"])] {
            let begin = entries.firstIndex { $0.contains(name == "1" ? "-go->" : "-again->") } ?? entries.endIndex
            let cancelled = entries[begin...].firstIndex { entry in marks.contains { entry.contains($0) } }
            let late = entries[(cancelled ?? entries.endIndex)...].filter { $0.contains(" -w\(name)") }
            expectThat(late.isEmpty, "\(late) of a cancelled operation in \(entries)")
        }
    }

    @Test("C32 Many postponed events are offered again in order")
    func crowd() async throws {
        let count = Effort.size(20_000)
        let visits = (0..<count).map { Machine.Event.visit("\($0)", at: $0.isMultiple(of: 2) ? 2 : 1) }
        let outputs = try await Machine.play(visits + [.mode(1), .mode(2), .end])
        let evens = stride(from: 0, to: count, by: 2).map { "\($0)" }
        let odds = stride(from: 1, to: count, by: 2).map { "\($0)" }
        #expect(outputs == ["mode 1"] + odds + ["mode 2"] + evens + ["end"])
    }
}
