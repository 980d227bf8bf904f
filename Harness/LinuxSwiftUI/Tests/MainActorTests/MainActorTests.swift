import Oak
import OakTesting
import SwiftUI
import Testing

@Suite("Machines in code that is on the main actor by default")
struct MainActorTests {
    private let env = Search.Env(find: { ["found \($0)", "found \($0)"] })

    @Test("A machine whose effects have no identities needs no `nonisolated`")
    func plain() async throws {
        let proxy = Turnstile.Proxy()
        try proxy.send(contentsOf: [.coin, .push, .close])
        var outputs: [String] = []
        try await Turnstile.run(initialState: .locked, proxy: proxy, output: Callback { outputs.append($0) })
        #expect(outputs == ["unlocked", "locked", "closed"])
    }

    @Test("A machine with operations and children runs on the main actor, where it needs `nonisolated` at few places")
    func mainActorMachine() async throws {
        let desk = ObservableTransducer(
            of: Desk.self, initialState: Desk.State(), env: Desk.Env(fetch: Fetch.Env(fetch: { "a report" })))
        try desk.send(.fetch(.start))
        #expect(desk.state.fetch == .waiting)
        while desk.state.fetch != .done(Report(text: "a report")) { await Task.yield() }
        #expect(desk.isRunning)
    }

    @Test("A machine that also runs elsewhere is `nonisolated`, and its actions may return to the main actor")
    func effects() async throws {
        let proxy = Search.Proxy()
        try proxy.send(.type("oak"))
        var seen: [Search.State] = []
        try await Search.run(
            initialState: .idle, proxy: proxy, env: env,
            observer: .each(Search.self) { occurrence in
                guard case .transition(_, _, let state) = occurrence else { return }
                seen.append(state)
                if case .found = state { try? proxy.send(.close) }
            })
        #expect(seen == [.searching("oak"), .searching("oak"), .found(["found oak"]), .closed])
    }

    @Test("A machine is driven step by step from the main actor")
    func driver() async {
        let tester = TransducerTester(of: Search.self, initialState: .idle, env: env)
        await tester.send(.type("oak")) { $0 = .searching("oak") }
        tester.expectStarted(.action)
        await tester.receive(.search)
        tester.expectStarted(.operation(id: Search.Work.query))
        await tester.receive(.found(["found oak"])) { $0 = .found(["found oak"]) }
        tester.expectCancelled(.operation(id: Search.Work.query), because: .cancelTask)
        await tester.send(.close) { $0 = .closed }
        tester.expectStarted(.cancelTask(Search.Work.pause))
        await tester.finish()
    }

    @Test("Children are declared with key paths, and their composite runs in a host")
    func children() async throws {
        let host = TransducerHost(
            of: Shop.self, initialState: .open(.idle, baskets: [:]), env: Shop.Env(search: env))
        try host.send(.add(1))
        try host.send(.basket(1, .coin))
        try host.send(.search(.type("oak")))
        for await state in host.states {
            guard case .open(.found(["found oak"]), let baskets) = state else { continue }
            #expect(baskets[1] == .unlocked)
            break
        }
        try host.send(.close)
        try await host.value
        let model = ShopModel(env: Shop.Env(search: env))
        #expect(model.isOpen)
        try model.close()
    }

    @Test("Views show machines with a proxy, a callback and a property")
    func views() async throws {
        let turnstile = Screen(TurnstileView())
        try turnstile.tap("Coin")
        await turnstile.wait { $0.texts.starts(with: ["unlocked", "Last: unlocked"]) }
        turnstile.close()
        let search = Screen(SearchView(env: env))
        try search.tap("Oak")
        await search.wait { $0.texts.first == "found oak" }
        search.close()
    }

    @Test("A view and its machine are explored")
    func exploration() async {
        await explore(seeds: 1...50) { @MainActor in
            let clock = TestClock(advancing: .whenIdle)
            let env = Search.Env(find: { text in
                try? await clock.sleep(for: .seconds(1))
                return ["found \(text)"]
            })
            let screen = Screen(SearchView(env: env))
            try screen.tap("Oak")
            try await clock.sleep(for: .seconds(2))
            expectThat(screen.texts == ["found oak"], "the view shows \(screen.texts)")
            screen.close()
        }
    }

    @Test("Bindings need no `nonisolated`, also in code for any machine")
    func bindings() throws {
        let screen = Screen(NoteView())
        try screen.type("oak", into: "Property")
        #expect(try screen.text(in: "Property") == "OAK")
        try screen.type("ash", into: "Generic")
        #expect(try screen.text(in: "View") == "ASH")
        screen.close()
    }
}
