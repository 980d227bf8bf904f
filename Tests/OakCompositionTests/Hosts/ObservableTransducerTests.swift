import Oak
import OakTesting
import Observation
import TestSupport
import Testing

@Suite("Observable hosts")
@MainActor
struct ObservableTransducerTests {
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
        #expect(state.isOpen && !end.isOpen)
        try host.send(.end)
        try await end.wait()
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
        let end = Gate<Result<Int, any Error>>()
        do {
            let second = ObservableTransducer(
                of: HostedMachine.self, initialState: .init(), proxy: first.proxy, env: .init(),
                completion: { end.open(returning: $0) })
            #expect(text(try await end.wait()) == "\(TransducerError.proxyAlreadyInUse)")
            #expect(!second.isRunning)
        }
        try first.send(.note(2))
        #expect(first.state.numbers == [1, 2])
        #expect(first.isRunning)
    }
}
