import Oak
import OakTesting
import SwiftUI
import Testing

@MainActor
struct ViewLawsTests {
    @Test("A view keeps the laws of hosts")
    func view() async {
        await checkLaws(ofHost: "a view") { state, env, completion in
            await MainActor.run { ShownHost(ProbeView(state: state, env: env, completion: completion)).handle }
        }
    }

    @Test("A view with a state of its own keeps the laws of hosts")
    func viewWithOwnState() async {
        await checkLaws(ofHost: "a view with a state of its own") { state, env, completion in
            await MainActor.run { ShownHost(ProbeOwnState(state: state, env: env, completion: completion)).handle }
        }
    }

    @Test("A property of a view keeps the laws of hosts")
    func property() async {
        await checkLaws(ofHost: "a property of a view") { state, env, completion in
            await MainActor.run { ShownHost(ProbeProperty(state: state, env: env, completion: completion)).handle }
        }
    }

    @Test("The dependencies of a view's machine are released when the view is removed")
    func nothingIsKept() async throws {
        weak var service: Service?
        let (released, release) = AsyncStream<Void>.makeStream()
        do {
            let owned = Service { release.finish() }
            service = owned
            let screen = Screen(ServiceView(service: owned))
            try screen.tap("Start")
            try await owned.begun.wait()
            screen.close()
        }
        for await _ in released {}
        #expect(service == nil)
    }
}

/// A view on a screen, as a host.
@MainActor
private final class ShownHost {
    private let screen: Screen
    private let last: LastShown

    init<Content: View>(_ view: Content) where Content: Probe {
        last = view.last
        screen = Screen(view)
    }

    var handle: HostHandle {
        HostHandle { @MainActor event in
            try self.last.proxy.send(event)
            self.screen.update()
            return self.last.state
        } state: {
            await MainActor.run { self.screen.update() }
            return await self.last.state
        } send: { event in
            try await self.last.proxy.send(event)
        } cancel: {
            await self.last.proxy.cancel()
        }
    }
}

/// The state that a view showed at its last evaluation.
@MainActor
private final class LastShown {
    var state: HostProbe.State
    var proxy = HostProbe.Proxy()
    init(state: HostProbe.State) { self.state = state }

    func show(_ state: HostProbe.State, _ proxy: HostProbe.Proxy) -> Text {
        (self.state, self.proxy) = (state, proxy)
        return Text("\(state.numbers)")
    }
}

@MainActor
private protocol Probe {
    var last: LastShown { get }
}

private struct ProbeView: View, Probe {
    let last: LastShown
    private let env: HostProbe.Env
    private let completion: (Result<Int, any Error>) -> Void
    @SwiftUI.State private var state: HostProbe.State

    init(state: HostProbe.State, env: HostProbe.Env, completion: @escaping (Result<Int, any Error>) -> Void) {
        last = LastShown(state: state)
        self.env = env
        self.completion = completion
        _state = SwiftUI.State(initialValue: state)
    }

    var body: some View {
        TransducerView(
            of: HostProbe.self, initialState: $state, proxy: last.proxy, env: env, completion: completion
        ) { state, _ in
            last.show(state, last.proxy)
        }
    }
}

private struct ProbeOwnState: View, Probe {
    let last: LastShown
    private let state: HostProbe.State
    private let env: HostProbe.Env
    private let completion: (Result<Int, any Error>) -> Void

    init(state: HostProbe.State, env: HostProbe.Env, completion: @escaping (Result<Int, any Error>) -> Void) {
        last = LastShown(state: state)
        self.state = state
        self.env = env
        self.completion = completion
    }

    var body: some View {
        TransducerView(
            of: HostProbe.self, initialState: state, proxy: last.proxy, env: env, completion: completion
        ) { state, _ in
            last.show(state, last.proxy)
        }
    }
}

private struct ProbeProperty: View, Probe {
    let last: LastShown
    @StateTransducer<HostProbe> private var state: HostProbe.State

    init(state: HostProbe.State, env: HostProbe.Env, completion: @escaping (Result<Int, any Error>) -> Void) {
        last = LastShown(state: state)
        _state = StateTransducer(wrappedValue: state, of: HostProbe.self, env: env, completion: completion)
    }

    var body: some View { last.show(state, $state) }
}

private final class Service: Sendable {
    let begun = Gate<Void>("the work")
    private let released: @Sendable () -> Void

    init(released: @escaping @Sendable () -> Void) { self.released = released }
    deinit { released() }
}

private struct ServiceView: View {
    let service: Service

    var body: some View {
        TransducerView(of: ServiceUser.self, initialState: .idle, env: service) { _, input in
            Button("Start") { input(.start) }
        }
    }
}

private enum ServiceUser: EffectTransducer {
    enum State: NonTerminal { case idle, working }
    enum Event { case start }
    typealias Env = Service

    static func update(_ state: inout State, event: Event) -> Effect? {
        state = .working
        return Effect(id: "work") { service, _ in
            service.begun.open(returning: ())
            for await _ in AsyncStream<Never>.makeStream().stream {}
        }
    }
}
