import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C11 Failures in every interleaving")
struct FailureInterleavingTests {
    /// The next step of an operation.
    enum Step: Sendable { case send, pause, fail }

    private static let steps = Generator<[Step]>.lists(
        of: .weighted([(4, .send), (4, .pause), (1, .fail)]), count: 6...30)

    @Test("C11 A composition sends one event for its first error and nothing after it, and other effects continue")
    func firstErrorOnly() async {
        let counts = (caught: Counter(), whole: Counter())
        await explore(seeds: Effort.seeds(300), events: Self.steps) { steps in
            let (sent, begun, ended) = (Recorder<String>(), Counter(), Counter())
            /// An operation with its part of the program.
            func part(_ name: String, _ index: Int) -> Script.Effect {
                let own = steps.enumerated().filter { $0.offset % 3 == index }.map(\.element)
                return Script.Effect(id: name) { _, input in
                    begun.increment()
                    defer { ended.increment() }
                    for (number, step) in own.enumerated() {
                        switch step {
                        case .send:
                            let event = "\(name) \(number)"
                            try await input.sendWaitingForRoom(.init(event))
                            sent.record(event)
                        case .pause: await Task.yield()
                        case .fail: throw Failure(name: name)
                        }
                    }
                }
            }
            let inner = Script.Effect.sequence(part("in-1", 1), part("in-2", 2))
            let declared = Script.Effect.combine(part("in-0", 0), inner).caught()
            let after = Script.Effect { _, input in
                expectThat(begun.value == ended.value, "something of the composition before is still under way")
                try await input.sendWaitingForRoom(.init("after"))
            }
            let beside = Script.Effect { _, input in
                for number in 1...4 { try await input.sendWaitingForRoom(.init("beside \(number)")) }
            }
            let proxy = Script.Proxy(
                bufferSize: 1, initialEvent: .init("go", .all([.sequence(declared, after), beside])))
            async let names = Script.run(initialState: .init(), proxy: proxy, output: Callback<[String]>.hesitant)
            await idle()
            try proxy.send(.end)
            let processed = try await names
            let errors = processed.filter { $0.hasPrefix("caught") }
            expectThat(processed.count { $0 == "after" } == 1, "\(processed)")
            expectThat(processed.count { $0.hasPrefix("beside") } == 4, "\(processed)")
            if let first = processed.firstIndex(where: { $0.hasPrefix("caught") }) {
                counts.caught.increment()
                expectThat(errors.count == 1, "\(errors)")
                let name = errors[0].dropFirst("caught ".count)
                // No event of the composition follows, and all events of the failed part precede the error.
                expectThat(!processed[first...].contains { $0.hasPrefix("in-") }, "\(processed)")
                let own = sent.values.filter { $0.hasPrefix("\(name) ") }
                expectThat(own == processed.filter { $0.hasPrefix("\(name) ") }, "\(own) of \(processed)")
            } else {
                counts.whole.increment()
                expectThat(sent.values.sorted() == processed.filter { $0.hasPrefix("in-") }.sorted(), "\(processed)")
            }
        }
        #expect(counts.caught.value > 0 && counts.whole.value > 0, "always or never an error")
    }
}
