import Oak
import Testing

@MainActor
@Suite("Loading list")
struct LoadingListTests {
    typealias Transducer = LoadingList.Transducer

    struct NoSuchList: Error {}

    /// Plays the part of the view: holds the state, shows it, and knows its buttons.
    @MainActor
    final class Screen {
        var state = Transducer.State.start
        let proxy = Transducer.Proxy()
        let service = ControlledService<String, Transducer.Data>()
        let recorder = StateRecorder(of: Transducer.self) { $0.phase }

        func run() async throws {
            let env = Transducer.Env(service: { [service] in try await service($0) }, input: proxy.input)
            try await Transducer.run(state: \.state, host: self, proxy: proxy, env: env, observer: recorder)
        }

        func expect(_ phases: Phase..., sourceLocation: SourceLocation = #_sourceLocation) async throws {
            for phase in phases {
                let next = try await recorder.next()
                #expect(next == phase, sourceLocation: sourceLocation)
            }
        }
    }

    @Test("Loading goes from the empty list over a sheet to the items")
    func happyPath() throws {
        var state = Transducer.State.start
        let configuration = try #require(Transducer.update(&state, event: .viewOnAppear))
        #expect(configuration.kind == .isolatedAction)

        let proxy = Transducer.Proxy()
        #expect(Transducer.update(&state, event: .configureContext(.init(input: proxy.input))) == nil)
        #expect(state.actions.map(\.title) == ["Start"])
        #expect(Transducer.update(&state, event: .intentShowSheet) == nil)
        #expect(state.sheet?.default == "all")

        let load = try #require(Transducer.update(&state, event: .intentSheetCommit("all")))
        #expect(load.kind == .isolatedOperation)
        #expect(load.id == EffectID("load"))
        #expect(Transducer.update(&state, event: .serviceLoaded(.init(items: ["a"]))) == nil)
        #expect(state.phase == .idle(.items))
    }

    @Test("Every event has an answer in every state")
    func everyPair() {
        let context = Transducer.State.Context(input: Transducer.Proxy().input)
        let items = Transducer.Data(items: ["a"])
        let contents: [(Transducer.State.Content, Phase.Shown)] = [(.empty(nil), .empty), (.data(items), .items)]
        let events: [(Transducer.Event, String)] = [
            (.viewOnAppear, "appear"), (.configureContext(context), "configure"), (.intentShowSheet, "show"),
            (.intentSheetCommit("x"), "commit"), (.intentSheetCancel, "dismiss"), (.viewSheetDidDismiss, "dismiss"),
            (.serviceLoaded(items), "loaded"), (.serviceError(NoSuchList()), "error"), (.cancelLoading, "cancel"),
            (.intentAlertConfirm, "confirm"),
        ]
        for (content, shown) in contents {
            let states: [Transducer.State] = [
                .start, .idle(content, context), .modal(content, .sheet(nil), context),
                .modal(content, .loading(nil), context), .modal(content, .error(NoSuchList()), context),
            ]
            for state in states {
                for (event, name) in events {
                    let expected: (Phase, EffectKind?) =
                        switch (state.phase, name) {
                        case (.start, "appear"): (.start, .isolatedAction)
                        case (.start, "configure"): (.idle(.empty), nil)
                        case (.idle, "show"): (.sheet(shown), nil)
                        case (.sheet, "commit"): (.loading(shown), .isolatedOperation)
                        case (.sheet, "dismiss"): (.idle(shown), nil)
                        case (.loading, "loaded"): (.idle(.items), nil)
                        case (.loading, "error"): (.failed(.empty), nil)
                        case (.loading, "cancel"): (.idle(shown), .cancelTask)
                        case (.failed, "confirm"): (.idle(.empty), nil)
                        case (let phase, _): (phase, nil)
                        }
                    var next = state
                    let effect = Transducer.update(&next, event: event)
                    #expect(next.phase == expected.0, "\(name) in \(state.phase)")
                    #expect(effect?.kind == expected.1, "\(name) in \(state.phase)")
                }
            }
        }
    }

    @Test("The buttons in the state lead through the whole flow")
    func integration() async throws {
        let screen = Screen()
        let task = Task { try await screen.run() }

        try screen.proxy.send(.viewOnAppear)
        try await screen.expect(.start, .idle(.empty))
        screen.state.actions.first?.action()
        try await screen.expect(.sheet(.empty))
        screen.state.sheet?.commit("fruit")
        try await screen.expect(.loading(.empty))
        let first = try await screen.service.next()
        #expect(first.argument == "fruit")
        first.fail(with: NoSuchList())

        try await screen.expect(.failed(.empty))
        try screen.proxy.send(.intentAlertConfirm)
        try await screen.expect(.idle(.empty))
        screen.state.actions.first?.action()
        try await screen.expect(.sheet(.empty))
        screen.state.sheet?.commit("trees")
        try await screen.expect(.loading(.empty))
        try await screen.service.next().succeed(with: Transducer.Data(items: ["oak", "elm"]))

        try await screen.expect(.idle(.items))
        guard case .data(let data) = screen.state.content else { throw NoSuchList() }
        #expect(data.items == ["oak", "elm"])

        screen.proxy.cancel()
        await #expect(throws: TransducerError.cancelled) { try await task.value }
    }

    @Test("Cancelling brings back what was shown, and the late answer changes nothing")
    func cancellation() async throws {
        let screen = Screen()
        let task = Task { try await screen.run() }

        try screen.proxy.send(contentsOf: [.viewOnAppear, .intentShowSheet])
        try await screen.expect(.start, .idle(.empty), .sheet(.empty))
        screen.state.sheet?.cancel()
        try await screen.expect(.idle(.empty))

        try screen.proxy.send(contentsOf: [.intentShowSheet, .intentSheetCommit("slow")])
        try await screen.expect(.sheet(.empty), .loading(.empty))
        let slow = try await screen.service.next()
        screen.state.loading?.cancel?.action()
        try await screen.expect(.idle(.empty))

        try screen.proxy.send(contentsOf: [.intentShowSheet, .intentSheetCommit("fast")])
        let fast = try await screen.service.next()
        slow.succeed(with: Transducer.Data(items: ["stale"]))
        fast.succeed(with: Transducer.Data(items: ["fresh"]))
        try await screen.expect(.sheet(.empty), .loading(.empty), .idle(.items))
        guard case .data(let data) = screen.state.content else { throw NoSuchList() }
        #expect(data.items == ["fresh"])

        screen.proxy.cancel()
        await #expect(throws: TransducerError.cancelled) { try await task.value }
    }
}
