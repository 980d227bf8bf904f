import Oak
import OakTesting
import Testing

@Suite("Proxies, names and room of a host", .timeLimit(.minutes(20)))
@MainActor
struct HostConvenienceTests {
    @Test("A host takes the proxy that it is given, and makes one when it is given none")
    func optionalProxies() async throws {
        let given: Desk.Proxy? = Desk.Proxy()
        let host = TransducerHost(of: Desk.self, initialState: .init(), proxy: given, env: .init())
        #expect(host.proxy == given)
        let other = TransducerHost(of: Desk.self, initialState: .init(), proxy: nil, env: .init())
        #expect(other.proxy != given)
        try other.send(.end)
        #expect(try await other.value == 0)

        let model = ObservableTransducer(of: Sum.self, initialState: .init(), proxy: nil)
        let proxy = Sum.Proxy()
        #expect(ObservableTransducer(of: Sum.self, initialState: .init(), proxy: proxy).proxy == proxy)
        #expect(model.proxy != proxy)
    }

    @Test("A host names the output, the environment and the completion of its machine")
    nonisolated func names() async throws {
        let completion = Gate<Result<Int, any Error>>()
        let env: TransducerHost<Desk>.Env = .init()
        let end: TransducerHost<Desk>.Completion = { completion.open(returning: $0) }
        let host = TransducerHost(of: Desk.self, initialState: .init(numbers: [1]), env: env, completion: end)
        try host.send(.end)
        let value: TransducerHost<Desk>.Output = try await completion.wait().get()
        #expect(value == 1)
    }

    @Test("So does one whose state is observed")
    func namesOfAnObservedMachine() async throws {
        let observed = Gate<Result<Int, any Error>>()
        let observedEnd: ObservableTransducer<Desk>.Completion = { observed.open(returning: $0) }
        let observedEnv: ObservableTransducer<Desk>.Env = .init()
        let model = ObservableTransducer(
            of: Desk.self, initialState: .init(numbers: [1, 2]), env: observedEnv, completion: observedEnd)
        try model.send(.end)
        let observedValue: ObservableTransducer<Desk>.Output = try await observed.wait().get()
        #expect(observedValue == 2)
    }

    @Test("A sender that waits for room in the mailbox of a host is served when the mailbox has room")
    func room() async throws {
        let host = TransducerHost(
            of: Desk.self, initialState: .init(), proxy: Desk.Proxy(bufferSize: 1), env: .init())
        for number in 1...20 { try await host.sendWaitingForRoom(.note(number)) }
        try await host.sendWaitingForRoom(.end)
        #expect(try await host.value == 20)
        #expect(await host.state.numbers == Array(1...20))
        await #expect(throws: TransducerError.terminated) { try await host.sendWaitingForRoom(.end) }

        let ended = Gate<Result<Int, any Error>>()
        let model = ObservableTransducer(of: Sum.self, initialState: .init(), proxy: Sum.Proxy(bufferSize: 1)) {
            ended.open(returning: $0)
        }
        for number in 1...20 { try await model.sendWaitingForRoom(.add(number)) }
        try await model.sendWaitingForRoom(.end)
        #expect(try await ended.wait().get() == 210)
    }
}
