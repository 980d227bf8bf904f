import Foundation
import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C32 Effects that are as deep as programs make them", .timeLimit(.minutes(20)))
struct DeepEffectTests {
    /// How an effect comes to be deep.
    enum Form: CaseIterable, Sendable {
        case combinations, sequences, alternating, named, declared, listToTheLeft, listToTheRight, sequencesOfTwo

        func effect(around leaf: Puppet.Effect, depth: Int = 20_000) -> Puppet.Effect {
            var effect = leaf
            switch self {
            case .combinations: for _ in 0..<depth { effect = .combine(effect) }
            case .sequences: for _ in 0..<depth { effect = .sequence(effect) }
            case .alternating: for _ in 0..<depth / 2 { effect = .sequence(.combine(effect)) }
            case .named: for number in 0..<depth { effect = .combine(id: number, effect) }
            case .declared: for _ in 0..<depth { effect = .sequence(effect).caught() }
            case .listToTheLeft:
                let parts = [leaf] + Array(repeating: Puppet.Effect.events([]), count: depth)
                effect = parts.reduce(nil) { .all($0, $1) } ?? leaf
            case .listToTheRight:
                let parts = Array(repeating: Puppet.Effect.events([]), count: depth) + [leaf]
                effect = parts.reversed().reduce(nil) { .all($1, $0) } ?? leaf
            case .sequencesOfTwo: for _ in 0..<depth { effect = .sequence(.events([]), effect) }
            }
            return effect
        }
    }

    /// Runs a puppet on a short stack, with what a test has prepared.
    private func play(_ events: @escaping @Sendable () -> [Puppet.Event]) async throws -> [String] {
        try await onShortStack {
            let executor = DeterministicExecutor()
            let names = Recorder<[String]>()
            executor.start {
                let proxy = Puppet.Proxy(bufferSize: 8)
                try proxy.send(contentsOf: events())
                do {
                    names.record(try await Puppet.run(initialState: .init(), proxy: proxy))
                } catch {
                    names.record(["\(error)"])
                }
            }
            executor.run(limit: .max)
            return names.values.first ?? ["it does not end"]
        }
    }

    @Test("C32 They are made, copied and released", arguments: Form.allCases)
    func released(form: Form) async throws {
        let living = Counter()
        try await onShortStack {
            final class Token: Sendable {
                let living: Counter
                init(_ living: Counter) {
                    self.living = living
                    living.increment()
                }
                deinit { living.decrement() }
                func use() {}
            }
            let token = Token(living)
            let effect = form.effect(around: Puppet.Effect { _, _ in token.use() })
            let copy = effect.caught()
            #expect(effect.kind == copy.kind)
            #expect(living.value == 1)
        }
        #expect(living.value == 0)
    }

    @Test("C32 A shared effect is released with the last reference to it", arguments: Form.allCases)
    func shared(form: Form) async throws {
        try await onShortStack {
            let inner = form.effect(around: .event(.init("leaf")), depth: 10_000)
            var outer = Optional(form.effect(around: inner, depth: 10_000))
            let kind = outer?.kind
            outer = nil
            let other = form.effect(around: inner, depth: 10)
            #expect(inner.kind == kind && other.kind == kind)
        }
    }

    @Test("C32 They are carried out: events", arguments: Form.allCases)
    func events(form: Form) async throws {
        let names = try await play { [.init("go", form.effect(around: .event(.init("leaf")))), .end] }
        #expect(names == ["go", "leaf", "end"])
    }

    @Test("C32 They are carried out: operations, and whatever comes behind them", arguments: Form.allCases)
    func operations(form: Form) async throws {
        let names = try await play {
            let leaf = Puppet.Effect { _, input in try input.send(.init("leaf")) }
            return [.init("go", .sequence(form.effect(around: leaf), .event(.end)))]
        }
        #expect(names == ["go", "leaf", "end"])
    }

    @Test(
        "C32 They are cancelled, from the outside and by the end of the machine", arguments: Form.allCases,
        [false, true])
    func cancelled(form: Form, byEnd: Bool) async throws {
        let names = try await play {
            let leaf = Puppet.Effect { _, _ in try await Gate<Void>().wait() }
            let effect = Puppet.Effect.combine(id: "all", form.effect(around: leaf))
            let stop = Puppet.Effect.sequence(.cancelTask("all"), .event(.end))
            return [.init("go", effect), byEnd ? .end : .init("stop", stop)]
        }
        #expect(names == (byEnd ? ["go", "end"] : ["go", "stop", "end"]))
    }

    @Test("C32 An error finds its way out of them", arguments: Form.allCases)
    func failing(form: Form) async throws {
        let names = try await play {
            [.init("go", .sequence(Puppet.Effect.combine(form.effect(around: .failing())).caught(), .event(.end)))]
        }
        #expect(names == ["go", "caught failure", "end"])
    }

    @Test("C32 They are exit effects", arguments: Form.allCases)
    func exit(form: Form) async throws {
        let done = Counter()
        let names = try await play {
            [.init("end", form.effect(around: Puppet.Effect { _, _ in done.increment() }), ends: true)]
        }
        #expect(names == ["end"])
        #expect(done.value == 1)
    }

    @Test(
        "C32 They are those of children, that act, are left, and end", arguments: Form.allCases,
        ["acts", "left", "ends"])
    func children(form: Form, fate: String) async throws {
        let done = Counter()
        let log = try await onShortStack {
            let executor = DeterministicExecutor()
            let entries = Recorder<[String]>()
            executor.start {
                let leaf = Puppet.Effect { _, input in
                    if fate == "left" { try await Gate<Void>().wait() }
                    done.increment()
                    try? input.send(.init("leaf"))
                }
                let proxy = Troupe.Proxy(bufferSize: 8)
                let effect = form.effect(around: leaf, depth: 20_000)
                let event = Puppet.Event("go", effect, ends: fate == "ends")
                try proxy.send(fate == "acts" ? .lead(event) : .chorus(2, event))
                if fate == "left" { try proxy.send(.leave(2)) }
                async let log = Troupe.run(initialState: .init([1, 2]), proxy: proxy)
                // Each its turn, until nothing more happens.
                for _ in 0..<100 { await Task.yield() }
                try proxy.send(.end)
                entries.record(try await log)
            }
            executor.run(limit: .max)
            return entries.values.first ?? ["it does not end"]
        }
        switch fate {
        case "acts": #expect(log == ["lead go", "lead leaf"] && done.value == 1)
        case "left": #expect(log == ["2 go"] && done.value == 0)
        default: #expect(log == ["2 go"] && done.value == 1)
        }
    }

    @Test("C20 They are looked into", arguments: Form.allCases)
    func inspected(form: Form) async throws {
        try await onShortStack {
            let effect = form.effect(around: .event(.init("leaf")))
            var (depth, ahead) = (0, [effect])
            while let next = ahead.popLast() {
                depth += 1
                ahead += next.parts
            }
            #expect(depth > 20_000)
        }
    }

    @Test("C20 They are described in words", arguments: Form.allCases)
    func described(form: Form) async throws {
        try await onShortStack {
            let text = "\(form.effect(around: .event(.init("leaf"))))"
            #expect(text.contains("leaf") && text.utf8.count > 20_000)
        }
    }
}

/// Does something on a thread with the stack that threads have which are not the first.
private func onShortStack<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        let thread = Thread { continuation.resume(with: Result { try body() }) }
        thread.stackSize = 512 * 1024
        thread.start()
    }
}
