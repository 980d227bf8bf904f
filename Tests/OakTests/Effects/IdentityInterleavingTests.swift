import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C17–C18 Identity and silence in every interleaving", .timeLimit(.minutes(20)))
struct IdentityInterleavingTests {
    /// A step that concerns the operation of one identity.
    enum Step: CaseIterable, Sendable { case start, startDeaf, startBrief, cancel, pause }

    @Test("C17 At most one operation of an identity is live, and the name always is that of the last")
    func oneLiveOperation() async {
        await explore(seeds: 1...1_500, events: .lists(of: Generator<Step>.allCases, count: 1...8)) { steps in
            let names = LiveOperations()
            let proxy = Puppet.Proxy(bufferSize: 16)
            async let run = Puppet.run(
                initialState: .init(), proxy: proxy, observer: Watch { names.observe($0) })
            let released = Gate<Void>()
            for step in steps {
                switch step {
                case .start:
                    try proxy.send(.init("start", Puppet.Effect(id: "x") { _, _ in try await released.wait() }))
                case .startDeaf:
                    let deaf = Puppet.Effect(id: "x") { _, _ in
                        for _ in 0..<4 { await Task.yield() }
                    }
                    try proxy.send(.init("start deaf", deaf))
                case .startBrief: try proxy.send(.init("start brief", Puppet.Effect(id: "x") { _, _ in }))
                case .cancel: try proxy.send(.init("cancel", .cancelTask("x")))
                case .pause: await Task.yield()
                }
            }
            try proxy.send(contentsOf: [.init("cancel", .cancelTask("x")), .init("check"), .end])
            _ = try await run
            let starts = steps.count { $0 != .cancel && $0 != .pause }
            expectThat(names.starts == starts, "\(names.starts) of \(starts) operations were seen")
        }
    }

    @Test("C18 No event of a cancelled operation is processed, by whatever way it is sent")
    func silence() async {
        let heard = Counter()
        await explore(seeds: 1...1_500, events: .lists(of: Generator<Step>.allCases, count: 1...6)) { steps in
            let proxy = Puppet.Proxy(bufferSize: 2)
            async let names = Puppet.run(initialState: .init(), proxy: proxy)
            var generation = 0
            for step in steps {
                switch step {
                case .start, .startDeaf, .startBrief:
                    generation += 1
                    try await proxy.sendWaitingForRoom(.init("start \(generation)", talker("\(generation)", step)))
                case .cancel:
                    generation += 1
                    try await proxy.sendWaitingForRoom(.init("start \(generation)", .cancelTask("x")))
                case .pause: await Task.yield()
                }
            }
            generation += 1
            try await proxy.sendWaitingForRoom(.init("start \(generation)", .cancelTask("x")))
            try await proxy.sendWaitingForRoom(.end)
            var live = ""
            for name in try await names {
                if name.hasPrefix("start ") {
                    live = String(name.dropFirst(6))
                } else if name != "end" {
                    expectThat(name == live, "an event of \(name) in the time of \(live)")
                    heard.increment()
                }
            }
        }
        #expect(heard.value > 0, "no operation had anything to say")
    }

    /// An operation that sends its name in every way there is.
    private func talker(_ name: String, _ step: Step) -> Puppet.Effect {
        Puppet.Effect(id: "x") { _, input in
            await withTaskGroup { group in
                group.addTask { try? input.send(.init(name)) }
                group.addTask { input(.init(name)) }
                group.addTask { try? await input.sendWaitingForRoom(.init(name)) }
                group.addTask { try? input.send(contentsOf: [.init(name)]) }
            }
            if step == .startDeaf { for _ in 0..<4 { await Task.yield() } }
            try await input.sendWaitingForRoom(.init(name))
        }
    }
}

/// Keeps account of which operations of one identity have begun, and neither ended nor been cancelled.
private final class LiveOperations: @unchecked Sendable {
    /// How many have begun.
    private(set) var starts = 0
    private var live: Set<Int> = []
    private var isCancelled = false

    func observe(_ occurrence: Occurrence<Puppet.State, Puppet.Event, [String]>) {
        switch occurrence {
        case .effectStarted(let effect) where effect.kind == .cancelTask: isCancelled = true
        case .effectStarted(let effect):
            starts += 1
            live.insert(effect.number)
            expectThat(live.count == 1, "\(live.count) operations of one identity")
        case .effectEnded(let effect, _), .effectCancelled(let effect, _): live.remove(effect.number)
        case .eventTaken:
            expectThat(!isCancelled || live.isEmpty, "an operation has survived its cancellation")
            isCancelled = false
        case .runStarted, .eventPostponed, .eventUnexpected, .transition, .output, .effectOverdue, .sendRejected,
            .runEnded:
            break
        }
    }
}
