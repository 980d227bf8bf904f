import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C19 Compositions in every interleaving", .timeLimit(.minutes(20)))
struct CompositionInterleavingTests {
    /// How another operation is added to a composition.
    enum Addition: CaseIterable, Sendable { case behind, before, beside, besideNamed }

    /// A composition of operations that are numbered in the order of the additions, and which of them wait for which.
    private static func composition(
        _ additions: [Addition], _ trace: Recorder<String>
    ) -> (effect: Puppet.Effect, order: [(first: Int, second: Int)]) {
        func operation(_ number: Int) -> Puppet.Effect {
            Puppet.Effect(id: "operation \(number)") { _, input in
                trace.record("begin \(number)")
                await Task.yield()
                try? input.send(.init("\(number)"))
                trace.record("end \(number)")
            }
        }
        var effect = operation(0)
        var order: [(first: Int, second: Int)] = []
        for (index, addition) in additions.enumerated() {
            let number = index + 1
            switch addition {
            case .behind:
                effect = .sequence(effect, operation(number))
                order += (0..<number).map { ($0, number) }
            case .before:
                effect = .sequence(operation(number), effect)
                order += (0..<number).map { (number, $0) }
            case .beside: effect = .combine(effect, operation(number))
            case .besideNamed: effect = .combine(id: "part \(number)", operation(number), effect)
            }
        }
        return (effect, order)
    }

    @Test("C19 Every part runs once, and the steps of a sequence one after the other")
    func complete() async {
        await explore(seeds: 1...500, events: .lists(of: Generator<Addition>.allCases, count: 0...5)) { additions in
            let trace = Recorder<String>()
            let (effect, order) = Self.composition(additions, trace)
            let proxy = Puppet.Proxy(initialEvent: .init("go", .sequence(effect, .event(.end))))
            let names = try await Puppet.run(initialState: .init(), proxy: proxy)
            let numbers = (0...additions.count).map { "\($0)" }
            expectThat(names.first == "go" && names.last == "end", "\(names)")
            expectThat(names.dropFirst().dropLast().sorted() == numbers.sorted(), "\(names)")
            let steps = trace.values
            for (first, second) in order {
                guard let end = steps.firstIndex(of: "end \(first)"),
                    let begin = steps.firstIndex(of: "begin \(second)")
                else { return expectThat(false, "\(steps)") }
                expectThat(end < begin, "\(second) did not wait for \(first): \(steps)")
            }
        }
    }

    @Test("C19 Once a composition is cancelled no part of it begins and no event of it is processed")
    func cancelled() async {
        let cutShort = Counter()
        await explore(seeds: 1...1_000, events: .lists(of: Generator<Addition>.allCases, count: 0...5)) { additions in
            let trace = Recorder<String>()
            let (effect, _) = Self.composition(additions, trace)
            let whole = Puppet.Effect.sequence(id: "all", effect, .event(.init("after")))
            let proxy = Puppet.Proxy(initialEvent: .init("go", whole))
            let observer = Watch { occurrence in
                switch occurrence {
                case .effectCancelled(let effect, _) where effect.id == EffectID("all"): trace.record("cancelled")
                case .effectStarted(let effect) where effect.number > 0: trace.record("begin")
                case .effectStarted, .effectEnded, .effectCancelled, .effectOverdue, .eventTaken, .eventPostponed,
                    .eventUnexpected,
                    .transition, .output,
                    .runStarted, .runEnded, .sendRejected:
                    break
                }
            }
            async let run = Puppet.run(initialState: .init(), proxy: proxy, observer: observer)
            for _ in 0..<3 { await Task.yield() }
            try await proxy.sendWaitingForRoom(.init("cancel", .cancelTask("all")))
            try await proxy.sendWaitingForRoom(.init("check"))
            try await proxy.sendWaitingForRoom(.end)
            let names = try await run
            expectThat(names.suffix(3) == ["cancel", "check", "end"], "\(names)")
            let afterwards = trace.values.drop { $0 != "cancelled" }
            expectThat(!afterwards.contains("begin"), "\(trace.values)")
            if !afterwards.isEmpty { cutShort.increment() }
        }
        #expect(cutShort.value > 0, "every composition was over when it was cancelled")
    }
}
