import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C17 Replacement after return", .interleaved)
struct ReplacementTests {
    @Test(
        "C17 A waiting replacement begins once the replaced operation has returned, or at once if there is none",
        arguments: [false, true])
    func afterReturn(isObserved: Bool) async throws {
        let (recorder, gate, script) = (
            OperationRecorder(), Gate<Void>("the old one may return"), ScriptRun(isObserved: isObserved)
        )
        try await script.send(.init("go", recorder.brief("1", replacing: .afterReturn)))
        try await script.send(.init("go", recorder.brief("2", replacing: .afterReturn)))
        try await script.send(.init("go", recorder.deaf("3", until: gate, replacing: .afterReturn)))
        let before = ["1 begins", "1 returns", "2 begins", "2 returns", "3 begins"]
        #expect(recorder.entries == before)
        try await script.send(.init("replace", recorder.brief("4", replacing: .afterReturn)), .init("next"))
        #expect(recorder.entries == before)
        gate.open()
        await idle()
        #expect(recorder.entries == before + ["3 returns", "4 begins", "4 returns"])
        #expect(try await script.end() == ["go", "by 1", "go", "by 2", "go", "replace", "next", "by 4", "end"])
    }

    enum Form: CaseIterable, Sendable {
        case operation, isolated, answering, answeringVoid, caught, inSequence, inCombination
    }

    @Test("C17 Every kind of operation can wait for its predecessor, alone or as a part", arguments: Form.allCases)
    func forms(form: Form) async throws {
        let (recorder, gate, script) = (OperationRecorder(), Gate<Void>("the old one may return"), ScriptRun())
        let brief = recorder.brief("new", replacing: .afterReturn)
        let new: Script.Effect =
            switch form {
            case .operation: brief
            case .isolated:
                Script.Effect(
                    id: "w", replacing: .afterReturn,
                    isolatedOperation: { _, input, _ in
                        try await recorder.work("new") { try input.send(.init("by new")) }
                    })
            case .answering:
                Script.Effect(
                    id: "w", replacing: .afterReturn, { _ in await recorder.work("new") {} },
                    success: { .init("by new") })
            case .answeringVoid:
                Script.Effect(
                    id: "w", replacing: .afterReturn, { _ in await recorder.work("new") {} }, success: .init("by new"),
                    failure: { (_: any Error) in .init("failed") })
            case .caught:
                Script.Effect(id: "w", replacing: .afterReturn) { _, _ in
                    try await recorder.work("new") { throw Failure(name: "by new") }
                }
                .catch { error in .init((error as? Failure)?.name ?? "?") }
            case .inSequence: .sequence(.event(.init("first")), brief, .event(.init("last")))
            case .inCombination: .combine(id: "both", recorder.unnamed("beside"), brief)
            }
        try await script.send(.init("go", recorder.deaf("old", until: gate)))
        try await script.send(.init("replace", new), .init("next"))
        #expect(!recorder.entries.contains("new begins"))
        gate.open()
        await idle()
        #expect(recorder.entries.suffix(3) == ["old returns", "new begins", "new returns"])
        let names = try await script.end()
        switch form {
        case .inSequence:
            #expect(names == ["go", "replace", "first", "next", "by new", "last", "end"])
        case .inCombination:
            #expect(names == ["go", "replace", "next", "by beside", "by new", "end"])
        default: #expect(names == ["go", "replace", "next", "by new", "end"])
        }
    }

    enum Old: CaseIterable, Sendable {
        case cancelledEarlier, severalLingering, sequence, combination, delayed, replacedTwice
    }

    @Test("C17 A waiting replacement waits for every former effect of its identity", arguments: Old.allCases)
    func everything(old: Old) async throws {
        let (recorder, script, clock) = (OperationRecorder(), ScriptRun(), TestClock())
        let gates = (0...2).map { Gate<Void>("\($0) may return") }
        switch old {
        case .cancelledEarlier:
            try await script.send(.init("go", recorder.deaf("old", until: gates[0])), .init("go"))
            try await script.send(.init("go", .cancelTask("w")))
            for gate in gates.dropFirst() { gate.open() }
        case .severalLingering:
            for gate in gates { try await script.send(.init("go", recorder.deaf("old", until: gate))) }
        case .sequence:
            try await script.send(
                .init("go", .sequence(id: "w", recorder.unnamed("old", until: gates[1]), .event(.end))))
        case .combination:
            try await script.send(
                .init("go", .combine(id: "w", .combine(gates.map { recorder.unnamed("old", until: $0) }))))
        case .delayed:
            let delayed = Script.Effect(
                id: "w", operation: { _, _ in gates[0].open() }, after: .seconds(1), clock: clock)
            try await script.send(.init("go", delayed))
        case .replacedTwice:
            for gate in gates {
                try await script.send(.init("go", recorder.deaf("old", until: gate)))
                try await script.send(.init("go", .cancelTask("w")))
            }
            try await script.send(.init("go", .sequence(id: "w", Script.Effect { _, _ in })))
        }
        try await script.send(.init("replace", recorder.brief("new", replacing: .afterReturn)))
        if old != .delayed {
            for gate in gates.reversed() {
                #expect(!recorder.entries.contains("new begins") || gates[0].isOpen || old == .sequence)
                gate.open()
                await idle()
            }
        }
        #expect(recorder.entries.suffix(2) == ["new begins", "new returns"])
        let started = recorder.entries.count { $0 == "old begins" }
        #expect(recorder.entries.count { $0 == "old returns" } == started)
        #expect(recorder.entries.lastIndex(of: "old returns") ?? -1 == recorder.entries.count - 3)
        #expect(clock.now.offset == .zero)
        #expect(try await script.end().suffix(2) == ["by new", "end"])
    }

    @Test("C17 A waiting operation is live, and never begins if it is cancelled", arguments: [false, true])
    func cancelledWhileWaiting(isAwaited: Bool) async throws {
        let (recorder, gate, script) = (OperationRecorder(), Gate<Void>("the old one may return"), ScriptRun())
        try await script.send(.init("go", recorder.deaf("old", until: gate)))
        try await script.send(.init("replace", recorder.brief("never", replacing: .afterReturn)))
        #expect(script.log.entries(of: "w") == ["started", "replaced", "started"])
        try await script.send(
            .init("cancel", isAwaited ? .sequence(.cancelTask("w"), .event(.init("cancelled"))) : .cancelTask("w")))
        #expect(script.log.entries(of: "w") == ["started", "replaced", "started", "cancelTask", "ended"])
        gate.open()
        await idle()
        let names = try await script.end()
        #expect(recorder.entries == ["old begins", "old returns"])
        #expect(names == ["go", "replace", "cancel"] + (isAwaited ? ["cancelled"] : []) + ["end"])
    }

    @Test("C17 Only the first and the last of a chain of waiting operations begin", arguments: [3, 1_000])
    func chain(length: Int) async throws {
        let (recorder, gate, script) = (OperationRecorder(), Gate<Void>("the first may return"), ScriptRun())
        try await script.send(.init("go", recorder.deaf("1", until: gate)))
        for number in 2...length {
            try await script.send(.init("replace", recorder.brief("\(number)", replacing: .afterReturn)))
        }
        #expect(recorder.entries == ["1 begins"])
        gate.open()
        await idle()
        #expect(recorder.entries == ["1 begins", "1 returns", "\(length) begins", "\(length) returns"])
        let names = try await script.end()
        #expect(names.count { $0.hasPrefix("by") } == 1 && names.count == length + 2)
        #expect(script.log.entries.count { $0 == "w replaced" } == length - 1)
        #expect(script.log.entries.count { $0 == "w ended" } == length)
    }

    @Test("C17 An operation that does not wait begins beside its predecessor, and a waiting successor waits for both")
    func mixed() async throws {
        let (recorder, script) = (OperationRecorder(), ScriptRun())
        let gates = (0...1).map { Gate<Void>("\($0) may return") }
        try await script.send(.init("a", recorder.deaf("a", until: gates[0])))
        try await script.send(.init("b", recorder.brief("b", replacing: .afterReturn)))
        // Replaces the waiting operation.
        try await script.send(.init("c", recorder.deaf("c", until: gates[1], replacing: .atOnce)))
        #expect(recorder.entries == ["a begins", "c begins"])
        try await script.send(.init("d", recorder.brief("d", replacing: .afterReturn)))
        gates[1].open()
        await idle()
        #expect(recorder.entries == ["a begins", "c begins", "c returns"])
        gates[0].open()
        await idle()
        let names = try await script.end()
        #expect(recorder.entries == ["a begins", "c begins", "c returns", "a returns", "d begins", "d returns"])
        #expect(names == ["a", "b", "c", "d", "by d", "end"])
    }
}
