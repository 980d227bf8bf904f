import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C18 Nothing begins that is already cancelled")
struct NeverBegunTests {
    /// An operation that notes its call.
    private static func work(_ name: String, _ calls: Recorder<String>) -> Script.Effect {
        Script.Effect(id: "work") { _, _ in calls.record(name) }
    }

    private static func isolatedWork(_ name: String, _ calls: Recorder<String>) -> Script.Effect {
        Script.Effect(id: "work", isolatedOperation: { _, _, _ in calls.record(name) })
    }

    @Test(
        "C4, C18 An operation that the same macrostep cancels is never called",
        arguments: [work, isolatedWork])
    func sameMacrostep(work: @Sendable (String, Recorder<String>) -> Script.Effect) async throws {
        let calls = Recorder<String>()
        let cancel = Script.Effect.cancelTask("work")
        for _ in 0..<100 {
            let names = try await Script.play(
                .init("reply", .all(work("replied", calls), cancel)),
                .init("action", .all(work("acted", calls), .event(.init("cancel", cancel)))),
                .init("successor", .all(work("replaced", calls), work("successor", calls))), .init("last", cancel), .end
            )
            #expect(names == ["reply", "action", "cancel", "successor", "last", "end"])
        }
        #expect(!calls.values.contains { $0 != "successor" })
    }

    @Test(
        "C18 Of the operations that replace each other in one turn, the last one is called", arguments: [false, true])
    func oneTurn(isIsolated: Bool) async {
        let work = isIsolated ? Self.isolatedWork : Self.work
        await explore(seeds: Effort.seeds(100)) {
            let (calls, called) = (Recorder<String>(), Gate<Void>("the last call"))
            let host = TransducerHost(of: Script.self, initialState: .init())
            for letter in ["s", "sw"] { try host.send(.init(letter, work(letter, calls))) }
            try host.send(.init("swi", .sequence(work("swi", calls), Script.Effect { _, _ in called.open() })))
            try await called.wait()
            // A task that had its turn before the next letter came has called its function; none does later.
            let values = calls.values
            expectThat(values == values.sorted() && values.last == "swi", "\(values)")
        }
    }

    @Test("C18, C19 A step that is cancelled while it waits is skipped, and the rest goes on", .onOneExecutor)
    func waitingStep() async throws {
        let (calls, begun, end) = (Recorder<String>(), Gate<Void>("a"), Gate<Void>("the end of a"))
        func step(_ name: String) -> Script.Effect { Script.Effect(id: name) { _, _ in calls.record(name) } }
        let a = Script.Effect(id: "a") { _, _ in
            begun.open()
            try await end.wait()
        }
        let last = Script.Effect { _, input in try input.send(.end) }
        let nested = Script.Effect.sequence(step("b"), .combine(id: "d", step("e")), step("f"))
        let proxy = Script.Proxy(initialEvent: .init("go", .sequence(a, step("b"), step("c"), nested, last)))
        let run = Script.start(proxy)
        try await begun.wait()
        for name in ["b", "d", "unknown"] { try proxy.send(.init(name, .cancelTask(name))) }
        try await Script.turn(of: proxy)
        end.open()
        #expect(try await run.value.last == "end")
        #expect(calls.values == ["c", "f"])
    }

    @Test("C19 A cancellation within a composition leaves the later steps of that name alone")
    func ownCancellation() async throws {
        let calls = Recorder<String>()
        let last = Script.Effect { _, input in try input.send(.end) }
        _ = try await Script.play(
            .init("go", .sequence(Self.work("one", calls), .cancelTask("work"), Self.work("other", calls), last)))
        #expect(calls.values == ["one", "other"])
    }

    @Test("C18, C32 Ten thousand cancellations of names leave nothing behind", .onOneExecutor)
    func crowd() async throws {
        let (begun, end, count) = (Gate<Void>("a"), Gate<Void>("the end of a"), Recorder<Int>())
        let a = Script.Effect { _, _ in
            begun.open()
            try await end.wait()
        }
        let steps = (0..<10_000).map { number in Script.Effect(id: number) { _, _ in count.record(number) } }
        let last = Script.Effect { _, input in try input.send(.end) }
        let proxy = Script.Proxy(bufferSize: 2, initialEvent: .init("go", .sequence([a] + steps + [last])))
        let run = Script.start(proxy)
        try await begun.wait()
        for number in 1..<10_000 { try await proxy.sendWaitingForRoom(.init("", .cancelTask(number))) }
        try await Script.turn(of: proxy)
        end.open()
        _ = try await run.value
        #expect(count.values == [0])
    }
}

extension Script {
    /// Returns when a machine has processed everything that was sent before.
    fileprivate static func turn(of proxy: Proxy) async throws {
        let gate = Gate<Void>("the turn")
        try await proxy.sendWaitingForRoom(.init("turn", Effect { _, _ in gate.open() }))
        try await gate.wait()
    }
}
