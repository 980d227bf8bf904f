import Foundation
import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C32 Deeply nested effects")
struct DeepEffectTests {
    /// More levels than a short stack has room for, if each takes a hundred bytes of it.
    private static let depth = Effort.size(6_000)

    /// How an effect comes to be deep.
    enum Form: CaseIterable, Sendable {
        case combinations, sequences, alternating, named, declared, listToTheLeft, listToTheRight, sequencesOfTwo

        func effect(around leaf: Script.Effect) -> Script.Effect {
            let depth = DeepEffectTests.depth
            var effect = leaf
            switch self {
            case .combinations: for _ in 0..<depth { effect = .combine(effect) }
            case .sequences: for _ in 0..<depth { effect = .sequence(effect) }
            case .alternating: for _ in 0..<depth / 2 { effect = .sequence(.combine(effect)) }
            case .named: for number in 0..<depth { effect = .combine(id: number, effect) }
            case .declared: for _ in 0..<depth { effect = .sequence(effect).caught() }
            case .listToTheLeft:
                let parts = [leaf] + Array(repeating: Script.Effect.events([]), count: depth)
                effect = parts.reduce(nil) { .all($0, $1) } ?? leaf
            case .listToTheRight:
                let parts = Array(repeating: Script.Effect.events([]), count: depth) + [leaf]
                effect = parts.reversed().reduce(nil) { .all($1, $0) } ?? leaf
            case .sequencesOfTwo: for _ in 0..<depth { effect = .sequence(.events([]), effect) }
            }
            return effect
        }
    }

    /// Runs a script on a short stack.
    private func play(_ events: @escaping @Sendable () -> [Script.Event]) async throws -> [String] {
        try await onShortStack {
            let executor = DeterministicExecutor()
            let names = Recorder<[String]>()
            executor.start {
                let proxy = Script.Proxy(bufferSize: 8)
                try proxy.send(contentsOf: events())
                do {
                    names.record(try await Script.run(initialState: .init(), proxy: proxy))
                } catch {
                    names.record(["\(error)"])
                }
            }
            executor.run(limit: .max)
            return names.values.first ?? ["it does not end"]
        }
    }

    @Test("C32 Deep effects are created, copied and released", arguments: Form.allCases)
    func released(form: Form) async throws {
        let living = Counter()
        try await onShortStack {
            let token = CountedToken(living)
            let effect = form.effect(around: Script.Effect { _, _ in token.use() })
            let copy = effect.caught()
            #expect(effect.kind == copy.kind)
            #expect(living.value == 1)
        }
        #expect(living.value == 0)
    }

    @Test("C32 Deep effects are carried out, including the steps after operations", arguments: Form.allCases)
    func operations(form: Form) async throws {
        let names = try await play {
            let leaf = Script.Effect { _, input in try input.send(.init("leaf")) }
            return [.init("go", .sequence(form.effect(around: leaf), .event(.end)))]
        }
        #expect(names == ["go", "leaf", "end"])
    }

    @Test(
        "C32 Deep effects are cancelled by identity and by the end of the machine", arguments: Form.allCases,
        [false, true])
    func cancelled(form: Form, byEnd: Bool) async throws {
        let names = try await play {
            let leaf = Script.Effect { _, _ in try await Gate<Void>().wait() }
            let effect = Script.Effect.combine(id: "all", form.effect(around: leaf))
            let stop = Script.Effect.sequence(.cancelTask("all"), .event(.end))
            return [.init("go", effect), byEnd ? .end : .init("stop", stop)]
        }
        #expect(names == (byEnd ? ["go", "end"] : ["go", "stop", "end"]))
    }

    @Test("C32 An error propagates out of deep effects", arguments: Form.allCases)
    func failing(form: Form) async throws {
        let names = try await play {
            [.init("go", .sequence(Script.Effect.combine(form.effect(around: .failing())).caught(), .event(.end)))]
        }
        #expect(names == ["go", "caught failure", "end"])
    }

    @Test("C32 Deep effects can be exit effects", arguments: Form.allCases)
    func exit(form: Form) async throws {
        let done = Counter()
        let names = try await play {
            [.init("end", form.effect(around: Script.Effect { _, _ in done.increment() }), ends: true)]
        }
        #expect(names == ["end"])
        #expect(done.value == 1)
    }

    @Test(
        "C32 Deep effects of a child are carried out, cancelled at its departure, and run as its exit effect",
        arguments: Form.allCases, ["acts", "left", "ends"])
    func children(form: Form, fate: String) async throws {
        let done = Counter()
        let log = try await onShortStack {
            let executor = DeterministicExecutor()
            let entries = Recorder<[String]>()
            executor.start {
                let leaf = Script.Effect { _, input in
                    if fate == "left" { try await Gate<Void>().wait() }
                    done.increment()
                    try? input.send(.init("leaf"))
                }
                let proxy = ScriptComposite.Proxy(bufferSize: 8)
                let effect = form.effect(around: leaf)
                let event = Script.Event("go", effect, ends: fate == "ends")
                try proxy.send(fate == "acts" ? .a(event) : .group(2, event))
                if fate == "left" { try proxy.send(.remove(2)) }
                async let log = ScriptComposite.run(initialState: .init(.a, .group, keys: [1, 2]), proxy: proxy)
                // Each its turn, until nothing more happens.
                for _ in 0..<100 { await Task.yield() }
                try proxy.send(.end)
                entries.record(try await log)
            }
            executor.run(limit: .max)
            return entries.values.first ?? ["it does not end"]
        }
        switch fate {
        case "acts": #expect(log == ["a go", "a leaf"] && done.value == 1)
        case "left": #expect(log == ["2 go"] && done.value == 0)
        default: #expect(log == ["2 go"] && done.value == 1)
        }
    }

    @Test("C20 Deep effects can be inspected", arguments: Form.allCases)
    func inspected(form: Form) async throws {
        try await onShortStack {
            let effect = form.effect(around: .event(.init("leaf")))
            var (depth, ahead) = (0, [effect])
            while let next = ahead.popLast() {
                depth += 1
                ahead += next.parts
            }
            #expect(depth > Self.depth)
        }
    }

    @Test("C20 Deep effects can be described", arguments: Form.allCases)
    func described(form: Form) async throws {
        try await onShortStack {
            let text = "\(form.effect(around: .event(.init("leaf"))))"
            #expect(text.contains("leaf") && text.utf8.count > Self.depth)
        }
    }
}
