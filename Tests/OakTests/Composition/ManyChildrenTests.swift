import Oak
import OakTesting
import Testing

/// More loaders than a machine word has bits, each of which can be there or not.
enum Warehouse: CompositeTransducer {
    struct State: Equatable {
        var shelves = [Loader.State?](repeating: nil, count: Warehouse.shelves.count)
    }
    enum Event: Equatable, Sendable {
        case put([Int]), take([Int])
        case shelf(Int, Loader.Event)
    }
    typealias Env = Loader.Env

    static let shelves = (0..<130).map { number in
        child(number, Loader.self, event: { Event.shelf(number, $0) }, env: { $0 })
    }

    static func activeChildren(in state: State) -> Active<Self> {
        for (number, shelf) in shelves.enumerated() { shelf(state.shelves[number]) }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .put(let numbers):
            for number in numbers { state.shelves[number] = .idle }
            return nil
        case .take(let numbers):
            for number in numbers { state.shelves[number] = nil }
            return nil
        case .shelf(let number, let event):
            return shelves[number].step(&state.shelves[number], event).effect
        }
    }
}

@Suite("C19 Which children have gone", .timeLimit(.minutes(20)))
struct ManyChildrenTests {
    @Test(
        "C19 Whichever of many children go with a transition, their effects are cancelled and no others",
        arguments: [[0], [63], [64], [65, 129], [0, 63, 64, 127, 128, 129], Array(0..<130)])
    func many(leaving: [Int]) async {
        let gate = Gate<Int>("load")
        let tester = TransducerTester<Warehouse>(
            initialState: .init(), env: .init(load: gate.wait), exhaustivity: .off)
        let all = Array(Warehouse.shelves.indices)
        await tester.send(.put(all))
        for number in all { await tester.send(.shelf(number, .load)) }
        #expect(gate.waiters == all.count)
        await tester.send(.take(leaving))
        // In the order of their names.
        for number in leaving.sorted(by: { "\($0)" < "\($1)" }) {
            tester.expectCancelled(.operation(id: Warehouse.shelves[number].id("load")), because: .childDeparted)
        }
        #expect(gate.waiters == all.count - leaving.count)
        await tester.send(.put(leaving))
        #expect(gate.waiters == all.count - leaving.count)
        await tester.finish()
    }
}
