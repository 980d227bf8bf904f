import Oak
import OakTesting
import TestSupport
import Testing

/// Loaders in a case, in an optional and in a collection.
enum Shop: CompositeTransducer {
    struct State: Equatable {
        enum Page: Equatable { case start, detail(Loader.State) }
        var page = Page.start
        var cart: Loader.State?
        var items = Children<Int, Loader.State>()
    }
    enum Event: Equatable, Sendable {
        case open, leave, reopen, addCart, removeCart
        case add(Int), remove(Int)
        case detail(Loader.Event), cart(Loader.Event), item(Int, Loader.Event)
    }
    struct Env: Sendable {
        var detail = Loader.Env()
        var cart = Loader.Env()
        var item = Loader.Env()
    }

    static let detail = child("detail", Loader.self, event: Event.detail, env: \.detail, failure: .endsTheRun)
    static let cart = child("cart", Loader.self, event: Event.cart, env: \.cart, failure: .endsTheRun)
    static let item = children(
        "item", Loader.self, event: Event.item, env: { env, _ in env.item }, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        switch state.page {
        case .start: nothing
        case .detail: detail
        }
        cart(state.cart)
        item(state.items)
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state.page, event) {
        case (.start, .open):
            state.page = .detail(.idle)
            return nil
        case (.detail, .leave):
            state.page = .start
            return nil
        case (.detail, .reopen):
            state.page = .start
            return .event(.open)
        case (.detail(var inner), .detail(let event)):
            let step = detail.step(&inner, event)
            state.page = .detail(inner)
            if case .ended = step.outcome { state.page = .start }
            return step.effect
        case (_, .addCart):
            state.cart = .idle
            return nil
        case (_, .removeCart):
            state.cart = nil
            return nil
        case (_, .cart(let event)):
            return cart.step(&state.cart, event).effect
        case (_, .add(let id)):
            state.items[id] = nil
            state.items[id] = .idle
            return nil
        case (_, .remove(let id)):
            state.items[id] = nil
            return nil
        case (_, .item(let id, let event)):
            return item.step(&state.items, id, event).effect
        case (.start, .detail(let event)):
            return detail.refuse(event)
        case (.start, .leave), (.start, .reopen), (.detail, .open):
            return nil
        }
    }
}

@Suite("C19 Children that enter and leave")
struct CompositeTests {
    private let detail = Gate<Int>("detail")
    private let cart = Gate<Int>("cart")
    private let item = Gate<Int>("item")
    private let tidy = Gate<Void>("tidy")

    private func tester() -> TransducerTester<Shop> {
        TransducerTester(
            initialState: .init(),
            env: .init(
                detail: .init(load: detail.wait, tidy: tidy.wait), cart: .init(load: cart.wait),
                item: .init(load: item.wait)), exhaustivity: .off)
    }

    @Test("Leaving the case of a child cancels only the effects of that child")
    func leavingACase() async {
        let tester = tester()
        await tester.send(.open)
        await tester.send(.detail(.load))
        await tester.send(.addCart)
        await tester.send(.cart(.load))
        await tester.send(.leave) { $0.page = .start }
        tester.expectCancelled(.operation(id: Shop.detail.id("load")), because: .childDeparted)
        #expect(detail.waiters == 0)
        #expect(cart.waiters == 1)
        await tester.send(.removeCart) { $0.cart = nil }
        tester.expectCancelled(.operation(id: Shop.cart.id("load")), because: .childDeparted)
        await tester.finish()
    }

    @Test("An event for an inactive child is rejected, and the observer is told")
    func absent() async {
        let tester = tester()
        await tester.send(.detail(.load))
        tester.expectRejected(.detail(.load))
        await tester.send(.cart(.load))
        tester.expectRejected(.cart(.load))
        await tester.send(.item(7, .load))
        tester.expectRejected(.item(7, .load))
        await tester.finish()
    }
}
