import Oak
import OakTesting
import Testing

/// A collection that is there sometimes, named before one that is there always and can be put back to what it was.
enum Mall: CompositeTransducer {
    typealias Loaders = Children<Int, Loader.State>

    struct State: Equatable {
        var page: Loaders?
        var cart = Loaders()
        var saved: Loaders?
    }
    enum Event: Equatable, Sendable {
        case open, close, swap
        case put(Int), save, restore
        case item(Int, Loader.Event), cart(Int, Loader.Event)
    }
    typealias Env = Loader.Env

    static let items = children("items", Loader.self, event: Event.item, env: { env, _ in env })
    static let cart = children("cart", Loader.self, event: Event.cart, env: { env, _ in env })

    static func activeChildren(in state: State) -> Active<Self> {
        if let page = state.page { items(page) }
        cart(state.cart)
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .open:
            state.page = Loaders()
            return nil
        case .close:
            state.page = nil
            return nil
        case .swap:
            guard let page = state.page else { return nil }
            (state.page, state.cart) = (state.cart, page)
            return nil
        case .put(let id):
            state.cart[id] = .idle
            return .event(.cart(id, .load))
        case .save:
            state.saved = state.cart
            return nil
        case .restore:
            state.cart = state.saved ?? Loaders()
            return nil
        case .item(let id, let event):
            guard var page = state.page else { return nil }
            defer { state.page = page }
            return items.step(&page, id, event).effect
        case .cart(let id, let event):
            return cart.step(&state.cart, id, event).effect
        }
    }
}

@Suite("C18 C19 Where a collection is, and what it was before", .timeLimit(.minutes(20)))
struct CollectionPlaceTests {
    private let gate = Gate<Int>("load")

    private func tester(_ events: Mall.Event...) async -> TransducerTester<Mall> {
        let tester = TransducerTester<Mall>(initialState: .init(), env: .init(load: gate.wait), exhaustivity: .off)
        for event in events { await tester.send(event) }
        return tester
    }

    @Test("C19 A collection that comes or goes does not touch one that is named behind it")
    func comingAndGoing() async {
        let tester = await tester(.put(1), .open)
        #expect(gate.waiters == 1)
        await tester.send(.close)
        #expect(gate.waiters == 1)
        gate.open(returning: 7)
        await tester.receive(.cart(1, .loaded(7)))
        await tester.finish()
    }

    @Test("C18 Two collections that change places have both gone")
    func changingPlaces() async {
        let tester = await tester(.put(1), .open)
        #expect(gate.waiters == 1)
        await tester.send(.swap)
        #expect(gate.waiters == 0)
        await tester.finish()
    }

    @Test("C18 A child added after a copy was made goes when the copy is put back")
    func copyPutBack() async {
        let tester = await tester(.save, .put(1))
        #expect(gate.waiters == 1)
        await tester.send(.restore)
        tester.expectCancelled(.operation(id: Mall.cart[1].id("load")), because: .childDeparted)
        #expect(gate.waiters == 0)
        await tester.finish()
    }

    @Test("C19 A copy of what is there anyway changes nothing")
    func sameCopy() async {
        let tester = await tester(.put(1), .save)
        await tester.send(.restore)
        #expect(gate.waiters == 1)
        await tester.finish()
    }
}
