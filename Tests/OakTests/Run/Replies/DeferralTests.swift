import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C30 Deferral", .timeLimit(.minutes(20)))
struct DeferralTests {
    typealias Equal = Reception<EquatableReception>
    typealias Plain = Reception<PlainReception>

    @Test("C30 A postponed event is offered again after the next change of state, before later events, in its order")
    func order() async throws {
        let outputs = try await Equal.play([
            .visit("a"), .visit("b"), .init(name: "later"), .mood(1), .init(name: "last"), .end,
        ])
        #expect(outputs == ["later", "mood 1", "a", "b", "last", "end"])
    }

    @Test("C30 An event that leaves an equal state brings nothing back; one of a state that cannot be compared does")
    func comparison() async throws {
        let logs = (ReceptionLog<EquatableReception>(), ReceptionLog<PlainReception>())
        _ = try await Equal.play([.visit("a"), .init(name: "idle"), .mood(1), .end], observer: logs.0)
        _ = try await Plain.play([.visit("a"), .init(name: "idle"), .mood(1), .end], observer: logs.1)
        #expect(logs.0.entries.count { $0 == "postponed a" } == 1)
        #expect(logs.1.entries.count { $0 == "postponed a" } == 2)
        for entries in [logs.0.entries, logs.1.entries] { #expect(entries.contains("1 -a-> 1")) }
    }

    @Test("C30 Neither postpone nor unexpected brings a postponed event back")
    func replies() async throws {
        let log = ReceptionLog<PlainReception>()
        _ = try await Plain.play(
            [.visit("a"), .visit("b"), .init(name: "strange", unexpectedIn: [0]), .end], observer: log)
        #expect(log.entries.count { $0.hasPrefix("took") } == 4)
    }

    @Test("C30 A change within the macrostep counts, also when the macrostep takes it back")
    func changeWithin() async throws {
        let log = ReceptionLog<EquatableReception>()
        let there = Equal.Event(name: "there", mood: 1, actions: [.init(name: "and back", mood: 0)])
        _ = try await Equal.play([.visit("a"), there, .init(name: "later"), .end], observer: log)
        #expect(
            log.entries.filter { $0.hasPrefix("took") || $0.hasPrefix("postponed") } == [
                "took a from external", "postponed a", "took there from external", "took and back from action",
                "took a from external", "postponed a", "took later from external", "took end from external",
            ])
    }

    @Test("C30 A postponed event is offered again when the macrostep has ended, and not within it")
    func endOfMacrostep() async throws {
        let change = Equal.Event(name: "change", mood: 1, actions: [.init(name: "first"), .init(name: "second")])
        #expect(try await Equal.play([.visit("a"), change, .end]) == ["change", "first", "second", "a", "end"])
    }

    @Test("C30 One that is postponed again keeps its place when a later one changes the state")
    func places() async throws {
        let b = Equal.Event(name: "b", postponedIn: [0], mood: 2)
        let outputs = try await Equal.play([
            .visit("a", at: 2), b, .visit("c"), .visit("d", at: 2), .mood(1), .init(name: "later"), .mood(1), .end,
        ])
        #expect(outputs == ["mood 1", "b", "a", "d", "later", "mood 1", "c", "end"])
    }

    @Test("C30 Its output is dropped, it makes no transition, and the observer is told what became of it")
    func observation() async throws {
        let log = ReceptionLog<EquatableReception>()
        _ = try await Equal.play([.visit("a"), .mood(1), .end], observer: log)
        #expect(
            log.entries == [
                "took a from external", "postponed a",
                "took mood 1 from external", "0 -mood 1-> 1", "output mood 1",
                "took a from external", "1 -a-> 1", "output a",
                "took end from external", "1 -end-> 1", "output end", "ended",
            ])
    }

    @Test("C30 An action event that is postponed ends the run with an error that names it")
    func actionEvent() async throws {
        let event = Equal.Event(name: "go", actions: [.visit("a")])
        let error = await #expect(throws: TransducerError.self) { try await Equal.play([event, .end]) }
        guard case .postponedAction(let transducer, let name)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(transducer.contains("Reception") && name.contains("\"a\""))
    }

    @Test("C30 As many events as the mailbox has places can be postponed; one more ends the run and is named")
    func bound() async throws {
        let visits = (1...3).map { Equal.Event.visit("visit \($0)") }
        let proxy = Equal.Proxy(bufferSize: 2)
        let log = ReceptionLog<EquatableReception>()
        async let run = result { try await Equal.play(proxy, observer: log) }
        for visit in visits { try await proxy.sendWaitingForRoom(visit) }
        guard case .failure(TransducerError.tooManyPostponed(_, let event, limit: 2)) = await run else {
            Issue.record("another end")
            return
        }
        #expect(event.contains("visit 3"))
        #expect(
            log.entries.suffix(4) == visits.map { "rejected \($0.name): \(TransducerError.terminated)" } + ["ended"])
    }

    @Test("C30 One event can be postponed in a mailbox without a place for it", arguments: [0, 1])
    func smallestBound(bufferSize: Int) async throws {
        let proxy = Equal.Proxy(bufferSize: bufferSize, initialEvent: .init(name: "go", effects: [work]))
        #expect(try await Equal.play(proxy) == ["go", "change", "result", "end"])
    }

    private var work: Equal.Effect {
        .sequence(
            Equal.Effect(operation: { _, input in try input.send(.visit("result")) }),
            Equal.Effect(operation: { _, input in try input.send(.init(name: "change", mood: 1)) }),
            Equal.Effect(operation: { _, input in try input.send(.end) }))
    }

    @Test("C30 Events that are still postponed when the machine ends are reported as rejected, in order")
    func rejection() async throws {
        let log = ReceptionLog<EquatableReception>()
        let events: [Equal.Event] = [
            .visit("a", at: 2), .visit("b", at: 2), .init(name: "c", postponedIn: [0], ends: true), .visit("d"),
            .mood(1),
        ]
        #expect(try await Equal.play(events, observer: log) == ["mood 1", "c"])
        #expect(
            log.entries.suffix(4)
                == ["a", "b", "d"].map { "rejected \($0): \(TransducerError.terminated)" } + ["ended"])
    }

    @Test("C30 An event that is handled as unexpected, or ignored, when it is offered again is done with")
    func doneWith() async throws {
        let strange = Equal.Event(name: "strange", postponedIn: [0], unexpectedIn: [1])
        let log = ReceptionLog<EquatableReception>()
        _ = try await Equal.play([strange, .mood(1), .mood(2), .end], observer: log)
        #expect(log.entries.count { $0.hasPrefix("took strange") } == 2)
        #expect(log.entries.contains("unexpected strange in []"))
    }

    @Test("C30 Together with another effect, or with the end of the machine, it is an error")
    func notAlone() async throws {
        let effects: [Equal.Effect] = [
            .combine(.postpone, .event(.end)), .sequence(.postpone), .sequence([.unexpected, .event(.end)]),
        ]
        for effect in effects + [.all([.unexpected, .event(.end)])].compactMap(\.self) {
            let event = Equal.Event(name: "go", effects: [effect])
            let error = await #expect(throws: TransducerError.self) { try await Equal.play([event, .end]) }
            guard case .replyNotAlone? = error else {
                Issue.record("\(String(describing: error)) for \(effect)")
                continue
            }
        }
        for reply in [Equal.Effect.postpone, .unexpected] {
            let event = Equal.Event(name: "go", effects: [reply], ends: true)
            let error = await #expect(throws: TransducerError.self) { try await Equal.play([event]) }
            if case .replyNotAlone? = error { continue }
            Issue.record("\(String(describing: error))")
        }
    }

    @Test("C30 A run without an output for anybody postpones as well")
    func withoutSubject() async throws {
        let proxy = Equal.Proxy()
        try proxy.send(contentsOf: [.visit("a"), .init(name: "x"), .mood(1), .mood(2), .end])
        #expect(try await Equal.run(initialState: .init(), proxy: proxy) == "end")
    }

    @Test("C7 Postponed events that are offered again leave others their turn")
    func fairness() async throws {
        let count = 10_000
        let (turns, ends) = (Counter(), Counter())
        let visits = (1...count).map { Equal.Event.visit("\($0)") }
        try await interleave(seed: 1) {
            let proxy = Equal.Proxy(bufferSize: count + 8)
            try proxy.send(contentsOf: visits + [.mood(1), .end])
            let run = Task(executorPreference: DeterministicExecutor.current) {
                defer { ends.increment() }
                return try await Equal.run(initialState: .init(), proxy: proxy)
            }
            while ends.value == 0 {
                turns.increment()
                await Task.yield()
            }
            _ = try await run.value
        }
        // About ten while the events are postponed, and as many when they are offered again.
        #expect(turns.value > 15)
    }
}
