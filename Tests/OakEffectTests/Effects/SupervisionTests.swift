import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C29 Supervision")
struct SupervisionTests {
    /// The forms without a delay.
    private static let forms = FailureTests.Form.allCases.filter { $0 != .delayed }

    @Test(
        "An error of a child becomes the event that its composite declares, and the composite continues",
        arguments: forms
    )
    func child(form: FailureTests.Form) async throws {
        let run = try await perform(
            from: .init(.supervised), .supervised(.init("go", form.effect())), .supervised(.init("next")))
        let log = try run.output.filter { !$0.hasSuffix("before") }
        #expect(log == ["supervised go", "failed failure", "supervised next"], "\(log)")
        #expect(run.effects.contains { $0.hasSuffix("failed: failure") }, "\(run.effects)")
    }

    @Test("An error of an element becomes an event with its key, and other elements continue", arguments: forms)
    func element(form: FailureTests.Form) async throws {
        let run = try await perform(
            from: .init(.supervisedGroup, keys: [1, 2]), .supervisedGroup(2, .init("wait", .lasting("w"))),
            .supervisedGroup(1, .init("go", form.effect())), .supervisedGroup(2, .init("next")))
        let log = try run.output.filter { !$0.hasSuffix("before") }
        #expect(log == ["2 wait", "1 go", "failed 1 failure", "2 next"], "\(log)")
        #expect(run.effects.last == "supervised group[2]: w machineEnded", "\(run.effects)")
    }

    @Test("An error of a child without a declaration ends the run", arguments: forms)
    func undeclared(form: FailureTests.Form) async throws {
        for event in [ScriptComposite.Event.a(.init("go", form.effect())), .group(1, .init("go", form.effect()))] {
            let run = try await perform(from: .init(.a, .group, keys: [1]), event, .own("never"))
            #expect(throws: Failure()) { try run.output }
        }
    }

    @Test("A handler of the child takes precedence over that of its composite", arguments: forms)
    func caught(form: FailureTests.Form) async throws {
        let run = try await perform(
            from: .init(.supervised, .supervisedGroup, keys: [1]),
            .supervised(.init("go", form.effect().caught())), .supervisedGroup(1, .init("go", form.effect().caught())))
        let log = try run.output.filter { !$0.hasSuffix("before") }
        #expect(log == ["supervised go", "supervised caught failure", "1 go", "1 caught failure"], "\(log)")
    }

    @Test("An error in an exit effect becomes the event for failures of that child", arguments: forms)
    func exit(form: FailureTests.Form) async throws {
        let run = try await perform(
            from: .init(.supervised, .supervisedGroup, keys: [1]),
            .supervisedGroup(1, .init("bye", form.effect(), ends: true)),
            .perform { state in
                let effect = ScriptComposite.step(
                    ScriptComposite.supervised, .init("bye", form.effect(), ends: true), in: &state)
                state.named = []
                return effect
            })
        let log = try run.output
        #expect(log == ["1 bye", "failed 1 failure", "supervised bye", "failed failure"], "\(log)")
        // A composition fails with its part.
        let failed = run.effects.filter { $0.hasSuffix("failed: failure") }.map { $0.prefix { $0 != ":" } }
        #expect(Set(failed) == ["supervised group[1]", "supervised"], "\(run.effects)")
    }

    @Test("Errors in the effects of a departed child are ignored")
    func left() async throws {
        let late = Script.Effect(id: "w") { _, _ in
            do { try await Gate<Void>().wait() } catch { throw Failure(name: "late") }
        }
        let run = try await perform(
            from: .init(.supervised, .supervisedGroup, keys: [1]), .supervised(.init("go", late)),
            .supervisedGroup(1, .init("go", late)),
            .perform { state in
                state.named = []
                return nil
            }, .own("next"))
        #expect(try run.output == ["supervised go", "1 go", "next"])
    }

    @Test("One of a thousand children fails, and the others continue")
    func oneOfAThousand() async throws {
        let answering = Script.Effect { _, input in
            await Task.yield()
            try input.send(.init("done"))
        }
        var events: [ScriptComposite.Event] = [
            .perform { state in
                let effects = (0..<1_000).compactMap { key in
                    ScriptComposite.supervisedGroup
                        .step(&state.group, key, .init("go", key == 500 ? .failing("broken") : answering)).effect
                }
                return .all(effects)
            }
        ]
        events.append(.own("next"))
        let run = try await RecordedRun<[String]>.of(
            ScriptComposite.self, from: .supervising(1_000), env: (), events, end: .end)
        let log = try run.output
        #expect(log.count { $0.hasSuffix(" done") } == 999)
        #expect(log.filter { $0.hasPrefix("failed") } == ["failed 500 broken"])
        #expect(Set(log).count == 1_001)
        #expect(log.last == "next")
    }

    // MARK: - Within one another

    private enum Outer: CompositeTransducer {
        struct State: Terminable, Sendable {
            var middle = ScriptComposite.State(.a, .supervised)
            var failures = 0
            var isTerminal = false
        }
        enum Event: Sendable { case middle(ScriptComposite.Event), failed, end }
        typealias Output = [String]
        static let middle = child("middle", ScriptComposite.self, event: Event.middle, failure: { _ in .failed })
        static func activeChildren(in state: State) -> some ActiveChildren<Self> { middle(state.middle) }
        static func update(_ state: inout State, event: Event) -> (Effect?, [String]) {
            var effect: Effect?
            switch event {
            case .middle(let event): effect = middle.step(&state.middle, event).effect
            case .failed: state.failures += 1
            case .end: state.isTerminal = true
            }
            return (effect, state.middle.log + ["\(state.failures)"])
        }
    }

    @Test("Only the innermost composite that declares an event for failures receives the failure", arguments: forms)
    func innermost(form: FailureTests.Form) async throws {
        let event = Script.Event("go", form.effect())
        for (event, expected) in [
            (ScriptComposite.Event.a(event), ["a go", "1"]),
            (.supervised(event), ["supervised go", "failed failure", "0"]),
        ] {
            let run = try await RecordedRun<[String]>.of(
                Outer.self, from: .init(), env: (), [.middle(event)], end: .end)
            #expect(try run.output.filter { !$0.hasSuffix("before") } == expected)
        }
    }
}

extension ScriptComposite.State {
    /// With a group of that many, supervised.
    static func supervising(_ count: Int) -> Self {
        var state = Self(.supervisedGroup)
        for key in 0..<count { state.group[key] = Script.State() }
        return state
    }
}
