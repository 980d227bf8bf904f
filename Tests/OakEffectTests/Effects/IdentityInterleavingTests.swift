import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C17–C18 Identity and silence in every interleaving")
struct IdentityInterleavingTests {
    /// A step that concerns the operation of one identity.
    enum Step: CaseIterable, Sendable { case start, startDeaf, startBrief, cancel, pause }

    @Test("C18 No event of a cancelled operation is processed, however it is sent")
    func silence() async {
        let heard = Counter()
        await explore(
            seeds: Effort.seeds(300), events: .lists(of: Generator<Step>.allCases, count: 1...6)
        ) { steps in
            let proxy = Script.Proxy(bufferSize: 2)
            async let names = Script.run(initialState: .init(), proxy: proxy)
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
            expectOwn(try await names, counting: heard)
        }
        #expect(heard.value > 0, "no operation had anything to say")
    }

    /// An operation that sends its name in every way there is.
    private func talker(_ name: String, _ step: Step) -> Script.Effect {
        Script.Effect(id: "x") { _, input in
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

/// Expects that each event named after an operation comes between the start of that operation and the next start.
func expectOwn(_ names: [String], counting heard: Counter) {
    var live = ""
    for name in names {
        if name.hasPrefix("start ") {
            live = String(name.dropFirst(6))
        } else if name != "end" {
            expectThat(name == live, "an event of \(name) in the time of \(live)")
            heard.increment()
        }
    }
}
