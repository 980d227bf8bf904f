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

/// Collections side by side.
enum Shelves: CompositeTransducer {
    struct State: Equatable {
        var shelves = (0..<6).map { _ in Children<String, Loader.State>() }
    }
    enum Event: Equatable, Sendable {
        case add(Int), empty(Int)
        case item(Int, String, Loader.Event)
    }
    typealias Env = Loader.Env

    static let collections = (0..<6).map { number in
        children(number, Loader.self, event: { Event.item(number, $0, $1) }, env: { env, _ in env })
    }

    static func activeChildren(in state: State) -> Active<Self> {
        for (number, collection) in collections.enumerated() { collection(state.shelves[number]) }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .add(let number):
            state.shelves[number]["only"] = .idle
            return .event(.item(number, "only", .load))
        case .empty(let number):
            state.shelves[number] = Children()
            return nil
        case .item(let number, let id, let event):
            return collections[number].step(&state.shelves[number], id, event).effect
        }
    }
}

@Suite("C18 A child that another one takes the place of", .timeLimit(.minutes(20)))
struct TakingOverTests {
    @Test("C18 When another user signs in within one transition, nothing of the one before reaches the new one")
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

    @Test("C18 A collection in a case goes with all of its children, and one at a time before that")
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

    @Test("C18 When another collection is put in the place of one, all that were in the first go")
    func collectionReplaced() async {
        let gate = Gate<Int>("load")
        let tester = TransducerTester<Accounts>(
            initialState: .signedOut, env: .init(load: gate.wait), exhaustivity: .off)
        await tester.send(.browse([1, 2, 3]))
        await tester.send(.browse([3, 4]))
        for number in 1...3 {
            tester.expectCancelled(.operation(id: Accounts.items[number].id("load")), because: .childDeparted)
        }
        #expect(gate.waiters == 2)
        await tester.finish()
    }

    @Test("C18 Of many collections in one state, the one that is replaced is the one that goes", arguments: 0..<6)
    func oneOfMany(number: Int) async {
        let gate = Gate<Int>("load")
        let tester = TransducerTester<Shelves>(
            initialState: .init(), env: .init(load: gate.wait), exhaustivity: .off)
        for shelf in Shelves.collections.indices { await tester.send(.add(shelf)) }
        #expect(gate.waiters == 6)
        await tester.send(.empty(number))
        tester.expectCancelled(
            .operation(id: Shelves.collections[number]["only"].id("load")), because: .childDeparted)
        #expect(gate.waiters == 5)
        await tester.finish()
    }

    @Test("C19 Collections with the same children are equal, whatever was removed from them, and tell them in order")
    func children() {
        var children = Children<Int, String>()
        for number in [3, 1, 2] { children[number] = "\(number)" }
        var others = Children<Int, String>()
        others[3] = "3"
        others[2] = "2"
        #expect(children != others)
        children[1] = nil
        #expect(children == others)
        #expect(Set([children, others]).count == 1)
        #expect(Array(children.keys) == [3, 2])
        #expect(children.keys.map { children[$0] } == ["3", "2"])
        children[3] = "three"
        children[4] = "four"
        children[2] = nil
        #expect(Array(children.keys) == [3, 4])
        #expect(children.keys.map { children[$0] } == ["three", "four"])
        children[4] = nil
        children[2] = "2"
        #expect(children.count == 2 && !children.isEmpty && children[2] == "2" && children[1] == nil)
    }
}
