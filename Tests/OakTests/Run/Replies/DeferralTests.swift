import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C30 Postponed events")
struct DeferralTests {
    typealias Equal = PostponingMachine<EquatableState>
    typealias Plain = PostponingMachine<PlainState>

    @Test("C30 Postponed events are offered again after the next change of state, before later events and in order")
    func order() async throws {
        let outputs = try await Equal.play([
            .visit("a"), .visit("b"), .init(name: "later"), .mode(1), .init(name: "last"), .end,
        ])
        #expect(outputs == ["later", "mode 1", "a", "b", "last", "end"])
    }

    @Test("C30 A change of an Equatable state, or any transition of another state, offers postponed events again")
    func comparison() async throws {
        let logs = (PostponementRecorder<EquatableState>(), PostponementRecorder<PlainState>())
        _ = try await Equal.play([.visit("a"), .init(name: "idle"), .mode(1), .end], observer: logs.0)
        _ = try await Plain.play([.visit("a"), .init(name: "idle"), .mode(1), .end], observer: logs.1)
        #expect(logs.0.entries.count { $0 == "postponed a" } == 1)
        #expect(logs.1.entries.count { $0 == "postponed a" } == 2)
        for entries in [logs.0.entries, logs.1.entries] { #expect(entries.contains("1 -a-> 1")) }
    }

    @Test("C30 Postponing and unexpected events do not offer postponed events again")
    func replies() async throws {
        let log = PostponementRecorder<PlainState>()
        _ = try await Plain.play(
            [.visit("a"), .visit("b"), .init(name: "strange", unexpectedIn: [0]), .end], observer: log)
        #expect(log.entries.count { $0.hasPrefix("took") } == 4)
    }

    @Test("C30 A postponed event is offered again at the end of the macrostep")
    func endOfMacrostep() async throws {
        let change = Equal.Event(name: "change", mode: 1, actions: [.init(name: "first"), .init(name: "second")])
        #expect(try await Equal.play([.visit("a"), change, .end]) == ["change", "first", "second", "a", "end"])
    }

    @Test("C30 A postponed event makes no transition and no output, and the observer is told")
    func observation() async throws {
        let log = PostponementRecorder<EquatableState>()
        _ = try await Equal.play([.visit("a"), .mode(1), .end], observer: log)
        #expect(
            log.entries == [
                "took a from external", "postponed a",
                "took mode 1 from external", "0 -mode 1-> 1", "output mode 1",
                "took a from external", "1 -a-> 1", "output a",
                "took end from external", "1 -end-> 1", "output end", "ended",
            ])
    }

    @Test("C30 Postponing an action event ends the run with an error that names it")
    func actionEvent() async throws {
        let event = Equal.Event(name: "go", actions: [.visit("a")])
        let error = await #expect(throws: TransducerError.self) { try await Equal.play([event, .end]) }
        guard case .postponedAction(let transducer, let name)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(transducer.contains("PostponingMachine") && name.hasSuffix(".Event"))
    }

    @Test("C30 A postponed event beyond the places of the mailbox ends the run with an error that names it")
    func bound() async throws {
        let visits = (1...3).map { Equal.Event.visit("visit \($0)") }
        let proxy = Equal.Proxy(bufferSize: 2)
        let log = PostponementRecorder<EquatableState>()
        async let run = result { try await Equal.play(proxy, observer: log) }
        for visit in visits { try await proxy.sendWaitingForRoom(visit) }
        guard case .failure(TransducerError.tooManyPostponed(_, let event, limit: 2)) = await run else {
            Issue.record("another end")
            return
        }
        #expect(event.hasSuffix(".Event"))
        #expect(
            log.entries.suffix(4) == visits.map { "rejected \($0.name): \(TransducerError.terminated)" } + ["ended"])
    }

    @Test("C30 One event can be postponed even in a mailbox without places", arguments: [0, 1])
    func smallestBound(bufferSize: Int) async throws {
        let proxy = Equal.Proxy(bufferSize: bufferSize, initialEvent: .init(name: "go", effects: [work]))
        #expect(try await Equal.play(proxy) == ["go", "change", "result", "end"])
    }

    private var work: Equal.Effect {
        .sequence(
            Equal.Effect(operation: { _, input in try input.send(.visit("result")) }),
            Equal.Effect(operation: { _, input in try input.send(.init(name: "change", mode: 1)) }),
            Equal.Effect(operation: { _, input in try input.send(.end) }))
    }

    @Test(
        "C30 A reply that comes with the end of the machine is an error",
        arguments: [Equal.Effect.postpone, .unexpected])
    func replyAtTheEnd(reply: Equal.Effect) async throws {
        let event = Equal.Event(name: "go", effects: [reply], ends: true)
        let error = await #expect(throws: TransducerError.self) { try await Equal.play([event]) }
        if case .stateChangedWithReply? = error { return }
        Issue.record("\(String(describing: error))")
    }

    @Test("C30 A run without a subject postpones events")
    func withoutSubject() async throws {
        let proxy = Equal.Proxy()
        try proxy.send(contentsOf: [.visit("a"), .init(name: "x"), .mode(1), .mode(2), .end])
        #expect(try await Equal.run(initialState: .init(), proxy: proxy) == "end")
    }

    @Test("C7 Postponed events that are offered again do not occupy the actor", .interleaved)
    func fairness() async throws {
        let count = 10_000
        let (turns, ends) = (Counter(), Counter())
        let visits = (1...count).map { Equal.Event.visit("\($0)") }
        let proxy = Equal.Proxy(bufferSize: count + 8)
        try proxy.send(contentsOf: visits + [.mode(1), .end])
        let run = Task {
            defer { ends.increment() }
            return try await Equal.run(initialState: .init(), proxy: proxy)
        }
        while ends.value == 0 {
            turns.increment()
            await Task.yield()
        }
        _ = try await run.value
        // About ten while the events are postponed, and as many when they are offered again.
        #expect(turns.value > 15)
    }
}
