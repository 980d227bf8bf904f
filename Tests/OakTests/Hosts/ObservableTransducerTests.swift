import Oak
import OakTesting
import Observation
import TestSupport
import Testing

@Suite("A machine that can be observed", .timeLimit(.minutes(20)))
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

    @Test("The state follows the events, sent with the proxy, the input or the host")
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

    @Test("Every kind of machine runs in one, and completes with its output")
    func kinds() async throws {
        let sum = Gate<Result<Int, any Error>>("the end of the sum")
        let adding = ObservableTransducer(of: Sum.self, initialState: .init()) { sum.open(returning: $0) }
        try adding.proxy.send(contentsOf: [.add(2), .add(3), .end])
        #expect(try await sum.wait().get() == 5)

        let puppet = Gate<Result<[String], any Error>>("the end of the puppet")
        let acting = ObservableTransducer(
            of: Puppet.self, initialState: .init(), proxy: .init(initialEvent: .init("go", .event(.end))),
            completion: { puppet.open(returning: $0) })
        #expect(try await puppet.wait().get() == ["go", "end"])

        let both = Gate<Result<ProductOutput<Int, Int>, any Error>>("the end of both")
        let pair = ObservableTransducer(
            of: Parallel<Sum, Sum>.self, initialState: .init(.init(), .init()), env: .init((), ()),
            completion: { both.open(returning: $0) })
        try pair.proxy.send(contentsOf: [.first(.add(1)), .second(.add(2)), .first(.end), .second(.end)])
        #expect(try await both.wait().get() == ProductOutput(first: 1, second: 2))

        let marionette = Gate<Result<[String], any Error>>("the end of the marionette")
        let suspending = ObservableTransducer(
            of: Marionette.self, initialState: .init(), completion: { marionette.open(returning: $0) })
        try await suspending.send(.init("one"))
        #expect(suspending.state.names == ["one"])
        try await suspending.proxy.send(.init("end", ends: true))
        #expect(try await marionette.wait().get() == ["one", "end"])
        withExtendedLifetime((adding, acting, pair, suspending)) {}
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test("An observer sees each state, and behind a macrostep with two states the later one at the latest")
    func observations() async throws {
        let host = ObservableTransducer(of: Desk.self, initialState: .init(), env: .init())
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

    @Test("Tracking code is told of a change of the state, and of the end")
    func tracking() async throws {
        let host = ObservableTransducer(of: Desk.self, initialState: .init(), env: .init())
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

    @Test("C8 The completion comes once, when the host does not run any more, and may release it")
    func completionReleases() async throws {
        final class Owner { var host: ObservableTransducer<Desk>? }
        let owner = Owner()
        weak let released: ObservableTransducer<Desk>?
        let end = Gate<Result<Int, any Error>>()
        do {
            let host = ObservableTransducer(of: Desk.self, initialState: .init(), env: .init()) { result in
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

    @Test("C10 A terminal initial state completes with the initial output")
    func terminalAtBirth() async throws {
        let end = Gate<Result<Int, any Error>>()
        let host = ObservableTransducer(
            of: Desk.self, initialState: .init(numbers: [7], isTerminal: true), env: .init(),
            completion: Ending(result: end).complete)
        #expect(text(try await end.wait()) == "1")
        #expect(!host.isRunning)
        #expect(host.state.numbers == [7])
    }

    @Test(
        "C14 With a proxy in use it completes with that error, and leaves the run of the proxy alone, also when released"
    )
    func proxyInUse() async throws {
        let first = ObservableTransducer(of: Desk.self, initialState: .init(), env: .init())
        try first.send(.note(1))
        try await wait(for: first) { $0.numbers == [1] }
        let end = Gate<Result<Int, any Error>>()
        do {
            let second = ObservableTransducer(
                of: Desk.self, initialState: .init(), proxy: first.proxy, env: .init(),
                completion: Ending(result: end).complete)
            #expect(text(try await end.wait()) == "\(TransducerError.proxyAlreadyInUse)")
            #expect(!second.isRunning)
        }
        try first.send(.note(2))
        try await wait(for: first) { $0.numbers == [1, 2] }
        #expect(first.isRunning)
    }

    @Test("C5 Outputs reach the subject, on the main actor")
    func outputs() async throws {
        var outputs: [Int] = []
        let end = Gate<Result<Int, any Error>>()
        let host = ObservableTransducer(
            of: Sum.self, initialState: .init(), output: Callback { outputs.append($0) },
            completion: Ending(result: end).complete)
        try host.proxy.send(contentsOf: [.add(1), .add(2), .end])
        #expect(text(try await end.wait()) == "3")
        #expect(outputs == [1, 3, 3])
    }

    @Test("C12 Cancelled, it completes with `cancelled`; sends throw `terminated` then")
    func cancellation() async throws {
        let end = Gate<Result<Int, any Error>>()
        let host = ObservableTransducer(
            of: Desk.self, initialState: .init(), env: .init(), completion: Ending(result: end).complete)
        host.cancel()
        host.cancel()
        #expect(text(try await end.wait()) == "cancelled")
        #expect(!host.isRunning)
        #expect(throws: TransducerError.terminated) { try host.send(.note(1)) }
    }

    @Test("C23 An observer is told of the run")
    func observer() async throws {
        let names = Recorder<String>()
        let end = Gate<Void>()
        let watch = Watch { occurrence in
            if case .runEnded = occurrence { names.record("end") }
        }
        let host = ObservableTransducer(
            of: Puppet.self, initialState: .init(), proxy: .init(initialEvent: .end), observer: watch,
            completion: { _ in end.open() })
        try await end.wait()
        #expect(names.values == ["end"])
        #expect(host.state.isTerminal)
    }
}
