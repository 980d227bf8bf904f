import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C11 Failures of children", .timeLimit(.minutes(20)))
struct ChildFailureTests {
    /// Lets a troupe act, and ends it when nothing more happens.
    private func play(
        _ events: Troupe.Event..., observer: some TransducerObserver = NoObserver()
    ) async throws -> [String] {
        let proxy = Troupe.Proxy(bufferSize: 16)
        try proxy.send(contentsOf: events)
        let observer = Unguarded(observer)
        async let log = Troupe.run(initialState: .init([1, 2]), proxy: proxy, observer: observer.value)
        await idle()
        try? proxy.send(.end)
        return try await log
    }

    private struct Unguarded<Value>: @unchecked Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    @Test("C11 The error of a child's effect is an event of that child", arguments: FailureTests.Form.allCases)
    func caughtByChild(form: FailureTests.Form) async throws {
        try await interleave(seed: 1) {
            let event = Puppet.Event("go", form.effect().caught())
            let log = try await play(.chorus(2, event), .lead(event), .own("next"))
                .filter { !$0.hasSuffix("before") }
            let delays = form == .delayed || form == .isolatedDelayed
            let caught = ["2 caught failure", "lead caught failure"]
            if delays {
                expectThat(log == ["2 go", "lead go", "next"], "\(log)")
            } else if form.isAction {
                expectThat(log == ["2 go", caught[0], "lead go", caught[1], "next"], "\(log)")
            } else {
                expectThat(log.prefix(3) == ["2 go", "lead go", "next"], "\(log)")
                expectThat(Set(log.dropFirst(3)) == Set(caught) && log.count == 5, "\(log)")
            }
        }
    }

    @Test("C11 A declaration of a child counts before that of its composite")
    func innermost() async throws {
        try await interleave(seed: 1) {
            let effect = Puppet.Effect.all([
                .failing("1").caught(), .failing("2"), .combine(.failing("3"), .events([])),
            ])
            let log = try await play(.rescued(.init("go", effect)))
            expectThat(log.first == "rescued go")
            expectThat(Set(log.dropFirst()) == ["lead caught 1", "own 2", "own 3"] && log.count == 4, "\(log)")
        }
    }

    @Test("C11 An undeclared error of a child ends the run; the observer is told whose effect it was")
    func uncaught() async throws {
        for form in [FailureTests.Form.namedOperation, .action, .combination] {
            try await interleave(seed: 1) {
                let failed = Recorder<EffectSummary>()
                let observer = MachineObserver(of: Troupe.self) {
                    if case .effectEnded(let effect, .some) = $0 { failed.record(effect) }
                }
                await #expect(throws: Failure()) {
                    try await play(
                        .lead(.init("go", form.effect().caught("x"))), .chorus(2, .init("go", form.effect())),
                        observer: observer)
                }
                let summaries = failed.values.filter { $0.child == [Troupe.chorus[2].name] }
                expectThat(summaries.count == 1, "\(failed.values)")
                if form == .namedOperation {
                    expectThat(summaries.first?.id == Troupe.chorus[2].id("named"), "\(summaries)")
                }
            }
        }
    }

    @Test("C11 A declaration for the exit effect of a child is dropped, and the composite goes on")
    func caughtExit() async throws {
        for form in FailureTests.Form.allCases where form != .delayed && form != .isolatedDelayed {
            try await interleave(seed: 1) {
                let asked = Counter()
                let declared = form.effect().catch { _ in
                    asked.increment()
                    return .init("never")
                }
                let log = try await play(
                    .lead(.init("bye", declared, ends: true)), .own("next"), .rescued(.init("none")))
                expectThat(log == ["lead bye", "next", "rescued none"], "\(form): \(log)")
                expectThat(asked.value == 1, "\(form) has not failed")
            }
        }
    }

    @Test("C28 An undeclared error in the exit effect of a child counts as a failure of that child")
    func uncaughtExit() async throws {
        try await interleave(seed: 1) {
            let failed = Recorder<EffectSummary>()
            let observer = MachineObserver(of: Troupe.self) {
                if case .effectEnded(let effect, .some) = $0 { failed.record(effect) }
            }
            await #expect(throws: Failure()) {
                try await play(.chorus(2, .init("bye", .failing(id: "tidy"), ends: true)), observer: observer)
            }
            expectThat(failed.values.count == 1)
            expectThat(failed.values.first?.child == [Troupe.chorus[2].name], "\(failed.values)")
        }
    }

    @Test("C28 Errors in the effects of a child that has been left go unheard")
    func left() async throws {
        try await interleave(seed: 1) {
            let called = Counter()
            let late = Puppet.Effect { _, _ in
                do { try await Gate<Void>().wait() } catch { throw Failure() }
            }
            .catch { _ in
                called.increment()
                return .init("never")
            }
            let proxy = Troupe.Proxy()
            async let log = Troupe.run(initialState: .init([1, 2]), proxy: proxy)
            try proxy.send(contentsOf: [
                .lead(.init("go", late)), .chorus(1, .init("go", .sequence(late))), .chorus(2, .init("go", late)),
            ])
            await idle()
            try proxy.send(contentsOf: [.leadLeaves, .leave(1), .chorus(2, .init("bye", ends: true))])
            await idle()
            try proxy.send(.end)
            let entries = try await log
            expectThat(entries == ["lead go", "1 go", "2 go", "2 bye"], "\(entries)")
            expectThat(called.value == 0)
        }
    }
}
