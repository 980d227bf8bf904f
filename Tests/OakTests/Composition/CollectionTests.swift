import Oak
import OakTesting
import Testing

/// Loaders under keys, that are added, replaced, told something and removed, several at once.
enum Kennel: CompositeTransducer {
    struct State: Equatable, Sendable {
        var dogs = Children<Int, Loader.State>()
        var log: [String] = []
    }
    enum Event: Equatable, Sendable {
        case add(Int), replace(Int, telling: Loader.Event), all(Loader.Event), dog(Int, Loader.Event), removeAll
    }
    typealias Env = Loader.Env

    static let dog = children("dog", Loader.self, event: Event.dog, env: { env, _ in env })

    static func activeChildren(in state: State) -> Active<Self> { dog(state.dogs) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .add(let id):
            state.dogs[id] = .idle
            return nil
        case .replace(let id, telling: let event):
            state.dogs[id] = nil
            state.dogs[id] = .idle
            return dog.step(&state.dogs, id, event).effect
        case .all(let event):
            let (effect, outcomes) = dog.broadcast(&state.dogs, event)
            for case (let id, .ended) in outcomes { state.dogs[id] = nil }
            return effect
        case .dog(let id, let event):
            state.log.append("\(id) \(event)")
            // One bites another away.
            if event == .step(1), id == 1 { state.dogs[2] = nil }
            return dog.step(&state.dogs, id, event).effect
        case .removeAll:
            state.dogs.removeAll()
            return nil
        }
    }
}

@Suite("C19 Collections of children")
struct CollectionTests {
    private let load = Gate<Int>("load")
    private let tidy = Gate<Void>("tidy")

    private func tester(_ ids: [Int]) async -> TransducerTester<Kennel> {
        let tester = TransducerTester<Kennel>(
            initialState: .init(), env: .init(load: load.wait, tidy: tidy.wait), exhaustivity: .off)
        for id in ids { await tester.send(.add(id)) { $0.dogs[id] = .idle } }
        return tester
    }

    @Test("Replacing the child of a key cancels only the effects of the replaced child")
    func replacing() async {
        let tester = await tester([1, 2])
        await tester.send(.dog(1, .load))
        await tester.send(.dog(2, .load))
        await tester.send(.replace(1, telling: .load))
        tester.expectCancelled(.operation(id: Kennel.dog[1].id("load")), because: .childDeparted)
        #expect(load.waiters == 2)
        load.open(returning: 7)
        await tester.receive(.dog(2, .loaded(7)))
        await tester.receive(.dog(1, .loaded(7)))
        #expect(tester.state.dogs[1] == .loaded(7))
        #expect(Array(tester.state.dogs.keys) == [2, 1])
        await tester.finish()
    }

    @Test("A replacement under a key receives its own action events and none of its predecessor's")
    func replacingAnswers() async {
        let tester = await tester([3, 1, 2])
        // The first step of 1 makes 2 go, whose steps are still to be processed then.
        await tester.send(.all(.burst))
        await tester.send(.replace(2, telling: .burst))
        await tester.receive(.dog(2, .step(1)))
        await tester.receive(.dog(2, .step(2)))
        #expect(
            tester.state.log == [
                "3 step(1)", "3 step(2)", "1 step(1)", "1 step(2)", "2 step(1)", "2 step(2)",
            ])
        await tester.send(.replace(2, telling: .burst))
        await tester.receive(.dog(2, .step(1)))
        await tester.finish()
    }

    @Test(
        "A broadcast reaches the children in their order, and their effects begin in that order")
    func broadcast() async {
        let tester = await tester([3, 1, 4])
        await tester.send(.all(.burst))
        await tester.settle()
        for id in [3, 1, 4] {
            for step in [1, 2] { await tester.receive(.dog(id, .step(step))) }
        }
        await tester.send(.all(.load))
        #expect(tester.state.log == ["3 step(1)", "3 step(2)", "1 step(1)", "1 step(2)", "4 step(1)", "4 step(2)"])
        for id in [3, 1, 4] { tester.expectStarted(.operation(id: Kennel.dog[id].id("load"))) }
        #expect(load.waiters == 3)
        await tester.finish()
    }

    @Test("A child removed during a broadcast receives no further event")
    func removedDuringABroadcast() async {
        let tester = await tester([1, 2, 3])
        await tester.send(.dog(2, .load))
        await tester.send(.all(.burst))
        await tester.receive(.dog(1, .step(1)))
        tester.expectCancelled(.operation(id: Kennel.dog[2].id("load")), because: .childDeparted)
        await tester.receive(.dog(1, .step(2)))
        await tester.receive(.dog(3, .step(1)))
        await tester.receive(.dog(3, .step(2)))
        #expect(!tester.state.log.contains("2 step(1)"))
        #expect(load.waiters == 0)
        await tester.finish()
    }

    @Test(
        "Children that end in a broadcast and are removed at once still run their exit effects"
    )
    func endOfAll() async {
        let tester = await tester([1, 2, 3])
        await tester.send(.dog(2, .load))
        #expect(load.waiters == 1)
        await tester.send(.all(.close)) { $0.dogs.removeAll() }
        #expect(load.waiters == 0)
        #expect(tidy.waiters == 3)
        tidy.open()
        await tester.finish()
    }

    @Test("An event reaches only the child of its key and is rejected if the key has no child")
    func addressing() async {
        let tester = await tester([1, 2])
        await tester.send(.dog(2, .load))
        #expect(tester.state.dogs[1] == .idle)
        #expect(tester.state.dogs[2] == .loading)
        await tester.send(.dog(9, .load)) { _ in }
        tester.expectRejected(.dog(9, .load))
        #expect(load.waiters == 1)
        await tester.send(.removeAll)
        #expect(load.waiters == 0)
        await tester.send(.all(.load))
        #expect(load.waiters == 0)
        await tester.finish()
    }
}
