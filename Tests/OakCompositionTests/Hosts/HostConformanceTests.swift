import Oak
import OakTesting
import Testing

@Suite("Hosts keep the laws")
struct HostConformanceTests {
    @Test("`TransducerHost` keeps the laws")
    func server() async {
        await checkLaws(ofHost: "TransducerHost", patience: 0, whenReleased: .ends) { state, env, completion in
            let host = TransducerHost(of: HostProbe.self, initialState: state, env: env, completion: completion)
            return HostHandle(
                stateAfter: { try await host.state(after: $0) }, state: { await host.state },
                send: { try host.send($0) }, cancel: { host.cancel() })
        }
    }

    @Test("`ObservableTransducer` keeps the laws")
    func observable() async {
        await checkLaws(ofHost: "ObservableTransducer", whenReleased: .ends) { state, env, completion in
            let host = await ObservableTransducer(
                of: HostProbe.self, initialState: state, env: env, completion: completion)
            return HostHandle(
                stateAfter: { @MainActor in
                    try host.send($0)
                    return host.state
                }, state: { await host.state }, send: { try host.send($0) }, cancel: { host.cancel() })
        }
    }
}

extension TransducerHost where Machine == HostProbe {
    fileprivate func state(after event: HostProbe.Event) throws -> HostProbe.State {
        try send(event)
        return state
    }
}
