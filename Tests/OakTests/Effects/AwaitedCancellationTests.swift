import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C17 Cancellations that are awaited", .timeLimit(.minutes(20)))
struct AwaitedCancellationTests {
    /// The effects of a name at its cancellation.
    enum Live: CaseIterable, Sendable {
        case operation, isolated, answering, sequence, combination, nested, severalLingering, cancelledEarlier, waiting
    }

    /// Makes it live; it is there until the gate is open.
    private func begin(_ live: Live, _ bench: Workbench, _ gate: Gate<Void>) -> [Puppet.Event] {
        let deaf = bench.deaf("old", until: gate)
        let part = bench.unnamed("old", until: gate)
        switch live {
        case .operation: return [.init("go", deaf)]
        case .isolated:
            let isolated = Puppet.Effect(
                id: "w",
                isolatedOperation: { _, _, _ in await bench.work("old") { await gate.waitIgnoringCancellation() } })
            return [.init("go", isolated)]
        case .answering:
            let answering = Puppet.Effect(
                id: "w", { _ in await bench.work("old") { await gate.waitIgnoringCancellation() } },
                success: .init("stale"))
            return [.init("go", answering)]
        case .sequence: return [.init("go", .sequence(id: "w", part, .event(.init("never"))))]
        case .combination: return [.init("go", .combine(id: "w", Puppet.Effect { _, _ in }, part))]
        case .nested: return [.init("go", .combine(id: "w", .sequence(.combine(part), .event(.init("never")))))]
        case .severalLingering:
            return [
                .init("go", deaf), .init("go", bench.deaf("old 2", until: gate)),
                .init("go", bench.deaf("old 3", until: gate)),
            ]
        case .cancelledEarlier: return [.init("go", deaf), .init("go", .cancelTask("w"))]
        case .waiting: return [.init("go", deaf), .init("go", bench.brief("never", replacing: .afterReturn))]
        }
    }

    @Test(
        "C17 As a step of a sequence it lasts until all that bore the name has returned", arguments: Live.allCases,
        [false, true])
    func step(live: Live, isObserved: Bool) async throws {
        try await interleave(seed: 1) {
            let (bench, gate, stage) = (
                Workbench(), Gate<Void>("the old one may return"), OneStage(isObserved: isObserved)
            )
            for event in begin(live, bench, gate) { try await stage.send(event) }
            let before = bench.entries
            expectThat(before.first == "old begins", "\(before)")
            try await stage.send(.init("restart", .sequence(.cancelTask("w"), bench.brief("new"))), .init("next"))
            // Others go on meanwhile.
            try await stage.send(.init("later", Puppet.Effect { _, input in try input.send(.init("beside")) }))
            expectThat(bench.entries == before, "\(bench.entries)")
            gate.open()
            await idle()
            let names = try await stage.end()
            expectThat(bench.entries.suffix(2) == ["new begins", "new returns"], "\(bench.entries)")
            expectThat(bench.entries.count { $0.hasSuffix("returns") } == before.count + 1, "\(bench.entries)")
            expectThat(
                names.filter { $0 != "go" } == ["restart", "next", "later", "beside", "by new", "end"], "\(names)")
        }
    }

    @Test("C17 If nothing of that name is live it ends at once, within the macrostep")
    func nothingLive() async throws {
        try await interleave(seed: 1) {
            let (bench, stage) = (Workbench(), OneStage())
            func restart(_ name: String) -> Puppet.Event {
                .init(name, .sequence(.cancelTask("w"), .event(.init("\(name)'"))))
            }
            try await stage.send(restart("a"), .init("next"))
            // It has been, and it has ended.
            try await stage.send(.init("go", bench.brief("1")))
            try await stage.send(restart("b"), .init("next"))
            // It bears another name.
            try await stage.send(.init("go", bench.brief("2", id: "v")), restart("d"), .init("next"))
            let names = try await stage.end()
            expectThat(
                names == [
                    "a", "a'", "next", "go", "by 1", "b", "b'", "next", "go", "d", "d'", "next",
                    "by 2",
                    "end",
                ], "\(names)")
        }
    }

    @Test("C17 A cancellation does not wait for the sequence that it is a step of, nor for what is around that")
    func itself() async throws {
        try await interleave(seed: 1) {
            let (bench, gate, stage) = (Workbench(), Gate<Void>("it may return"), OneStage())
            let never = Puppet.Effect.event(.init("never"))
            try await stage.send(.init("a", .sequence(id: "a", .cancelTask("a"), never)))
            expectThat(stage.log.entries(of: "a") == ["started", "cancelTask", "ended"], "\(stage.log.entries)")
            let inner = Puppet.Effect.sequence(id: "inner", bench.unnamed("first"), .cancelTask("b"), never)
            try await stage.send(.init("b", .combine(id: "b", bench.unnamed("part", until: gate), inner)))
            expectThat(stage.log.entries(of: "b") == ["started", "cancelTask"], "\(stage.log.entries)")
            expectThat(stage.log.entries(of: "inner").last == "ended", "\(stage.log.entries)")
            // A sequence that is not a part of it does wait.
            try await stage.send(.init("c", .sequence(.cancelTask("b"), .event(.init("c'")))))
            gate.open()
            await idle()
            expectThat(stage.log.entries(of: "b") == ["started", "cancelTask", "ended"], "\(stage.log.entries)")
            let names = try await stage.end()
            expectThat(names == ["a", "b", "by first", "c", "c'", "end"], "\(names)")
        }
    }

    @Test("C17 A cancellation waits for a part of the composition that it is a part of itself")
    func sibling() async throws {
        try await interleave(seed: 1) {
            let (bench, gate, stage) = (Workbench(), Gate<Void>("it may return"), OneStage())
            let next = Puppet.Effect.sequence(.cancelTask("w"), bench.brief("new", id: "v"))
            try await stage.send(
                .init("go", .combine(bench.deaf("old", until: gate), .sequence(bench.unnamed("first"), next))))
            expectThat(bench.entries == ["old begins", "first begins", "first returns"], "\(bench.entries)")
            gate.open()
            await idle()
            expectThat(bench.entries.suffix(3) == ["old returns", "new begins", "new returns"], "\(bench.entries)")
            _ = try await stage.end()
        }
    }

    @Test("C17 Several cancellations are one step, which lasts as long as the longest", arguments: [0, 1, 2, 3])
    func combination(form: Int) async throws {
        try await interleave(seed: 1) {
            let (bench, stage) = (Workbench(), OneStage())
            let gates = ["a", "b", "c"].map { Gate<Void>($0) }
            for (name, gate) in zip(["a", "b", "c"], gates) {
                try await stage.send(.init("go", bench.deaf(name, until: gate, id: name)))
            }
            let cancellations: [Puppet.Effect] = [
                .cancelTask("a"), .cancelTask("none"), .cancelTask("c"), .cancelTask("b"),
            ]
            let step: Puppet.Effect? =
                switch form {
                case 0: .combine(cancellations)
                case 1: .sequence(cancellations)
                case 2: .all(cancellations)
                default:
                    .combine(
                        .sequence(cancellations[0], cancellations[1]), .combine(cancellations[2], cancellations[3]))
                }
            try await stage.send(.init("stop", .sequence([step, .event(.init("stopped"))].compactMap { $0 })))
            for gate in [gates[1], gates[2], gates[0]] {
                try await stage.send(.init("not yet"))
                gate.open()
                await idle()
            }
            let names = try await stage.end()
            expectThat(
                names == ["go", "go", "go", "stop", "not yet", "not yet", "not yet", "stopped", "end"], "\(names)")
        }
    }

    @Test("C15 Later steps are outside the macrostep: a sender waiting for it is told while the old one lingers")
    func macrostep() async throws {
        try await interleave(seed: 1) {
            let (gate, begun) = (Gate<Void>("the old one may return"), Counter())
            let old = Marionette.Effect(id: "w") { _, _ in await gate.waitIgnoringCancellation() }
            let new = Marionette.Effect(id: "w") { _, _ in begun.increment() }
            let proxy = Marionette.Proxy()
            async let names = Marionette.run(initialState: .init(), proxy: proxy)
            try await proxy.send(.init("go", old))
            try await proxy.send(.init("restart", .sequence(.cancelTask("w"), .event(.init("follows")), new)))
            try await proxy.send(.init("next"))
            expectThat(begun.value == 0)
            gate.open()
            await idle()
            expectThat(begun.value == 1)
            try await proxy.send(.init("end", ends: true))
            let processed = try await names
            expectThat(processed == ["go", "restart", "next", "follows", "end"], "\(processed)")
        }
    }

    @Test("C23 The wait is no effect of its own to an observer")
    func observed() async throws {
        try await interleave(seed: 1) {
            let (bench, gate, stage) = (Workbench(), Gate<Void>("the old one may return"), OneStage())
            try await stage.send(.init("go", bench.deaf("old", until: gate)))
            try await stage.send(.init("stop", .sequence(id: "s", .cancelTask("w"), .event(.init("stopped")))))
            gate.open()
            await idle()
            let names = try await stage.end()
            expectThat(names == ["go", "stop", "stopped", "end"], "\(names)")
            expectThat(
                stage.log.entries == ["w started", "s started", "w cancelTask", "w ended", "s ended"],
                "\(stage.log.entries)")
        }
    }
}

extension AwaitedCancellationTests {
    @Test("C17 Of several that wait for the same, the latest is the one that is live in the end")
    func latestRestart() async throws {
        try await interleave(seed: 1) {
            let (bench, gate, stage) = (Workbench(), Gate<Void>("the old one may return"), OneStage())
            try await stage.send(.init("go", bench.deaf("old", until: gate)))
            for name in ["first", "second", "last"] {
                try await stage.send(
                    .init(name, .sequence(.cancelTask("w"), bench.brief(name), .event(.init("behind \(name)")))))
            }
            gate.open()
            await idle()
            let names = try await stage.end()
            expectThat(bench.crowd == 1, "\(bench.entries)")
            expectThat(bench.entries.suffix(2) == ["last begins", "last returns"], "\(bench.entries)")
            expectThat(names.suffix(3) == ["by last", "behind last", "end"], "\(names)")
        }
    }
}

// MARK: - Cut short

extension AwaitedCancellationTests {
    enum Interruption: CaseIterable, Sendable {
        case cancelTask, replacement, surroundings, awaitedCancellation, partFailed
        case terminal, cancel, failure, taskCancel

        var endsRun: Bool {
            switch self {
            case .terminal, .cancel, .failure, .taskCancel: true
            case .cancelTask, .replacement, .surroundings, .awaitedCancellation, .partFailed: false
            }
        }
    }

    @Test(
        "C17 A sequence that is cut short while it waits goes no further", arguments: Interruption.allCases,
        [false, true])
    func cutShort(interruption: Interruption, isObserved: Bool) async throws {
        try await interleave(seed: 1) {
            let bench = Workbench()
            let (gate, failing) = (Gate<Void>("the old one may return"), Gate<Void>("it may fail"))
            let stage = OneStage(isObserved: isObserved)
            try await stage.send(.init("go", bench.deaf("old", until: gate)))
            let waiting = Puppet.Effect.sequence(id: "s", .cancelTask("w"), bench.brief("never"))
            let failingPart = Puppet.Effect { _, _ in
                try await failing.wait()
                throw Failure()
            }
            try await stage.send(.init("restart", .combine(id: "around", waiting, failingPart).caught()))
            switch interruption {
            case .cancelTask: try await stage.send(.init("x", .cancelTask("s")))
            case .replacement: try await stage.send(.init("x", Puppet.Effect(id: "s") { _, _ in }))
            case .surroundings: try await stage.send(.init("x", .cancelTask("around")))
            case .awaitedCancellation:
                try await stage.send(.init("x", .sequence(.cancelTask("s"), .event(.init("stopped")))))
            case .partFailed:
                failing.open()
                await idle()
            case .terminal: try await stage.send(.end)
            case .cancel: stage.proxy.cancel()
            case .failure: try await stage.send(.init("x", .failing("of another")))
            case .taskCancel: stage.cancel()
            }
            await idle()
            expectThat(!stage.hasEnded, "the run does not wait for the old one")
            gate.open()
            await idle()
            expectThat(bench.entries == ["old begins", "old returns"], "\(bench.entries)")
            let outcome: Result<[String], any Error>
            if interruption.endsRun {
                outcome = await stage.outcome()
            } else {
                outcome = .success(try await stage.end())
            }
            switch (interruption, outcome) {
            case (.awaitedCancellation, .success(let names)):
                expectThat(names == ["go", "restart", "x", "stopped", "end"], "\(names)")
            case (.partFailed, .success(let names)):
                expectThat(names == ["go", "restart", "caught failure", "end"], "\(names)")
            case (.terminal, .success(let names)): expectThat(names == ["go", "restart", "end"], "\(names)")
            case (_, .success(let names)): expectThat(names == ["go", "restart", "x", "end"], "\(names)")
            case (.cancel, .failure(let error)): expectThat(error as? TransducerError == .cancelled)
            case (.failure, .failure(let error)): expectThat(error as? Failure == Failure(name: "of another"))
            case (_, .failure(let error)):
                expectThat(interruption == .taskCancel && error is CancellationError, "\(error)")
            }
        }
    }

    @Test("C8 In an exit effect it waits for what the end of the machine has cancelled", arguments: [false, true])
    func exitEffect(isObserved: Bool) async throws {
        try await interleave(seed: 1) {
            let (bench, gate, stage) = (
                Workbench(), Gate<Void>("the old one may return"), OneStage(isObserved: isObserved)
            )
            try await stage.send(.init("go", bench.deaf("old", until: gate)))
            let exit = Puppet.Effect.sequence(.cancelTask("w"), bench.unnamed("exit"))
            try await stage.send(.init("end", exit, ends: true))
            expectThat(bench.entries == ["old begins"] && !stage.hasEnded, "\(bench.entries)")
            gate.open()
            let names = try await stage.outcome().get()
            expectThat(names == ["go", "end"], "\(names)")
            expectThat(
                bench.entries == ["old begins", "old returns", "exit begins", "exit returns"], "\(bench.entries)")
        }
    }

    @Test("C12 Cancelling the machine ends an exit effect that waits, and the run when the old one has returned")
    func cancelledExit() async throws {
        try await interleave(seed: 1) {
            let (bench, gate, stage) = (Workbench(), Gate<Void>("the old one may return"), OneStage())
            try await stage.send(.init("go", bench.deaf("old", until: gate)))
            try await stage.send(.init("end", .sequence(.cancelTask("w"), bench.unnamed("never")), ends: true))
            stage.proxy.cancel()
            await idle()
            gate.open()
            _ = await stage.outcome()
            expectThat(bench.entries == ["old begins", "old returns"], "\(bench.entries)")
        }
    }

    @Test("C6 C17 The steps after a wait are a macrostep of their own, also as to the number of action events")
    func macrostepEach() async throws {
        try await interleave(seed: 1) {
            let bench = Workbench()
            let gate = Gate<Void>("the old one may return")
            let proxy = Puppet.Proxy(bufferSize: 32)
            async let names = Puppet.run(
                initialState: .init(), proxy: proxy, settings: RunSettings(actionLimit: 10))
            try proxy.send(.init("go", bench.deaf("old", until: gate)))
            for number in 1...20 {
                try proxy.send(.init("wait", .sequence(.cancelTask("w"), .event(.init("\(number)")))))
            }
            await idle()
            gate.open()
            await idle()
            try proxy.send(.end)
            let heard = try await names.compactMap(Int.init)
            expectThat(heard == Array(1...20), "\(heard)")
        }
    }

    @Test("C17 A child waits for its own operations only, and waits no longer when it is left")
    func children() async throws {
        try await interleave(seed: 1) {
            let bench = Workbench()
            let gates = (0...2).map { Gate<Void>("\($0) may return") }
            let proxy = Troupe.Proxy(bufferSize: 16)
            async let log = Troupe.run(initialState: .init([1, 2]), proxy: proxy)
            func restart(_ name: String) -> Puppet.Event {
                .init("restart", .sequence(.cancelTask("w"), bench.brief(name)))
            }
            try proxy.send(contentsOf: [
                .lead(.init("go", bench.deaf("lead", until: gates[0]))),
                .chorus(1, .init("go", bench.deaf("1", until: gates[1]))),
                .chorus(2, .init("go", bench.deaf("2", until: gates[2]))),
            ])
            await idle()
            try proxy.send(contentsOf: [
                .lead(restart("lead new")), .chorus(1, restart("1 new")), .chorus(2, restart("2 new")),
            ])
            await idle()
            try proxy.send(.leave(2))
            gates[1].open()
            await idle()
            expectThat(bench.entries.suffix(3) == ["1 returns", "1 new begins", "1 new returns"], "\(bench.entries)")
            gates[2].open()
            gates[0].open()
            await idle()
            expectThat(!bench.entries.contains("2 new begins"), "\(bench.entries)")
            expectThat(bench.entries.suffix(2) == ["lead new begins", "lead new returns"], "\(bench.entries)")
            try proxy.send(.end)
            let entries = try await log
            expectThat(entries.suffix(2) == ["1 by 1 new", "lead by lead new"], "\(entries)")
        }
    }
}
