import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C13 Room for each operation in every interleaving", .timeLimit(.minutes(20)))
struct RoomInterleavingTests {
    /// The next step of a sender.
    enum Step: CaseIterable, Sendable { case send, sendBoth, sendWaitingForRoom, pause, pauseLong }

    private static let steps = Generator<[Step]>.lists(of: .allCases, count: 4...40)

    @Test(
        "C13 No sender with room is refused, none has more than that, and nothing is lost or out of order",
        arguments: [0, 1, 3])
    func roomForEach(bufferSize: Int) async {
        let refused = Counter()
        await explore(seeds: 1...600, events: Self.steps) { steps in
            let account = MailboxAccount(outside: bufferSize, operation: max(1, bufferSize))
            let observer = Watch { if case .eventTaken(let event, _) = $0 { account.take(event.name) } }
            let (begun, finished) = (Gate<Void>("the senders may begin"), Gate<Void>("all have sent"))
            let operations = (0..<3).map { index in
                Puppet.Effect(id: index) { _, input in
                    try await begun.wait()
                    // Each sender has a part of the program.
                    let own = steps.enumerated().filter { $0.offset % 4 == index }.map(\.element)
                    try await account.perform(own, as: "\(index)", by: input)
                }
            }
            let effect = Puppet.Effect.all(operations + [.ending(after: finished)])
            let proxy = Puppet.Proxy(bufferSize: bufferSize, initialEvent: .init("go", effect))
            async let names = Puppet.run(
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

    @Test("C16 Senders that wait for room of one operation get it in the order in which they came")
    func firstComeFirstServed() async {
        await explore(seeds: 1...600) {
            let arrivals = Recorder<String>()
            @Sendable func crowd(_ name: String, by input: Puppet.Input) async throws {
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
            let operations = ["a", "b"].map { name in Puppet.Effect { _, input in try await crowd(name, by: input) } }
            let proxy = Puppet.Proxy(bufferSize: 1, initialEvent: .init("go", .all(operations)))
            async let names = Puppet.run(initialState: .init(), proxy: proxy, output: Callback<[String]>.hesitant)
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

    @Test("C13 Of the answers of operations that return while others are cancelled, each comes once or not at all")
    func answers() async {
        let silenced = Counter()
        await explore(seeds: 1...1_000) {
            let returned = Recorder<Int>()
            let operations = (1...6).map { (number: Int) in
                Puppet.Effect(
                    id: number,
                    { _ in
                        await Task.yield()
                        returned.record(number)
                        return number
                    }, success: { .init("\($0)") })
            }
            let cancelled = Recorder<Int>()
            let observer = Watch {
                if case .effectCancelled(let effect, .cancelTask) = $0, let id = effect.id?.base as? Int {
                    cancelled.record(id)
                }
            }
            let proxy = Puppet.Proxy(bufferSize: 1, initialEvent: .init("go", .all(operations)))
            async let names = Puppet.run(
                initialState: .init(), proxy: proxy, output: Callback<[String]>.hesitant, observer: observer)
            for number in 1...3 { try await proxy.sendWaitingForRoom(.init("cancel", .cancelTask(number))) }
            await idle()
            try proxy.send(.end)
            let answers = try await names.filter { $0 != "go" && $0 != "cancel" && $0 != "end" }
            expectThat(Set(answers + cancelled.values.map { "\($0)" }) == Set((1...6).map { "\($0)" }), "\(answers)")
            expectThat(answers.count + cancelled.values.count == 6, "one has answered and was cancelled")
            expectThat(
                returned.values.filter { !cancelled.values.contains($0) }.map { "\($0)" } == answers, "\(answers)")
            for _ in cancelled.values { silenced.increment() }
        }
        #expect(silenced.value > 0)
    }
}

/// Keeps account of what each sender has in the mailbox; on one executor that is exact.
private final class MailboxAccount: Sendable {
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

    func perform(_ steps: [RoomInterleavingTests.Step], as sender: String, by input: Puppet.Input) async throws {
        var number = 0
        for step in steps {
            number += 1
            let name = "\(sender) \(number)"
            switch step {
            case .send: attempt([name], as: sender) { try input.send(.init(name)) }
            case .sendBoth:
                let names = ["\(name)a", "\(name)b"]
                attempt(names, as: sender) { try input.send(contentsOf: names.map { Puppet.Event($0) }) }
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
