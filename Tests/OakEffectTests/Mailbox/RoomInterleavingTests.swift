import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C13 Room for each operation in every interleaving")
struct RoomInterleavingTests {
    /// The next step of a sender.
    enum Step: CaseIterable, Sendable { case send, sendBoth, sendWaitingForRoom, pause, pauseLong }

    private static let steps = Generator<[Step]>.lists(of: .allCases, count: 4...40)

    @Test("C13 No sender exceeds its places or is denied one, and no event is lost or reordered", arguments: [0, 1, 3])
    func roomForEach(bufferSize: Int) async {
        let refused = Counter()
        await explore(seeds: Effort.seeds(120), events: Self.steps) { steps in
            let account = MailboxChecker(outside: bufferSize, operation: max(1, bufferSize))
            let observer = ScriptObserver { if case .eventTaken(let event, _) = $0 { account.take(event.name) } }
            let (begun, finished) = (Gate<Void>("the senders may begin"), Gate<Void>("all have sent"))
            let operations = (0..<3).map { index in
                Script.Effect(id: index) { _, input in
                    try await begun.wait()
                    // Each sender has a part of the program.
                    let own = steps.enumerated().filter { $0.offset % 4 == index }.map(\.element)
                    try await account.perform(own, as: "\(index)", by: input)
                }
            }
            let effect = Script.Effect.all(operations + [.ending(after: finished)])
            let proxy = Script.Proxy(bufferSize: bufferSize, initialEvent: .init("go", effect))
            async let names = Script.run(
                initialState: .init(), proxy: proxy, output: Callback<[String]>.hesitant, observer: observer)
            begun.open()
            let own = steps.enumerated().filter { $0.offset % 4 == 3 }.map(\.element)
            // The initial event has a place until it is taken.
            await idle()
            try await account.perform(
                own.filter { bufferSize > 0 || $0 != .sendWaitingForRoom }, as: "outside", by: proxy.input)
            await idle()
            finished.open()
            _ = try await names
            account.close()
            for _ in 0..<account.refusals { refused.increment() }
        }
        #expect(refused.value > 0, "there was always room")
    }

    @Test("C16 Senders that wait for room of one operation are served in order")
    func firstComeFirstServed() async {
        await explore(seeds: Effort.seeds(120)) {
            let arrivals = Recorder<String>()
            @Sendable func crowd(_ name: String, by input: Script.Input) async throws {
                try await withThrowingTaskGroup { group in
                    for number in 1...5 {
                        group.addTask {
                            arrivals.record("\(name) \(number)")
                            try await input.sendWaitingForRoom(.init("\(name) \(number)"))
                        }
                    }
                    try await group.waitForAll()
                }
            }
            let operations = ["a", "b"].map { name in Script.Effect { _, input in try await crowd(name, by: input) } }
            let proxy = Script.Proxy(bufferSize: 1, initialEvent: .init("go", .all(operations)))
            async let names = Script.run(initialState: .init(), proxy: proxy, output: Callback<[String]>.hesitant)
            try await crowd("outside", by: proxy.input)
            await idle()
            try proxy.send(.end)
            let processed = try await names
            for name in ["a", "b", "outside"] {
                let own = processed.filter { $0.hasPrefix(name) }
                expectThat(own == arrivals.values.filter { $0.hasPrefix(name) }, "\(own)")
                expectThat(own.count == 5)
            }
        }
    }
}

/// Counts the events of each sender in the mailbox; the count is exact on one executor.
private final class MailboxChecker: Sendable {
    private struct Content {
        var sent: [String: [String]] = [:]
        var taken: [String: [String]] = [:]
        var refusals = 0
    }

    private let outside: Int
    private let operation: Int
    private let content = Guarded(Content())

    init(outside: Int, operation: Int) { (self.outside, self.operation) = (outside, operation) }

    var refusals: Int { content.withLock { $0.refusals } }

    private func places(of sender: String) -> Int { sender == "outside" ? outside : operation }

    func take(_ name: String) {
        guard let sender = name.split(separator: " ").first.map(String.init), name.contains(" ") else { return }
        content.withLock { $0.taken[sender, default: []].append(name) }
    }

    func perform(_ steps: [RoomInterleavingTests.Step], as sender: String, by input: Script.Input) async throws {
        var number = 0
        for step in steps {
            number += 1
            let name = "\(sender) \(number)"
            switch step {
            case .send: attempt([name], as: sender) { try input.send(.init(name)) }
            case .sendBoth:
                let names = ["\(name)a", "\(name)b"]
                attempt(names, as: sender) { try input.send(contentsOf: names.map { Script.Event($0) }) }
            case .sendWaitingForRoom:
                try await input.sendWaitingForRoom(.init(name))
                // It may have been taken by now.
                content.withLock { $0.sent[sender, default: []].append(name) }
            case .pause: await Task.yield()
            case .pauseLong: for _ in 0..<8 { await Task.yield() }
            }
        }
    }

    private func attempt(_ names: [String], as sender: String, _ send: () throws -> Void) {
        let waiting = content.withLock { ($0.sent[sender] ?? []).count - ($0.taken[sender] ?? []).count }
        let hasRoom = waiting + names.count <= places(of: sender)
        do {
            try send()
            content.withLock { $0.sent[sender, default: []] += names }
            expectThat(hasRoom, "\(names) was accepted, with \(waiting) in the mailbox")
        } catch {
            content.withLock { $0.refusals += 1 }
            expectThat(error as? TransducerError == .bufferOverflow, "\(error)")
            expectThat(!hasRoom, "\(names) was refused, with \(waiting) in the mailbox")
        }
    }

    func close() {
        content.withLock { expectThat($0.sent == $0.taken, "sent: \($0.sent)\ntaken: \($0.taken)") }
    }
}
