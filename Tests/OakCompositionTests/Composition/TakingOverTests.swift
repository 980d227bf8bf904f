import Oak
import OakTesting
import TestSupport
import Testing

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
