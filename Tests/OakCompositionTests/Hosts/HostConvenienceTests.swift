import Oak
import TestSupport
import Testing

@Suite("Proxies of hosts")
struct HostConvenienceTests {
    @Test("A host uses the given proxy or creates one")
    func optionalProxies() async throws {
        let given: HostedMachine.Proxy? = HostedMachine.Proxy()
        let host = TransducerHost(of: HostedMachine.self, initialState: .init(), proxy: given, env: .init())
        #expect(host.proxy == given)
        let other = TransducerHost(of: HostedMachine.self, initialState: .init(), proxy: nil, env: .init())
        #expect(other.proxy != given)
        try other.send(.end)
        #expect(try await other.value == 0)
    }

    @Test("A sender can wait for room in the mailbox of a host")
    func room() async throws {
        let host = TransducerHost(
            of: HostedMachine.self, initialState: .init(), proxy: HostedMachine.Proxy(bufferSize: 1), env: .init())
        for number in 1...20 { try await host.proxy.sendWaitingForRoom(.note(number)) }
        try await host.proxy.sendWaitingForRoom(.end)
        #expect(try await host.value == 20)
        #expect(await host.state.numbers == Array(1...20))
        await #expect(throws: TransducerError.terminated) { try await host.proxy.sendWaitingForRoom(.end) }
    }
}
