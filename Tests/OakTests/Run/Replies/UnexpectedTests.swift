import Oak
import TestSupport
import Testing

@Suite("C31 Unexpected events")
struct UnexpectedTests {
    typealias Machine = PostponingMachine<EquatableState>

    private let strange = Machine.Event(name: "strange", unexpectedIn: [0])

    @Test("C31 An unexpected event changes nothing, and the run continues")
    func goesOn() async throws {
        #expect(try await Machine.play([strange, .mode(1), strange, .end]) == ["mode 1", "strange", "end"])
    }

    @Test("C31 An unexpected event makes no transition and no output, and the observer is told")
    func observation() async throws {
        let log = PostponementRecorder<EquatableState>()
        _ = try await Machine.play([strange, .end], observer: log)
        #expect(
            log.entries.prefix(3) == [
                "took strange from external", "unexpected strange in []", "took end from external",
            ])
    }

    @Test("C31 An action event can be unexpected")
    func actionEvent() async throws {
        let go = Machine.Event(name: "go", actions: [strange, .init(name: "next")])
        #expect(try await Machine.play([go, .end]) == ["go", "next", "end"])
    }

    @Test("C31 C34 A setting makes an unexpected event end the run with an error that names all but values")
    func error() async throws {
        let settings = RunSettings(unexpectedEvents: .endingTheRun)
        let log = PostponementRecorder<EquatableState>()
        for isObserved in [false, true] {
            let error = await #expect(throws: TransducerError.self) {
                _ =
                    isObserved
                    ? try await Machine.play([.mode(1), .mode(0), strange, .end], settings: settings, observer: log)
                    : try await Machine.play([.mode(1), .mode(0), strange, .end], settings: settings)
            }
            guard case .unexpectedEvent(let transducer, [], let state, let event)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(transducer.contains("PostponingMachine"))
            #expect(state == "EquatableState")
            #expect(event.hasSuffix(".Event") && !event.contains("strange"))
        }
        #expect(
            log.entries.suffix(3).filter { !$0.hasPrefix("rejected end") } == ["unexpected strange in []", "ended"])
    }

    @Test("C31 The observer and the error give the path of the child for which the event was unexpected")
    func children() async throws {
        typealias Inner = Parallel<Machine, Machine>
        typealias Outer = Parallel<Inner, Machine>
        let log = Recorder<String>()
        let proxy = Outer.Proxy()
        try proxy.send(.first(.second(strange)))
        let observer = MachineObserver(of: Outer.self) { occurrence in
            if case .eventUnexpected(_, let child) = occurrence { log.record("\(child)") }
        }
        let idle = EquatableState()
        let error = await #expect(throws: TransducerError.self) {
            try await Outer.run(
                initialState: .init(.init(idle, idle), idle), proxy: proxy,
                env: .init(.init((), ()), ()), observer: observer,
                settings: RunSettings(unexpectedEvents: .endingTheRun))
        }
        guard case .unexpectedEvent(_, let child, _, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(child == ["#0", "#1"])
        #expect(log.values == ["[#0, #1]"])
    }

    @Test("C30 An event that a child postpones is offered again when the composite has changed")
    func postponingChild() async throws {
        typealias Pair = Parallel<Machine, Machine>
        let proxy = Pair.Proxy()
        try proxy.send(contentsOf: [
            .first(.visit("a")), .second(.visit("b")), .second(.mode(1)), .first(.mode(1)), .first(.end), .second(.end),
        ])
        let taken = Recorder<String>()
        let observer = MachineObserver(of: Pair.self) { occurrence in
            guard case .transition(_, let event, _) = occurrence else { return }
            switch event {
            case .first(let event): taken.record("first \(event.name)")
            case .second(let event): taken.record("second \(event.name)")
            }
        }
        let idle = EquatableState()
        try await Pair.run(initialState: .init(idle, idle), proxy: proxy, env: .init((), ()), observer: observer)
        #expect(
            taken.values == ["second mode 1", "second b", "first mode 1", "first a", "first end", "second end"])
    }
}
