import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C11 Failures of children", .interleaved)
struct ChildFailureTests {
    /// Runs a composite with the given events, and ends it when nothing more happens.
    private func play(
        _ events: ScriptComposite.Event..., observer: some TransducerObserver = NoObserver()
    ) async throws -> [String] {
        let proxy = ScriptComposite.Proxy(bufferSize: 16)
        try proxy.send(contentsOf: events)
        let observer = Unguarded(observer)
        async let log = ScriptComposite.run(
            initialState: .init(.a, .group, keys: [1, 2]), proxy: proxy, observer: observer.value)
        await idle()
        try? proxy.send(.end)
        return try await log
    }

    private struct Unguarded<Value>: @unchecked Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    @Test("C11 The handler of a child takes precedence over that of its composite")
    func innermost() async throws {
        let effect = Script.Effect.all([
            .failing("1").caught(), .failing("2"), .combine(.failing("3"), .events([])),
        ])
        let log = try await play(
            .perform { state in
                ScriptComposite.step(ScriptComposite.a, .init("go", effect), in: &state)?
                    .catch { .own("own \(($0 as? Failure)?.name ?? "?")") }
            })
        #expect(log.first == "a go")
        #expect(Set(log.dropFirst()) == ["a caught 1", "own 2", "own 3"] && log.count == 4)
    }

    @Test("C11 An unhandled error of a child ends the run, and the observer is told which child failed")
    func uncaught() async throws {
        for form in [FailureTests.Form.namedOperation, .action, .combination] {
            let failed = Recorder<EffectSummary>()
            let observer = MachineObserver(of: ScriptComposite.self) {
                if case .effectEnded(let effect, .some) = $0 { failed.record(effect) }
            }
            await #expect(throws: Failure()) {
                try await play(
                    .a(.init("go", form.effect().caught("x"))), .group(2, .init("go", form.effect())),
                    observer: observer)
            }
            let summaries = failed.values.filter { $0.child == [ScriptComposite.group[2].name] }
            #expect(summaries.count == 1, "\(failed.values)")
            if form == .namedOperation {
                #expect(summaries.first?.id == ScriptComposite.group[2].id("named"))
            }
        }
    }

    @Test("C11 The event for a failed exit effect of a child is dropped, and the composite continues")
    func caughtExit() async throws {
        for form in FailureTests.Form.allCases where form != .delayed {
            let asked = Counter()
            let declared = form.effect().catch { _ in
                asked.increment()
                return .init("never")
            }
            let log = try await play(
                .a(.init("bye", declared, ends: true)), .own("next"))
            #expect(log == ["a bye", "next"], "\(form): \(log)")
            #expect(asked.value == 1, "\(form) has not failed")
        }
    }

    @Test("C28 An unhandled error in the exit effect of a child is a failure of that child")
    func uncaughtExit() async throws {
        let failed = Recorder<EffectSummary>()
        let observer = MachineObserver(of: ScriptComposite.self) {
            if case .effectEnded(let effect, .some) = $0 { failed.record(effect) }
        }
        await #expect(throws: Failure()) {
            try await play(.group(2, .init("bye", .failing(id: "tidy"), ends: true)), observer: observer)
        }
        #expect(failed.values.count == 1)
        #expect(failed.values.first?.child == [ScriptComposite.group[2].name])
    }
}
