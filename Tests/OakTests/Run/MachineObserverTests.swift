import Oak
import TestSupport
import Testing

@Suite("C23 Observing one machine")
struct MachineObserverTests {
    @Test("An observer of one machine is given its types, without a cast")
    func types() async throws {
        let proxy = Sum.Proxy()
        try proxy.send(contentsOf: [.add(2), .add(3), .end])
        var totals: [Int] = []
        try await Sum.run(
            initialState: .init(), proxy: proxy,
            observer: .each(Sum.self) { occurrence in
                if case .transition(_, _, let state) = occurrence { totals.append(state.total) }
            })
        #expect(totals == [2, 5, 5])
    }

    @Test("The observer is told of every occurrence, from the start to the end")
    func everything() async throws {
        struct AnyObserver: TransducerObserver {
            let recorder: Recorder<String>
            func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
                recorder.record("\(occurrence)")
            }
        }
        let (all, own) = (Recorder<String>(), Recorder<String>())
        _ = try await Script.play(.init("go", .event(.init("on"))), .end, observer: AnyObserver(recorder: all))
        _ = try await Script.play(
            .init("go", .event(.init("on"))), .end, observer: .each(Script.self) { own.record("\($0)") })
        #expect(own.values == all.values)
        #expect(own.values.first?.hasPrefix("runStarted") == true)
        #expect(own.values.last?.hasPrefix("runEnded") == true)
    }

    @Test("The observer works in hosts and composites")
    func hosts() async throws {
        let totals = Recorder<Int>()
        let host = TransducerHost(
            of: Sum.self, initialState: .init(), proxy: Sum.Proxy(initialEvent: .end),
            observer: .each(Sum.self) { if case .output(let total) = $0 { totals.record(total) } })
        #expect(try await host.value == 0)
        #expect(totals.values == [0])

        typealias Pair = Race<Sum, Sum>
        let proxy = Pair.Proxy(initialEvent: .second(.end))
        let events = Recorder<String>()
        _ = try await Pair.run(
            initialState: .init(.init(), .init()), proxy: proxy, env: .init((), ()),
            observer: .each(Pair.self) { if case .eventTaken(let event, _) = $0 { events.record("\(event)") } })
        #expect(events.values == ["second(TestSupport.Sum.Event.end)"])
    }

    @Test("The observer ignores occurrences of other machines")
    func otherMachines() async throws {
        let seen = Recorder<String>()
        let observer = MachineObserver(of: Sum.self) { seen.record("\($0)") }
        _ = try await Script.play(.end, observer: observer)
        #expect(seen.values.isEmpty)
    }

    @Test("`NoObserver` is inactive, and other observers are active")
    func activity() {
        #expect(!NoObserver.isActive)
        #expect(MachineObserver<Sum>.isActive)
    }
}
