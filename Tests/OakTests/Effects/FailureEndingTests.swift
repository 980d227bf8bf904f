import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C11–C12 Failures and the end", .timeLimit(.minutes(20)))
struct FailureEndingTests {
    /// An operation that fails when it is cancelled, and what becomes of that.
    private func failingLate(_ called: Recorder<String>, id: String = "x") -> Puppet.Effect {
        Puppet.Effect(id: id) { _, _ in
            do { try await Gate<Void>().wait() } catch { throw Failure(name: "late") }
        }
        .catch { error in
            called.record("\(error)")
            return .init("never")
        }
    }

    enum Means: CaseIterable, Sendable {
        case cancelTask, replacement, composition, terminal, failure, cancel, taskCancel
    }

    @Test(
        "C11 An error of a cancelled operation does not count, and no handler is called", arguments: Means.allCases)
    func cancelledOperations(means: Means) async throws {
        try await interleave(seed: 1) {
            let called = Recorder<String>()
            let effect = Puppet.Effect.combine(
                id: "all", failingLate(called), .sequence(failingLate(called, id: "y")).caught())
            let proxy = Puppet.Proxy(initialEvent: .init("go", effect))
            let run = Task(executorPreference: DeterministicExecutor.current) {
                try await Puppet.run(initialState: .init(), proxy: proxy)
            }
            await idle()
            var event: Puppet.Event?
            switch means {
            case .cancelTask: event = .init("cancel", .all([.cancelTask("x"), .cancelTask("y")]))
            case .replacement: event = .init("replace", .all([Puppet.Effect(id: "x") { _, _ in }, .sequence(id: "y")]))
            case .composition: event = .init("cancel", .cancelTask("all"))
            case .terminal: break
            case .failure: event = .init("fail", .failing("first"))
            case .cancel: proxy.cancel()
            case .taskCancel: run.cancel()
            }
            if let event { try proxy.send(event) }
            await idle()
            switch means {
            case .cancelTask, .replacement, .composition, .terminal: try proxy.send(.end)
            case .failure, .cancel, .taskCancel: break
            }
            switch (means, await run.result) {
            case (.failure, .failure(let error)): expectThat(error as? Failure == Failure(name: "first"), "\(error)")
            case (.cancel, .failure(let error)): expectThat(error as? TransducerError == .cancelled, "\(error)")
            case (.taskCancel, .failure(let error)): expectThat(error is CancellationError, "\(error)")
            case (_, .success(let names)):
                expectThat(names == ["go"] + [event?.name, "end"].compactMap { $0 }, "\(names)")
            case (_, .failure(let error)): expectThat(false, "\(error)")
            }
            expectThat(called.values.isEmpty, "\(called.values)")
        }
    }

    @Test(
        "C12 Cancelling the machine in a declared action ends the run, without the declared event",
        arguments: [0, 1, 2])
    func cancelledInAction(means: Int) async throws {
        try await interleave(seed: 1) {
            let (called, begun, log) = (Recorder<String>(), Gate<Void>("the action has begun"), EffectLog())
            let action = Puppet.Effect(isolatedAction: { _, _ async throws -> Puppet.Event in
                begun.open()
                try await Gate<Void>().wait()
                return .end
            })
            let declared = Puppet.Effect.sequence(
                action.catch {
                    called.record("\($0)"); return .end
                }, .event(.end)
            )
            .catch {
                called.record("\($0)"); return .end
            }
            let proxy = Puppet.Proxy(initialEvent: .init("go", declared))
            let run = Task(executorPreference: DeterministicExecutor.current) {
                try await Puppet.run(initialState: .init(), proxy: proxy, observer: log.observer)
            }
            try await begun.wait()
            switch means {
            case 0: proxy.cancel()
            case 1: proxy.cancel(with: Failure(name: "given"))
            default: run.cancel()
            }
            switch (means, await run.result) {
            case (0, .failure(let error)): expectThat(error as? TransducerError == .cancelled, "\(error)")
            case (1, .failure(let error)): expectThat(error as? Failure == Failure(name: "given"), "\(error)")
            case (_, .failure(let error)): expectThat(error is CancellationError, "\(error)")
            case (_, .success(let names)): expectThat(false, "\(names)")
            }
            expectThat(called.values.isEmpty, "\(called.values)")
        }
    }

    @Test(
        "C8 A declaration for a failed exit effect is dropped, and the result of the run stands",
        arguments: FailureTests.Form.allCases)
    func caughtExit(form: FailureTests.Form) async throws {
        try await interleave(seed: 1) {
            let (log, asked) = (EffectLog(), Counter())
            let declared = form.effect().catch { _ in
                asked.increment()
                return .init("never")
            }
            let names = try await Puppet.play(
                .init("go"), .init("end", declared, ends: true), .init("too late"), observer: log.observer)
            expectThat(names == ["go", "end"], "\(names)")
            expectThat(asked.value == 1, "the effect has not failed")
            expectThat(log.entries.contains { $0.hasSuffix("failed: failure") }, "\(log.entries)")
        }
    }

    @Test("C8 An exit effect whose error is not declared fails the run", arguments: FailureTests.Form.allCases)
    func uncaughtExit(form: FailureTests.Form) async throws {
        _ = try await interleave(seed: 1) {
            await #expect(throws: Failure()) {
                try await Puppet.play(.init("end", form.effect(), ends: true))
            }
        }
    }

    @Test("C8 A sequence in an exit effect goes on behind a part whose error is declared")
    func exitSequence() async throws {
        try await interleave(seed: 1) {
            let trace = Recorder<String>()
            let effect = Puppet.Effect.sequence(
                .failing().caught(), FailureTests.Form.action.effect().caught(),
                Puppet.Effect { _, _ in trace.record("done") })
            let names = try await Puppet.play(.init("end", effect, ends: true))
            expectThat(names == ["end"], "\(names)")
            expectThat(trace.values == ["done"])
        }
    }

    @Test("C11 Of several errors at the end the first counts")
    func severalErrors() async throws {
        try await interleave(seed: 1) {
            let log = EffectLog()
            let operations = (1...20).map { number in Puppet.Effect.failing("\(number)", id: "\(number)") }
            let outcome = await result {
                try await Puppet.play(.init("go", .all(operations)), observer: log.observer)
            }
            guard case .failure(let error as Failure) = outcome else { return expectThat(false, "\(outcome)") }
            let failed = log.entries.filter { $0.contains("failed") }
            expectThat(failed == ["\(error.name) failed: \(error.name)"], "\(failed)")
            expectThat(log.entries.count { $0.hasSuffix("machineEnded") } == 19)
        }
    }

    @Test("C11 An action that fails undeclared is told to the observer, with its error")
    func uncaughtAction() async throws {
        for form in [FailureTests.Form.action, .isolatedAction, .suspendingAction] {
            try await interleave(seed: 1) {
                let log = EffectLog()
                await #expect(throws: Failure()) {
                    try await Puppet.play(.init("go", .sequence(form.effect())), observer: log.observer)
                }
                let kind = form.effect().kind
                expectThat(log.entries.contains("\(kind) failed: failure"), "\(log.entries)")
                expectThat(log.entries(of: "sequence") == ["started", "machineEnded", "ended"], "\(log.entries)")
            }
        }
    }
}
