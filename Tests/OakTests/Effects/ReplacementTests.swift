import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C17 Replacements that wait", .timeLimit(.minutes(20)))
struct ReplacementTests {
    @Test(
        "C17 A waiting replacement begins when the replaced operation has returned, or at once without one",
        arguments: [false, true])
    func afterReturn(isObserved: Bool) async throws {
        try await interleave(seed: 1) {
            let (bench, gate, stage) = (
                Workbench(), Gate<Void>("the old one may return"), OneStage(isObserved: isObserved)
            )
            try await stage.send(.init("go", bench.brief("1", replacing: .afterReturn)))
            try await stage.send(.init("go", bench.brief("2", replacing: .afterReturn)))
            try await stage.send(.init("go", bench.deaf("3", until: gate, replacing: .afterReturn)))
            let before = ["1 begins", "1 returns", "2 begins", "2 returns", "3 begins"]
            expectThat(bench.entries == before, "\(bench.entries)")
            try await stage.send(.init("replace", bench.brief("4", replacing: .afterReturn)), .init("next"))
            expectThat(bench.entries == before, "\(bench.entries)")
            gate.open()
            await idle()
            expectThat(bench.entries == before + ["3 returns", "4 begins", "4 returns"], "\(bench.entries)")
            let names = try await stage.end()
            expectThat(names == ["go", "by 1", "go", "by 2", "go", "replace", "next", "by 4", "end"], "\(names)")
        }
    }

    enum Form: CaseIterable, Sendable {
        case operation, isolated, answering, answeringVoid, caught, inSequence, inCombination
    }

    @Test("C17 Every kind of operation can wait for the one before, alone or as a part", arguments: Form.allCases)
    func forms(form: Form) async throws {
        try await interleave(seed: 1) {
            let (bench, gate, stage) = (Workbench(), Gate<Void>("the old one may return"), OneStage())
            let brief = bench.brief("new", replacing: .afterReturn)
            let new: Puppet.Effect =
                switch form {
                case .operation: brief
                case .isolated:
                    Puppet.Effect(
                        id: "w", replacing: .afterReturn,
                        isolatedOperation: { _, input, _ in
                            try await bench.work("new") { try input.send(.init("by new")) }
                        })
                case .answering:
                    Puppet.Effect(
                        id: "w", replacing: .afterReturn, { _ in await bench.work("new") {} },
                        success: { .init("by new") })
                case .answeringVoid:
                    Puppet.Effect(
                        id: "w", replacing: .afterReturn, { _ in await bench.work("new") {} }, success: .init("by new"),
                        failure: { (_: any Error) in .init("failed") })
                case .caught:
                    Puppet.Effect(id: "w", replacing: .afterReturn) { _, _ in
                        try await bench.work("new") { throw Failure(name: "by new") }
                    }
                    .catch { error in .init((error as? Failure)?.name ?? "?") }
                case .inSequence: .sequence(.event(.init("first")), brief, .event(.init("last")))
                case .inCombination: .combine(id: "both", bench.unnamed("beside"), brief)
                }
            try await stage.send(.init("go", bench.deaf("old", until: gate)))
            try await stage.send(.init("replace", new), .init("next"))
            expectThat(!bench.entries.contains("new begins"), "\(bench.entries)")
            gate.open()
            await idle()
            expectThat(bench.entries.suffix(3) == ["old returns", "new begins", "new returns"], "\(bench.entries)")
            let names = try await stage.end()
            switch form {
            case .inSequence:
                expectThat(names == ["go", "replace", "first", "next", "by new", "last", "end"], "\(names)")
            case .inCombination:
                expectThat(names == ["go", "replace", "next", "by beside", "by new", "end"], "\(names)")
            default: expectThat(names == ["go", "replace", "next", "by new", "end"], "\(names)")
            }
        }
    }

    enum Old: CaseIterable, Sendable {
        case cancelledEarlier, severalLingering, sequence, combination, delayed, replacedTwice
    }

    @Test("C17 A waiting replacement waits for all that had the name, however it was lost", arguments: Old.allCases)
    func everything(old: Old) async throws {
        try await interleave(seed: 1) {
            let (bench, stage, clock) = (Workbench(), OneStage(), TestClock())
            let gates = (0...2).map { Gate<Void>("\($0) may return") }
            switch old {
            case .cancelledEarlier:
                try await stage.send(.init("go", bench.deaf("old", until: gates[0])), .init("go"))
                try await stage.send(.init("go", .cancelTask("w")))
                for gate in gates.dropFirst() { gate.open() }
            case .severalLingering:
                for gate in gates { try await stage.send(.init("go", bench.deaf("old", until: gate))) }
            case .sequence:
                try await stage.send(
                    .init("go", .sequence(id: "w", bench.unnamed("old", until: gates[1]), .event(.end))))
            case .combination:
                try await stage.send(
                    .init("go", .combine(id: "w", .combine(gates.map { bench.unnamed("old", until: $0) }))))
            case .delayed:
                let delayed = Puppet.Effect(
                    id: "w", operation: { _, _ in gates[0].open() }, after: .seconds(1), clock: clock)
                try await stage.send(.init("go", delayed))
            case .replacedTwice:
                for gate in gates {
                    try await stage.send(.init("go", bench.deaf("old", until: gate)), .init("go", .cancelTask("w")))
                }
                try await stage.send(.init("go", .sequence(id: "w", Puppet.Effect { _, _ in })))
            }
            try await stage.send(.init("replace", bench.brief("new", replacing: .afterReturn)))
            if old != .delayed {
                for gate in gates.reversed() {
                    expectThat(
                        !bench.entries.contains("new begins") || gates[0].isOpen || old == .sequence, "\(bench.entries)"
                    )
                    gate.open()
                    await idle()
                }
            }
            expectThat(bench.entries.suffix(2) == ["new begins", "new returns"], "\(bench.entries)")
            let started = bench.entries.count { $0 == "old begins" }
            expectThat(bench.entries.count { $0 == "old returns" } == started, "\(bench.entries)")
            expectThat(bench.entries.lastIndex(of: "old returns") ?? -1 == bench.entries.count - 3, "\(bench.entries)")
            expectThat(clock.now.offset == .zero)
            let names = try await stage.end()
            expectThat(names.suffix(2) == ["by new", "end"], "\(names)")
        }
    }

    @Test("C17 While it waits it is live: it can be cancelled, and then never begins", arguments: [false, true])
    func cancelledWhileWaiting(isAwaited: Bool) async throws {
        try await interleave(seed: 1) {
            let (bench, gate, stage) = (Workbench(), Gate<Void>("the old one may return"), OneStage())
            try await stage.send(.init("go", bench.deaf("old", until: gate)))
            try await stage.send(.init("replace", bench.brief("never", replacing: .afterReturn)))
            expectThat(stage.log.entries(of: "w") == ["started", "replaced", "started"], "\(stage.log.entries)")
            try await stage.send(
                .init("cancel", isAwaited ? .sequence(.cancelTask("w"), .event(.init("cancelled"))) : .cancelTask("w")))
            expectThat(
                stage.log.entries(of: "w") == ["started", "replaced", "started", "cancelTask", "ended"],
                "\(stage.log.entries)")
            gate.open()
            await idle()
            let names = try await stage.end()
            expectThat(bench.entries == ["old begins", "old returns"], "\(bench.entries)")
            expectThat(names == ["go", "replace", "cancel"] + (isAwaited ? ["cancelled"] : []) + ["end"], "\(names)")
        }
    }

    @Test("C17 In a chain only the first and the last of those that wait for each other begin", arguments: [3, 1_000])
    func chain(length: Int) async throws {
        try await interleave(seed: 1) {
            let (bench, gate, stage) = (Workbench(), Gate<Void>("the first may return"), OneStage())
            try await stage.send(.init("go", bench.deaf("1", until: gate)))
            for number in 2...length {
                try await stage.send(.init("replace", bench.brief("\(number)", replacing: .afterReturn)))
            }
            expectThat(bench.entries == ["1 begins"])
            gate.open()
            await idle()
            expectThat(
                bench.entries == ["1 begins", "1 returns", "\(length) begins", "\(length) returns"], "\(bench.entries)")
            let names = try await stage.end()
            expectThat(names.count { $0.hasPrefix("by") } == 1 && names.count == length + 2, "\(names)")
            expectThat(stage.log.entries.count { $0 == "w replaced" } == length - 1)
            expectThat(stage.log.entries.count { $0 == "w ended" } == length)
        }
    }

    @Test("C17 One that does not wait begins beside the old one, and whoever waits after it waits for both")
    func mixed() async throws {
        try await interleave(seed: 1) {
            let (bench, stage) = (Workbench(), OneStage())
            let gates = (0...1).map { Gate<Void>("\($0) may return") }
            try await stage.send(.init("a", bench.deaf("a", until: gates[0])))
            try await stage.send(.init("b", bench.brief("b", replacing: .afterReturn)))
            // In the place of the one that waits.
            try await stage.send(.init("c", bench.deaf("c", until: gates[1], replacing: .atOnce)))
            expectThat(bench.entries == ["a begins", "c begins"], "\(bench.entries)")
            try await stage.send(.init("d", bench.brief("d", replacing: .afterReturn)))
            gates[1].open()
            await idle()
            expectThat(bench.entries == ["a begins", "c begins", "c returns"], "\(bench.entries)")
            gates[0].open()
            await idle()
            let names = try await stage.end()
            expectThat(
                bench.entries == ["a begins", "c begins", "c returns", "a returns", "d begins", "d returns"],
                "\(bench.entries)")
            expectThat(names == ["a", "b", "c", "d", "by d", "end"], "\(names)")
        }
    }

    @Test("C17 A part that waits is cancelled with its composition, and the sequence goes no further")
    func cancelledComposition() async throws {
        try await interleave(seed: 1) {
            let (bench, gate, stage) = (Workbench(), Gate<Void>("the old one may return"), OneStage())
            try await stage.send(.init("go", bench.deaf("old", until: gate)))
            let waiting = bench.brief("never", replacing: .afterReturn)
            try await stage.send(.init("replace", .combine(id: "all", .sequence(waiting, .event(.init("never"))))))
            try await stage.send(.init("cancel", .cancelTask("all")))
            expectThat(stage.log.entries(of: "all") == ["started", "cancelTask", "ended"], "\(stage.log.entries)")
            try await stage.send(
                .init("again", .sequence(bench.brief("never", replacing: .afterReturn), .event(.init("never")))))
            try await stage.send(.init("new", bench.brief("new", replacing: .afterReturn)))
            gate.open()
            await idle()
            let names = try await stage.end()
            expectThat(bench.entries == ["old begins", "old returns", "new begins", "new returns"], "\(bench.entries)")
            expectThat(names == ["go", "replace", "cancel", "again", "new", "by new", "end"], "\(names)")
        }
    }

    @Test("C17 A part that bears the name of its composition waits for whoever bore it before")
    func partOfItsName() async throws {
        try await interleave(seed: 1) {
            let (bench, gate, stage) = (Workbench(), Gate<Void>("the old one may return"), OneStage())
            try await stage.send(.init("go", bench.deaf("old", until: gate)))
            try await stage.send(.init("replace", .sequence(id: "w", bench.brief("new", replacing: .afterReturn))))
            expectThat(bench.entries == ["old begins"], "\(bench.entries)")
            gate.open()
            await idle()
            let names = try await stage.end()
            expectThat(bench.entries == ["old begins", "old returns", "new begins", "new returns"], "\(bench.entries)")
            expectThat(names == ["go", "replace", "by new", "end"], "\(names)")
        }
    }

    @Test("C8 When the machine ends, one that waits never begins", arguments: [false, true])
    func machineEnds(cancels: Bool) async throws {
        try await interleave(seed: 1) {
            let (bench, gate, stage) = (Workbench(), Gate<Void>("the old one may return"), OneStage(isObserved: false))
            try await stage.send(.init("go", bench.deaf("old", until: gate)))
            try await stage.send(.init("replace", bench.brief("never", replacing: .afterReturn)))
            if cancels { stage.proxy.cancel() } else { try stage.proxy.send(.end) }
            await idle()
            expectThat(!stage.hasEnded)
            gate.open()
            _ = await stage.outcome()
            expectThat(bench.entries == ["old begins", "old returns"], "\(bench.entries)")
        }
    }

    @Test("C8 An exit effect may wait for the one whose name it takes", arguments: [false, true])
    func exitEffect(isObserved: Bool) async throws {
        try await interleave(seed: 1) {
            let (bench, gate, stage) = (
                Workbench(), Gate<Void>("the old one may return"), OneStage(isObserved: isObserved)
            )
            try await stage.send(.init("go", bench.deaf("old", until: gate)))
            let exit = Puppet.Effect(id: "w", replacing: .afterReturn) { _, _ in await bench.work("exit") {} }
            try await stage.send(.init("end", exit, ends: true))
            expectThat(bench.entries == ["old begins"] && !stage.hasEnded, "\(bench.entries)")
            gate.open()
            let names = try await stage.outcome().get()
            expectThat(names == ["go", "end"])
            expectThat(
                bench.entries == ["old begins", "old returns", "exit begins", "exit returns"], "\(bench.entries)")
        }
    }

    @Test("C17 Children wait for their own, and no longer when they are left")
    func children() async throws {
        try await interleave(seed: 1) {
            let bench = Workbench()
            let gates = (0...2).map { Gate<Void>("\($0) may return") }
            let proxy = Troupe.Proxy(bufferSize: 16)
            async let log = Troupe.run(initialState: .init([1, 2]), proxy: proxy)
            func replacing(_ name: String) -> Puppet.Event {
                .init("replace", bench.brief(name, replacing: .afterReturn))
            }
            try proxy.send(contentsOf: [
                .lead(.init("go", bench.deaf("lead", until: gates[0]))),
                .chorus(1, .init("go", bench.deaf("1", until: gates[1]))),
                .chorus(2, .init("go", bench.deaf("2", until: gates[2]))),
            ])
            await idle()
            try proxy.send(contentsOf: [
                .lead(replacing("lead new")), .chorus(1, replacing("1 new")), .chorus(2, replacing("2 new")),
            ])
            await idle()
            try proxy.send(.leave(2))
            gates[1].open()
            await idle()
            expectThat(bench.entries.suffix(3) == ["1 returns", "1 new begins", "1 new returns"], "\(bench.entries)")
            for gate in gates { gate.open() }
            await idle()
            expectThat(!bench.entries.contains("2 new begins"), "\(bench.entries)")
            expectThat(bench.entries.contains("lead new returns"), "\(bench.entries)")
            try proxy.send(.end)
            let entries = try await log
            expectThat(entries.suffix(2) == ["1 by 1 new", "lead by lead new"], "\(entries)")
        }
    }
}
