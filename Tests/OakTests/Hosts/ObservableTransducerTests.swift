import Oak
import OakTesting
import Observation
import TestSupport
import Testing

@Suite("Observable hosts")
@MainActor
struct ObservableTransducerTests {
    enum CounterTransducer: EffectTransducer {
        struct State: DefaultInitializable { var count = 0 }
        enum Event: Sendable { case increment, decrement }
        struct Env: Sendable {}

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .increment: state.count += 1
            case .decrement: state.count -= 1
            }
            return nil
        }
    }

    /// Waits for a state.
    private func wait<Machine>(
        for host: ObservableTransducer<Machine>, until condition: @escaping @MainActor @Sendable (Machine.State) -> Bool
    ) async throws {
        while !condition(host.state) {
            let change = Gate<Void>("a change of the state")
            withObservationTracking {
                _ = host.state
            } onChange: {
                change.open()
            }
            try await change.wait()
        }
    }

    @Test("The state follows events sent through the proxy, the input or the host")
    func follows() async throws {
        let counter = ObservableTransducer(
            of: CounterTransducer.self, initialState: CounterTransducer.State(), env: CounterTransducer.Env())
        #expect(counter.state.count == 0)
        #expect(counter.isRunning)
        try counter.proxy.send(.increment)
        try counter.input.send(.increment)
        try counter.send(.increment)
        try await wait(for: counter) { $0.count == 3 }
        try counter.proxy.send(.decrement)
        try await wait(for: counter) { $0.count == 2 }
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test("An observer sees each state, or the last one of a macrostep")
    func observations() async throws {
        let host = ObservableTransducer(of: HostedMachine.self, initialState: .init(), env: .init())
        var seen: [[Int]] = []
        try host.send(.note(0))
        for await numbers in Observations({ host.state.numbers }) {
            seen.append(numbers)
            switch numbers.count {
            case 1, 2: try host.send(.note(numbers.count))
            case 3: try host.send(.noteTwo(3, 4))
            default: break
            }
            if numbers.count == 5 { break }
        }
        #expect(seen.last == [0, 1, 2, 3, 4])
        #expect(seen.contains([0]) && seen.contains([0, 1]) && seen.contains([0, 1, 2]), "\(seen)")
    }

    @Test("Observation tracking reports a change of the state and the end")
    func tracking() async throws {
        let host = ObservableTransducer(of: HostedMachine.self, initialState: .init(), env: .init())
        let (state, end) = (Gate<Void>("a change of the state"), Gate<Void>("a change of isRunning"))
        withObservationTracking {
            _ = host.state
        } onChange: {
            state.open()
        }
        withObservationTracking {
            _ = host.isRunning
        } onChange: {
            end.open()
        }
        try host.send(.note(1))
        try await state.wait()
        #expect(!end.isOpen)
        try host.send(.end)
        try await end.wait()
        try await wait(for: host) { $0.isTerminal }
    }

    @Test("C8 The completion is called once, after the run, and can release the host")
    func completionReleases() async throws {
        final class Owner { var host: ObservableTransducer<HostedMachine>? }
        let owner = Owner()
        weak let released: ObservableTransducer<HostedMachine>?
        let end = Gate<Result<Int, any Error>>()
        do {
            let host = ObservableTransducer(of: HostedMachine.self, initialState: .init(), env: .init()) { result in
                #expect(owner.host?.isRunning == false)
                #expect(owner.host?.state.isTerminal == true)
                owner.host = nil
                #expect(!end.isOpen)
                end.open(returning: result)
            }
            owner.host = host
            released = host
            try host.proxy.send(contentsOf: [.note(1), .end])
        }
        #expect(text(try await end.wait()) == "1")
        #expect(released == nil)
    }

    @Test("C14 A host whose proxy is in use completes with that error and does not affect the other run")
    func proxyInUse() async throws {
        let first = ObservableTransducer(of: HostedMachine.self, initialState: .init(), env: .init())
        try first.send(.note(1))
        try await wait(for: first) { $0.numbers == [1] }
        let end = Gate<Result<Int, any Error>>()
        do {
            let second = ObservableTransducer(
                of: HostedMachine.self, initialState: .init(), proxy: first.proxy, env: .init(),
                completion: Ending(result: end).complete)
            #expect(text(try await end.wait()) == "\(TransducerError.proxyAlreadyInUse)")
            #expect(!second.isRunning)
        }
        try first.send(.note(2))
        try await wait(for: first) { $0.numbers == [1, 2] }
        #expect(first.isRunning)
    }
}
