import Foundation
import Oak
import TestSupport
import Testing

@testable import OakTesting

/// Waits for a visitor as long as it is open.
private enum Porch: EffectTransducer {
    enum State: String, Codable, Equatable, CaseIterable { case dark, open, lit }
    enum Event: Codable, Equatable, CaseIterable { case open, close, light, visitor }
    struct Env: Sendable {
        var visitor: @Sendable () async throws -> Void = { try await Gate<Void>("a visitor").wait() }
    }

    static func activities(in state: State) -> [Effect] {
        switch state {
        case .dark: []
        case .open: [waiting]
        case .lit: [waiting, Effect(id: "light") { _, _ in try await Gate<Void>("the light").wait() }]
        }
    }

    private static var waiting: Effect {
        Effect(id: "visitor") { env, input in
            try await env.visitor()
            try input.send(.visitor)
        }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .open: state = .open
        case .light:
            state = .lit
            return Effect(id: "switch") { _, _ in }
        case .close, .visitor: state = .dark
        }
        return nil
    }
}

@Suite("C27 Activities in the test kit")
struct ActivityTesterTests {
    @Test("A test states which activities begin and which are cancelled")
    func stated() async {
        let gate = Gate<Void>("the visitor")
        let tester = TransducerTester(of: Porch.self, initialState: .open, env: .init(visitor: gate.wait))
        tester.expectStarted(.activity(.operation(id: "visitor")))
        await tester.send(.light) { $0 = .lit }
        tester.expectStarted(.operation(id: "switch"), .activity(.operation(id: "light")))
        gate.open()
        await tester.receive(.visitor) { $0 = .dark }
        // An operation is live until it has returned.
        tester.expectCancelled(
            .activity(.operation(id: "visitor")), .activity(.operation(id: "light")), because: .stateLeft)
        await tester.finish()
    }

    @Test("An activity that is unstated, or stated as another effect, is reported")
    func unstated() async {
        let tester = TransducerTester(of: Porch.self, initialState: .dark, env: .init())
        await tester.send(.open) { $0 = .open }
        var issues = await Issues.of { await tester.send(.close) { $0 = .dark } }
        #expect(issues.message(0).contains(#"• started: expectStarted(.activity(.operation(id: "visitor")))"#))
        issues = Issues.of { tester.expectCancelled(.operation(id: "visitor")) }
        #expect(
            issues.messages == [
                #".activity(.operation(id: "visitor")) was cancelled instead of .operation(id: "visitor")."#
            ])
        await tester.finish()
    }

    @Test("A test that ends with a running activity fails and names the activity")
    func left() async {
        let tester = TransducerTester(of: Porch.self, initialState: .open, env: .init())
        tester.expectStarted(.activity(.operation(id: "visitor")))
        let issues = await Issues.of { await tester.finish() }
        #expect(issues.message(0).contains(#".activity(.operation(id: "visitor")) has not ended"#))
    }

    @Test("A table has a column of live effects where a machine has activities")
    func table() {
        let table = TransitionTable(
            of: Porch.self, states: Porch.State.allCases, events: Porch.Event.allCases.prefix(2))
        let lines = table.description.split(separator: "\n").map {
            $0.split(separator: "  ").map { $0.drop { $0 == " " } }
        }
        #expect(lines[0] == ["live", ".open", ".close"])
        #expect(lines[1] == [".dark", ".open", "·"])
        #expect(lines[3] == [".lit", #".operation(id: "visitor"), .operation(id: "light")"#, ".open", ".dark"])
        #expect(table.live?[0] == "")
        #expect(Grid(markdown: table.markdown) == table.grid)
        #expect(table.grid.columns == ["live", "`.open`", "`.close`"])
        let before = Grid(
            columns: ["`.open`"], rows: table.grid.rows.map { .init(name: $0.name, cells: [$0.cells[1]]) })
        #expect(before.changes(to: table.grid).contains("+ what is live"))
        let plain = TransitionTable(of: Turnstile.self, states: [.locked], events: [.coin])
        #expect(plain.live == nil && plain.grid.columns == ["`.coin`"])
    }

    @Test("A change in the column of live effects names the state")
    func changes() {
        let old = Grid(columns: ["live"], rows: [.init(name: "`.dark`", cells: ["`x`"])])
        let new = Grid(columns: ["live"], rows: [.init(name: "`.dark`", cells: [""])])
        #expect(old.changes(to: new) == ["what is live in `.dark`:\n  − `x`\n  + "])
    }

    private func trace() async throws -> Trace<Porch.State, Porch.Event, NoOutput> {
        let recorder = TraceRecorder(of: Porch.self)
        let proxy = Porch.Proxy()
        try await interleave(seed: 1) {
            async let run: Void = {
                do {
                    try await Porch.run(initialState: .dark, proxy: proxy, env: .init(), observer: recorder)
                } catch is TransducerError {}
            }()
            for event in [Porch.Event.open, .light, .close, .open] {
                try proxy.send(event)
                await DeterministicExecutor.current?.idle()
            }
            proxy.cancel()
            try await run
        }
        return recorder.trace
    }

    @Test("A trace distinguishes activities from effects even when it is stored and replayed")
    func traces() async throws {
        let trace = try await trace()
        let started = trace.entries.compactMap { entry -> TracedEffect? in
            guard case .effect(let effect, .started) = entry else { return nil }
            return effect
        }
        #expect(started.map(\.id) == [#""visitor""#, #""switch""#, #""light""#, #""visitor""#])
        #expect(started.map(\.isActivity) == [true, false, true, true])
        let json = try trace.json()
        #expect(json.contains(#""activity":true"#))
        #expect(try Trace<Porch.State, Porch.Event, NoOutput>(json: json, of: Porch.self) == trace)
        #expect(trace.replay(on: Porch.self) == nil)
    }

    @Test("A replay reports activities that a state no longer lists and activities that it newly lists")
    func divergence() async throws {
        let trace = try await trace()
        var missing = trace
        missing.entries.removeAll { entry in
            guard case .effect(let effect, _) = entry else { return false }
            return effect.id == #""light""#
        }
        #expect(missing.replay(on: Porch.self)?.difference.contains(#"+ .activity(.operation(id: "light"))"#) == true)
        var strange = trace
        strange.entries = strange.entries.map { entry in
            guard case .effect(var effect, let change) = entry, effect.id == #""light""# else { return entry }
            effect.id = #""lamp""#
            return .effect(effect, change)
        }
        #expect(strange.replay(on: Porch.self)?.difference.contains("the state does not name it") == true)
    }
}
