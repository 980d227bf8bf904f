import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C11–C12 Failures and the end of a run")
struct FailureEndingTests {
    /// An operation that fails when it is cancelled, with a handler for its error.
    private func failingLate(_ called: Recorder<String>, id: String = "x") -> Script.Effect {
        Script.Effect(id: id) { _, _ in do { try await Gate<Void>().wait() } catch { throw Failure(name: "late") } }
            .catch { error in
                called.record("\(error)")
                return .init("never")
            }
    }

    enum Means: CaseIterable, Sendable {
        case cancelTask, replacement, composition, terminal, failure, cancel, taskCancel
    }

    @Test(
        "C11 An error of a cancelled operation is ignored, and its handler is not called", .interleaved,
        arguments: Means.allCases)
    func cancelledOperations(means: Means) async throws {
        let called = Recorder<String>()
        let effect = Script.Effect.combine(
            id: "all", failingLate(called), .sequence(failingLate(called, id: "y")).caught())
        let proxy = Script.Proxy(initialEvent: .init("go", effect))
        let run = Script.start(proxy)
        await idle()
        var event: Script.Event?
        switch means {
        case .cancelTask: event = .init("cancel", .all([.cancelTask("x"), .cancelTask("y")]))
        case .replacement: event = .init("replace", .all([Script.Effect(id: "x") { _, _ in }, .sequence(id: "y")]))
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
        case (.failure, .failure(let error)): #expect(error as? Failure == Failure(name: "first"))
        case (.cancel, .failure(let error)): #expect(error as? TransducerError == .cancelled)
        case (.taskCancel, .failure(let error)): expectThat(error is CancellationError, "\(error)")
        case (_, .success(let names)):
            #expect(names == ["go"] + [event?.name, "end"].compactMap { $0 })
        case (_, .failure(let error)): expectThat(false, "\(error)")
        }
        #expect(called.values.isEmpty)
    }

    @Test(
        "C12 Cancelling the machine during an action with a handler ends the run without calling the handler",
        .interleaved, arguments: [0, 1, 2])
    func cancelledInAction(means: Int) async throws {
        let (called, begun, log) = (Recorder<String>(), Gate<Void>("the action has begun"), EffectRecorder())
        let action = Script.Effect(isolatedAction: { _, _ async throws -> Script.Event in
            begun.open()
            try await Gate<Void>().wait()
            return .end
        })
        let declared = Script.Effect.sequence(
            action.catch {
                called.record("\($0)"); return .end
            }, .event(.end)
        )
        .catch {
            called.record("\($0)"); return .end
        }
        let proxy = Script.Proxy(initialEvent: .init("go", declared))
        let run = Script.start(proxy, observer: log.observer)
        try await begun.wait()
        switch means {
        case 0: proxy.cancel()
        case 1: proxy.cancel(with: Failure(name: "given"))
        default: run.cancel()
        }
        switch (means, await run.result) {
        case (0, .failure(let error)): #expect(error as? TransducerError == .cancelled)
        case (1, .failure(let error)): #expect(error as? Failure == Failure(name: "given"))
        case (_, .failure(let error)): expectThat(error is CancellationError, "\(error)")
        case (_, .success(let names)): expectThat(false, "\(names)")
        }
        #expect(called.values.isEmpty)
    }

    @Test(
        "C8 The event for a failed exit effect is dropped, and the result of the run stands", .interleaved,
        arguments: FailureTests.Form.allCases)
    func caughtExit(form: FailureTests.Form) async throws {
        let (log, asked) = (EffectRecorder(), Counter())
        let declared = form.effect().catch { _ in
            asked.increment()
            return .init("never")
        }
        let names = try await Script.play(
            .init("go"), .init("end", declared, ends: true), .init("too late"), observer: log.observer)
        #expect(names == ["go", "end"])
        #expect(asked.value == 1, "the effect has not failed")
        #expect(log.entries.contains { $0.hasSuffix("failed: failure") })
    }

    @Test("C8 An exit effect with an unhandled error fails the run", arguments: FailureTests.Form.allCases)
    func uncaughtExit(form: FailureTests.Form) async throws {
        _ = try await interleave(seed: 1) {
            await #expect(throws: Failure()) { try await Script.play(.init("end", form.effect(), ends: true)) }
        }
    }

    @Test("C11 The first of several errors ends the run", .interleaved)
    func severalErrors() async throws {
        let log = EffectRecorder()
        let operations = (1...20).map { number in Script.Effect.failing("\(number)", id: "\(number)") }
        let outcome = await result { try await Script.play(.init("go", .all(operations)), observer: log.observer) }
        guard case .failure(let error as Failure) = outcome else { return expectThat(false, "\(outcome)") }
        let failed = log.entries.filter { $0.contains("failed") }
        #expect(failed == ["\(error.name) failed: \(error.name)"])
        #expect(log.entries.count { $0.hasSuffix("machineEnded") } == 19)
    }
}
