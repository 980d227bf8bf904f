import Oak
import OakTesting
import Testing

/// A loader for the user who is signed in, and a page with any number of loaders.
enum Accounts: CompositeTransducer {
    struct Profile: Equatable {
        var user: String
        var loader = Loader.State.idle
    }
    struct Page: Equatable {
        var items = Children<Int, Loader.State>()
    }
    enum State: Equatable {
        case signedOut
        case signedIn(Profile)
        case browsing(Page)
    }
    enum Event: Equatable, Sendable {
        case signIn(String), signOut
        case profile(Loader.Event)
        case browse([Int]), close(Int), item(Int, Loader.Event)
    }
    typealias Env = Loader.Env

    static let profile = child("profile", Loader.self, event: Event.profile, env: { $0 })
    static let items = children("items", Loader.self, event: Event.item, env: { env, _ in env })

    static func activeChildren(in state: State) -> Active<Self> {
        switch state {
        case .signedOut: nothing
        case .signedIn(let inner): profile.active(as: inner.user)
        case .browsing(let page): items(page.items)
        }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (_, .signIn(let user)):
            state = .signedIn(Profile(user: user))
            return .event(.profile(.load))
        case (_, .signOut):
            state = .signedOut
            return nil
        case (.signedIn(var inner), .profile(let event)):
            let step = profile.step(&inner.loader, event)
            state = .signedIn(inner)
            return step.effect
        case (_, .browse(let numbers)):
            var page = Page()
            for number in numbers { page.items[number] = .idle }
            state = .browsing(page)
            return .events(numbers.map { .item($0, .load) })
        case (.browsing(var page), .close(let number)):
            page.items[number] = nil
            state = .browsing(page)
            return nil
        case (.browsing(var page), .item(let number, let event)):
            let step = items.step(&page.items, number, event)
            state = .browsing(page)
            return step.effect
        case (_, .profile), (_, .item), (_, .close):
            return nil
        }
    }
}

@Suite("C18 Replaced children")
struct TakingOverTests {
    @Test("C18 A child with another identity receives nothing of the former")
    func anotherIdentity() async {
        let gate = Gate<Int>("load")
        let tester = TransducerTester<Accounts>(
            initialState: .signedOut, env: .init(load: gate.wait), exhaustivity: .off)
        await tester.send(.signIn("first"))
        await tester.send(.signIn("second"))
        tester.expectCancelled(.operation(id: Accounts.profile.id("load")), because: .childDeparted)
        #expect(gate.waiters == 1)
        gate.open(returning: 2)
        await tester.receive(.profile(.loaded(2)))
        #expect(tester.state == .signedIn(.init(user: "second", loader: .loaded(2))))
        await tester.finish()
    }

    @Test("C18 Leaving the case of a collection cancels the effects of all its children")
    func collectionInCase() async {
        let gate = Gate<Int>("load")
        let tester = TransducerTester<Accounts>(
            initialState: .signedOut, env: .init(load: gate.wait), exhaustivity: .off)
        await tester.send(.browse([1, 2, 3]))
        #expect(gate.waiters == 3)
        await tester.send(.close(2))
        tester.expectCancelled(.operation(id: Accounts.items[2].id("load")), because: .childDeparted)
        #expect(gate.waiters == 2)
        await tester.send(.signOut)
        for number in [1, 3] {
            tester.expectCancelled(.operation(id: Accounts.items[number].id("load")), because: .childDeparted)
        }
        #expect(gate.waiters == 0)
        await tester.finish()
    }
}
