import Oak
import OakTesting
import Testing

@MainActor
@Suite("Loading list", .timeLimit(.minutes(20)))
struct LoadingListTests {
    typealias Transducer = LoadingList.Transducer

    struct NoSuchList: Error {}

    typealias Tester = TransducerTester<Transducer>

    /// A machine whose service waits for the test, and that has nothing to show yet.
    private func appearing(_ service: @escaping @Sendable (String) async throws -> Transducer.Data) async -> Tester {
        let proxy = Transducer.Proxy()
        let tester = Tester(
            initialState: .start, proxy: proxy,
            env: Transducer.Env(service: service, input: proxy.input))
        await tester.send(.viewOnAppear, showing: .start)
        tester.expectStarted(.isolatedAction)
        await tester.receive(showing: .idle(.empty))
        return tester
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
        let (fruit, trees) = (Gate<Transducer.Data>("fruit"), Gate<Transducer.Data>("trees"))
        let tester = await appearing { list in try await (list == "fruit" ? fruit : trees).wait() }

        tester.state.actions.first?.action()
        await tester.receive(showing: .sheet(.empty))
        tester.state.sheet?.commit("fruit")
        await tester.receive(showing: .loading(.empty))
        tester.expectStarted(.isolatedOperation(id: "load"))
        fruit.open(throwing: NoSuchList())
        await tester.receive(showing: .failed(.empty))

        await tester.send(.intentAlertConfirm, showing: .idle(.empty))
        tester.state.actions.first?.action()
        await tester.receive(showing: .sheet(.empty))
        tester.state.sheet?.commit("trees")
        await tester.receive(showing: .loading(.empty))
        tester.expectStarted(.isolatedOperation(id: "load"))
        trees.open(returning: Transducer.Data(items: ["oak", "elm"]))
        await tester.receive(showing: .idle(.items))
        guard case .data(let data) = tester.state.content else { throw NoSuchList() }
        #expect(data.items == ["oak", "elm"])
        await tester.finish()
    }

    @Test("Cancelling brings back what was shown, and the late answer changes nothing")
    func cancellation() async throws {
        let fast = Gate<Transducer.Data>("fast")
        let tester = await appearing { list in
            guard list == "slow" else { return try await fast.wait() }
            // Answers although it was cancelled.
            try? await Gate<Void>("slow").wait()
            return Transducer.Data(items: ["stale"])
        }

        await tester.send(.intentShowSheet, showing: .sheet(.empty))
        tester.state.sheet?.cancel()
        await tester.receive(showing: .idle(.empty))

        await tester.send(.intentShowSheet, showing: .sheet(.empty))
        await tester.send(.intentSheetCommit("slow"), showing: .loading(.empty))
        tester.expectStarted(.isolatedOperation(id: "load"))
        tester.state.loading?.cancel?.action()
        await tester.receive(showing: .idle(.empty))
        tester.expectCancelled(.isolatedOperation(id: "load"), because: .cancelTask)
        tester.expectRejected { if case .serviceLoaded = $0 { true } else { false } }
        tester.expectRejected { if case .serviceError = $0 { true } else { false } }

        await tester.send(.intentShowSheet, showing: .sheet(.empty))
        await tester.send(.intentSheetCommit("fast"), showing: .loading(.empty))
        tester.expectStarted(.isolatedOperation(id: "load"))
        fast.open(returning: Transducer.Data(items: ["fresh"]))
        await tester.receive(showing: .idle(.items))
        guard case .data(let data) = tester.state.content else { throw NoSuchList() }
        #expect(data.items == ["fresh"])
        await tester.finish()
    }
}

extension TransducerTester<LoadingList.Transducer> {
    /// Sends an event that leads to a phase.
    func send(_ event: sending LoadingList.Transducer.Event, showing phase: Phase, line: UInt = #line) async {
        await send(
            event, assert: { expectThat($0.phase == phase, "\($0.phase) is not \(phase)", line: line) }, line: line)
    }

    /// States that an event comes that leads to a phase.
    func receive(showing phase: Phase, line: UInt = #line) async {
        await receive(
            where: { _ in true },
            assert: { expectThat($0.phase == phase, "\($0.phase) is not \(phase)", line: line) }, line: line)
    }
}
