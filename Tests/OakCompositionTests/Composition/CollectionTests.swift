import Oak
import OakTesting
import TestSupport
import Testing

/// A collection of loaders, which are added, replaced, sent events and removed, several at once.
enum LoaderCollection: CompositeTransducer {
    struct State: Equatable, Sendable {
        var loaders = Children<Int, Loader.State>()
        var log: [String] = []
    }
    enum Event: Equatable, Sendable {
        case add(Int), replace(Int, telling: Loader.Event), all(Loader.Event), loader(Int, Loader.Event), removeAll
    }
    typealias Env = Loader.Env

    static let loader = children(
        "loader", Loader.self, event: Event.loader, env: { env, _ in env }, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { loader(state.loaders) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .add(let id):
            state.loaders[id] = .idle
            return nil
        case .replace(let id, telling: let event):
            state.loaders[id] = nil
            state.loaders[id] = .idle
            return loader.step(&state.loaders, id, event).effect
        case .all(let event):
            let (effect, outcomes) = loader.broadcast(&state.loaders, event)
            for case (let id, .ended) in outcomes { state.loaders[id] = nil }
            return effect
        case .loader(let id, let event):
            state.log.append("\(id) \(event)")
            // The first loader removes the second.
            if event == .step(1), id == 1 { state.loaders[2] = nil }
            return loader.step(&state.loaders, id, event).effect
        case .removeAll:
            state.loaders.removeAll()
            return nil
        }
    }
}

@Suite("C19 Collections of children")
struct CollectionTests {
    private let load = Gate<Int>("load")
    private let tidy = Gate<Void>("tidy")

    private func tester(_ ids: [Int]) async -> TransducerTester<LoaderCollection> {
        let tester = TransducerTester<LoaderCollection>(
            initialState: .init(), env: .init(load: load.wait, tidy: tidy.wait), exhaustivity: .off)
        for id in ids { await tester.send(.add(id)) { $0.loaders[id] = .idle } }
        return tester
    }

    @Test("Replacing the child of a key cancels only the effects of the replaced child")
    func replacing() async {
        let tester = await tester([1, 2])
        await tester.send(.loader(1, .load))
        await tester.send(.loader(2, .load))
        await tester.send(.replace(1, telling: .load))
        tester.expectCancelled(.operation(id: LoaderCollection.loader[1].id("load")), because: .childDeparted)
        #expect(load.waiters == 2)
        load.open(returning: 7)
        await tester.receive(.loader(2, .loaded(7)))
        await tester.receive(.loader(1, .loaded(7)))
        #expect(tester.state.loaders[1] == .loaded(7))
        #expect(Array(tester.state.loaders.keys) == [2, 1])
        await tester.finish()
    }

    @Test("A replacement under a key receives its own action events and none of its predecessor's")
    func replacingAnswers() async {
        let tester = await tester([3, 1, 2])
        // The first step of 1 makes 2 go, whose steps are still to be processed then.
        await tester.send(.all(.burst))
        await tester.send(.replace(2, telling: .burst))
        await tester.receive(.loader(2, .step(1)))
        await tester.receive(.loader(2, .step(2)))
        #expect(
            tester.state.log == [
                "3 step(1)", "3 step(2)", "1 step(1)", "1 step(2)", "2 step(1)", "2 step(2)",
            ])
        await tester.send(.replace(2, telling: .burst))
        await tester.receive(.loader(2, .step(1)))
        await tester.finish()
    }

    @Test("A broadcast reaches the children in their order, and their effects begin in that order")
    func broadcast() async {
        let tester = await tester([3, 1, 4])
        await tester.send(.all(.burst))
        await tester.settle()
        for id in [3, 1, 4] {
            for step in [1, 2] { await tester.receive(.loader(id, .step(step))) }
        }
        await tester.send(.all(.load))
        #expect(tester.state.log == ["3 step(1)", "3 step(2)", "1 step(1)", "1 step(2)", "4 step(1)", "4 step(2)"])
        for id in [3, 1, 4] { tester.expectStarted(.operation(id: LoaderCollection.loader[id].id("load"))) }
        #expect(load.waiters == 3)
        await tester.finish()
    }

    @Test("A child removed during a broadcast receives no further event")
    func removedDuringABroadcast() async {
        let tester = await tester([1, 2, 3])
        await tester.send(.loader(2, .load))
        await tester.send(.all(.burst))
        await tester.receive(.loader(1, .step(1)))
        tester.expectCancelled(.operation(id: LoaderCollection.loader[2].id("load")), because: .childDeparted)
        await tester.receive(.loader(1, .step(2)))
        await tester.receive(.loader(3, .step(1)))
        await tester.receive(.loader(3, .step(2)))
        #expect(!tester.state.log.contains("2 step(1)"))
        #expect(load.waiters == 0)
        await tester.finish()
    }

    @Test("Children that end in a broadcast and are removed at once still run their exit effects")
    func endOfAll() async {
        let tester = await tester([1, 2, 3])
        await tester.send(.loader(2, .load))
        #expect(load.waiters == 1)
        await tester.send(.all(.close)) { $0.loaders.removeAll() }
        #expect(load.waiters == 0)
        #expect(tidy.waiters == 3)
        tidy.open()
        await tester.finish()
    }

    @Test("An event reaches only the child of its key and is rejected if the key has no child")
    func addressing() async {
        let tester = await tester([1, 2])
        await tester.send(.loader(2, .load))
        #expect(tester.state.loaders[1] == .idle)
        #expect(tester.state.loaders[2] == .loading)
        await tester.send(.loader(9, .load)) { _ in }
        tester.expectRejected(.loader(9, .load))
        #expect(load.waiters == 1)
        await tester.send(.removeAll)
        #expect(load.waiters == 0)
        await tester.send(.all(.load))
        #expect(load.waiters == 0)
        await tester.finish()
    }
}
