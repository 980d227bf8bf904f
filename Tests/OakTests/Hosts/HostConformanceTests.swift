import Oak
import OakTesting
import Testing

@Suite("Hosts keep the laws", .timeLimit(.minutes(20)))
struct HostConformanceTests {
    @Test("A machine in an actor keeps them")
    func server() async {
        await checkLaws(ofHost: "TransducerHost", patience: 0, whenReleased: .ends) { state, env, completion in
            let host = TransducerHost(of: HostProbe.self, initialState: state, env: env, completion: completion)
            return HostHandle {
                await host.state
            } send: { event in
                try host.send(event)
            } cancel: {
                host.cancel()
            }
        }
    }

    @Test("A machine that can be observed keeps them")
    func observable() async {
        await checkLaws(ofHost: "ObservableTransducer", whenReleased: .ends) { state, env, completion in
            let host = await ObservableTransducer(
                of: HostProbe.self, initialState: state, env: env, completion: completion)
            return HostHandle {
                await host.state
            } send: { event in
                try host.send(event)
            } cancel: {
                host.cancel()
            }
        }
    }
}
