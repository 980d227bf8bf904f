import Oak
import OakTesting
import TestSupport
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

    static let profile = child("profile", Loader.self, event: Event.profile, env: { $0 }, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
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

/// Identities with an equality of their own.
enum Identity: Sendable {
    struct CaseInsensitive: Hashable, Sendable {
        let name: String
        static func == (lhs: Self, rhs: Self) -> Bool { lhs.name.lowercased() == rhs.name.lowercased() }
        func hash(into hasher: inout Hasher) { hasher.combine(name.lowercased()) }
    }
    struct Versioned: Hashable, Sendable {
        let number: Int
        let version: Int
        static func == (lhs: Self, rhs: Self) -> Bool { lhs.number == rhs.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }
    struct Unequal: Hashable, Sendable {
        static func == (lhs: Self, rhs: Self) -> Bool { false }
    }
    case name(CaseInsensitive)
    case version(Versioned)
    case unequal(Unequal)
}

/// A composite whose child has such an identity.
enum Registration: CompositeTransducer {
    struct State: NonTerminal {
        var identity: Identity
        var loader = Loader.State.idle
    }
    enum Event: Sendable {
        case identify(Identity)
        case loader(Loader.Event)
    }
    typealias Env = Loader.Env

    static let loader = child("loader", Loader.self, event: Event.loader, env: { $0 }, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        switch state.identity {
        case .name(let name): loader.active(as: name)
        case .version(let version): loader.active(as: version)
        case .unequal(let identity): loader.active(as: identity)
        }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .identify(let identity):
            state.identity = identity
            return nil
        case .loader(let event): return loader.step(&state.loader, event).effect
        }
    }
}

@Suite("C18 Replaced children")
struct TakingOverTests {
    @Test("C18 A child with a new identity receives nothing from its predecessor")
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

    @Test(
        "C18 Identities are compared with ==, even if == ignores letter case or a field or is never true",
        arguments: [
            (Identity.name(.init(name: "ada")), .name(.init(name: "ADA")), true),
            (.name(.init(name: "ada")), .name(.init(name: "bob")), false),
            (.version(.init(number: 1, version: 1)), .version(.init(number: 1, version: 2)), true),
            (.version(.init(number: 1, version: 1)), .version(.init(number: 2, version: 1)), false),
            (.unequal(.init()), .unequal(.init()), false),
            (.name(.init(name: "1")), .version(.init(number: 1, version: 1)), false),
        ] as [(Identity, Identity, Bool)])
    func ownEquality(_ before: Identity, _ after: Identity, isEqual: Bool) async {
        let gate = Gate<Int>("load")
        let tester = TransducerTester<Registration>(
            initialState: .init(identity: before), env: .init(load: gate.wait), exhaustivity: .off)
        await tester.send(.loader(.load))
        await tester.send(.identify(after))
        #expect(gate.waiters == (isEqual ? 1 : 0))
        gate.open(returning: 1)
        if isEqual { await tester.receive(.loader(.loaded(1))) }
        await tester.finish()
    }
}
