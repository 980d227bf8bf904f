import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C17 Awaited cancellation in every interleaving")
struct AwaitedCancellationInterleavingTests {
    /// A step that concerns the name.
    enum Step: CaseIterable, Sendable {
        case start, startDeaf, startAnswering, startInSequence
        case restart, restartDeaf, restartWaiting, restartComposition
        case cancel, cancelAndWait, pause, pauseLong
    }

    /// In which way a program sees to it that there is one at a time.
    enum Discipline: CaseIterable, Sendable {
        /// A new operation cancels first, as a step of a sequence.
        case byCancelling
        /// A new operation waits for the replaced operation.
        case byWaiting

        var steps: Generator<[Step]> {
            switch self {
            case .byCancelling:
                .lists(
                    of: .any(of: [
                        .restart, .restartDeaf, .restartComposition, .cancel, .cancelAndWait, .pause, .pauseLong,
                    ]), count: 1...12)
            case .byWaiting:
                .lists(
                    of: .any(
                        of: Step.allCases.filter { $0 != .restart && $0 != .restartDeaf && $0 != .restartComposition }),
                    count: 1...12)
            }
        }
    }

    /// An operation that is never to run beside another one.
    private static func work(
        _ recorder: OperationRecorder, id: String? = "x", replacing replacement: EffectReplacement = .atOnce,
        isDeaf: Bool
    ) -> Script.Effect {
        let body: @Sendable @concurrent (Void, Script.Input) async throws -> Void = { _, input in
            try await recorder.work("it") {
                try? input.send(.init("begun"))
                for _ in 0..<(isDeaf ? 6 : 2) {
                    if !isDeaf { try Task.checkCancellation() }
                    await Task.yield()
                }
            }
        }
        guard let id else { return Script.Effect(operation: body) }
        return Script.Effect(id: id, replacing: replacement, operation: body)
    }

    private static func effect(_ step: Step, _ recorder: OperationRecorder) -> Script.Effect? {
        switch step {
        case .start: work(recorder, replacing: .afterReturn, isDeaf: false)
        case .startDeaf: work(recorder, replacing: .afterReturn, isDeaf: true)
        case .startAnswering:
            Script.Effect(
                id: "x", replacing: .afterReturn, { _ in await recorder.work("it") { await Task.yield() } },
                success: .init("begun"))
        case .startInSequence:
            .sequence(work(recorder, replacing: .afterReturn, isDeaf: true), .event(.init("done")))
        case .restart: .sequence(.cancelTask("x"), work(recorder, isDeaf: false))
        case .restartDeaf: .sequence(.combine(.cancelTask("x"), .cancelTask("y")), work(recorder, isDeaf: true))
        case .restartWaiting: .sequence(.cancelTask("x"), work(recorder, replacing: .afterReturn, isDeaf: true))
        case .restartComposition:
            .sequence(
                .cancelTask("x"),
                .sequence(id: "x", work(recorder, id: nil, isDeaf: true), work(recorder, id: nil, isDeaf: false)))
        case .cancel: .cancelTask("x")
        case .cancelAndWait: .sequence(.cancelTask("x"), .event(.init("waited")))
        case .pause, .pauseLong: nil
        }
    }

    @Test(
        "C17 At most one operation of an identity runs at a time, and every waiting step continues",
        arguments: Discipline.allCases, [false, true])
    func oneAtATime(discipline: Discipline, isObserved: Bool) async {
        await explore(seeds: Effort.seeds(400), events: discipline.steps) { steps in
            let (recorder, checker) = (OperationRecorder(), EffectChecker<Script>())
            let proxy = Script.Proxy(bufferSize: 32)
            async let names = run(proxy, isObserved: isObserved, checker)
            for step in steps {
                switch step {
                case .pause: await Task.yield()
                case .pauseLong: for _ in 0..<5 { await Task.yield() }
                default: try await proxy.sendWaitingForRoom(.init("\(step)", Self.effect(step, recorder)))
                }
            }
            await idle()
            expectThat(checker.live == 0, "\(checker.live) effects wait for ever")
            expectThat(checker.unheard.isEmpty, "has never begun: \(checker.unheard)")
            expectThat(recorder.mostAtOnce <= 1, "\(recorder.mostAtOnce) at once: \(recorder.entries)")
            // Once more, and the machine ends although no other event is sent.
            try proxy.send(.init("last", .sequence(.cancelTask("x"), Self.work(recorder, isDeaf: true), .event(.end))))
            let processed = try await names
            expectThat(recorder.mostAtOnce <= 1, "\(recorder.mostAtOnce) at once: \(recorder.entries)")
            expectThat(processed.count { $0 == "waited" } == steps.count { $0 == .cancelAndWait }, "\(processed)")
        }
    }

    @Test("C17 The end of the machine ends every wait, and no further effect begins", arguments: Discipline.allCases)
    func endings(discipline: Discipline) async {
        await explore(seeds: Effort.seeds(300), events: discipline.steps) { steps in
            let recorder = OperationRecorder()
            let proxy = Script.Proxy(bufferSize: 32)
            async let outcome = result { try await Script.run(initialState: .init(), proxy: proxy) }
            for (index, step) in steps.enumerated() {
                switch step {
                case .pause: await Task.yield()
                case .pauseLong where index.isMultiple(of: 2): proxy.cancel()
                case .pauseLong:
                    let exits: [Step] = [.restart, .restartComposition, .restartWaiting, .startDeaf]
                    let exit = Self.effect(exits[index % 4], recorder)
                    try? await proxy.sendWaitingForRoom(.init("end", exit, ends: true))
                default: try? await proxy.sendWaitingForRoom(.init("\(step)", Self.effect(step, recorder)))
                }
            }
            proxy.cancel()
            _ = await outcome
            let entries = recorder.entries
            expectThat(recorder.mostAtOnce <= 1, "\(recorder.mostAtOnce) at once: \(entries)")
            expectThat(entries.count { $0.hasSuffix("begins") } * 2 == entries.count, "\(entries)")
            await idle()
            expectThat(recorder.entries == entries, "something has outlived the run")
        }
    }
}

private func run(_ proxy: Script.Proxy, isObserved: Bool, _ checker: EffectChecker<Script>) async throws -> [String] {
    isObserved
        ? try await Script.run(
            initialState: .init(), proxy: proxy, output: Callback<[String]>.hesitant, observer: checker.observer)
        : try await Script.run(initialState: .init(), proxy: proxy)
}
