import Oak
import OakTesting
import Testing

/// A composite whose child is identified by the user who is signed in.
enum Accounts: CompositeTransducer {
    struct Profile: Equatable {
        var user: String
        var loader = Loader.State.idle
    }
    enum State: Equatable {
        case signedOut
        case signedIn(Profile)
    }
    enum Event: Equatable, Sendable {
        case signIn(String), signOut
        case profile(Loader.Event)
    }
    typealias Env = Loader.Env

    static let profile = child("profile", Loader.self, event: Event.profile, env: { $0 })

    static func activeChildren(in state: State) -> Active<Self> {
        switch state {
        case .signedOut: nothing
        case .signedIn(let inner): profile.active(as: inner.user)
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
        case (_, .profile):
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
}
