import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C21 Release of the values of a host")
struct HostIsolationTests {
    /// The parts of an observable host; none of them may leave the main actor.
    @MainActor private struct Parts {
        let released = (
            env: Gate<Bool>("the environment is gone"), output: Gate<Bool>("the subject is gone"),
            completion: Gate<Bool>("the completion is gone")
        )

        func host(proxy: Door.Proxy = Door.Proxy()) -> ObservableTransducer<Door> {
            let (output, completion) = (Part(released.output), Part(released.completion))
            return ObservableTransducer(
                of: Door.self, initialState: .open, proxy: proxy, env: Part(released.env),
                output: Callback { _ in withExtendedLifetime(output) {} },
                completion: { _ in withExtendedLifetime(completion) {} })
        }

        func expectReleaseOnMainActor() async throws {
            #expect(try await released.env.wait())
            #expect(try await released.output.wait())
            #expect(try await released.completion.wait())
        }
    }

    @Test("C21 A machine that ends releases its environment on the main actor, and its host the subject and completion")
    @MainActor func ended() async throws {
        let parts = Parts()
        do {
            let host = parts.host()
            try host.send(.close)
            #expect(try await parts.released.env.wait())
            withExtendedLifetime(host) {}
        }
        try await parts.expectReleaseOnMainActor()
    }

    @Test("C21 A host that is released at once releases its values on the main actor")
    @MainActor func releasedAtOnce() async throws {
        let parts = Parts()
        do { _ = parts.host() }
        try await parts.expectReleaseOnMainActor()
    }

    @Test("C21 A host whose proxy is in use releases its values on the main actor")
    @MainActor func refused() async throws {
        let (parts, others) = (Parts(), Parts())
        do {
            let first = parts.host()
            do {
                let second = others.host(proxy: first.proxy)
                #expect(try await others.released.env.wait())
                withExtendedLifetime(second) {}
            }
            try await others.expectReleaseOnMainActor()
            first.cancel()
        }
        try await parts.expectReleaseOnMainActor()
    }

    @Test("C21 An isolated operation of a child that is cancelled before it begins releases its environment there")
    @MainActor func operationOfChild() async throws {
        for isAsleep in [true, false] {
            let (clock, released) = (TestClock(), Gate<Bool>("the environment is gone"))
            let house = ObservableTransducer(of: House.self, initialState: House.State(), env: House.Env(released))
            // Both wait for the task of the host, which begins the task of the operation between the two.
            try house.input.enqueue(.guest(.knock(clock)))
            if isAsleep { try await clock.untilAsleep() }
            try house.input.enqueue(.guest(.leave))
            #expect(try await released.wait())
        }
    }
}

/// A machine with a child whose environment is made for each of its operations.
private enum House: CompositeTransducer {
    enum Guest: EffectTransducer {
        struct State {}
        enum Event: Sendable { case knock(TestClock), leave }
        typealias Env = Part

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .knock(let clock):
                Effect(id: "wait", isolatedOperation: { _, _, _ in try await clock.sleep(for: .seconds(1)) })
            case .leave: .cancelTask("wait")
            }
        }
    }
    struct State { var guest = Guest.State() }
    enum Event: Sendable { case guest(Guest.Event) }
    struct Env: Sendable {
        let released: Gate<Bool>
        init(_ released: Gate<Bool>) { self.released = released }
    }

    static let guest = child("guest", Guest.self, event: Event.guest, env: { Part($0.released) }, failure: .endsTheRun)
    static func activeChildren(in state: State) -> some ActiveChildren<Self> { guest }
    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .guest(let event): guest.step(&state.guest, event).effect
        }
    }
}

private enum Door: EffectTransducer {
    enum State { case open, closed }
    enum Event: Sendable { case close }
    typealias Env = Part
    typealias Output = Void

    static func isTerminal(_ state: State) -> Bool { state == .closed }

    static func update(_ state: inout State, event: Event) -> Effect? {
        state = .closed
        return nil
    }
}

/// An object of the main actor that records where it is released.
private final class Part {
    private let released: Gate<Bool>

    init(_ released: Gate<Bool>) {
        _ = MainQueue.mark
        self.released = released
    }

    deinit { released.open(returning: MainQueue.isCurrent) }
}
