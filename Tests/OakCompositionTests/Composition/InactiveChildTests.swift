import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C28 Effects of inactive children")
struct InactiveChildTests {
    /// The forms of effects that a child can answer.
    enum Form: CaseIterable, Sendable {
        case event, events, operation, action, cancellation, sequence, combination, mixture

        var effect: Script.Effect {
            switch self {
            case .event: .event(.init("late"))
            case .events: .events([.init("late"), .init("later")])
            case .operation: Script.Effect(id: "w") { _, _ in }
            case .action: Script.Effect(action: { _ in .init("late") })
            case .cancellation: .cancelTask("w")
            case .sequence: .sequence(Script.Effect { _, _ in }, .event(.init("late")))
            case .combination: .combine(.event(.init("late")), .event(.init("later")))
            case .mixture: .listed(.event(.init("late")), Script.Effect { _, _ in })
            }
        }
    }

    /// Where in the answer of the composite it is.
    enum Place: CaseIterable, Sendable {
        case alone, first, last, inSequence, inCombination, deep

        func effect(around effect: ScriptComposite.Effect) -> ScriptComposite.Effect {
            switch self {
            case .alone: effect
            case .first: .listed(effect, .event(.own("own")))
            case .last: .listed(.event(.own("own")), ScriptComposite.Effect { _, _ in }, effect)
            case .inSequence: .sequence(.event(.own("own")), effect)
            case .inCombination: .combine(ScriptComposite.Effect { _, _ in }, effect)
            case .deep:
                .listed(.event(.own("own")), .sequence(id: "s", .combine(.event(.own("own")), .sequence(effect))))
            }
        }
    }

    private func expectNotActive(_ run: RecordedRun<[String]>, _ child: String, _ what: String) {
        #expect(run.error == .childNotActive(transducer: "ScriptComposite", child: child), "\(what)")
        #expect(run.effects.isEmpty, "\(what): \(run.effects)")
    }

    @Test(
        "An effect of a child that is inactive after the transition is an error that names the child",
        arguments: Place.allCases)
    func child(place: Place) async throws {
        for form in Form.allCases {
            let left = try await perform(
                from: .init(.a),
                .perform { state in
                    let effect = ScriptComposite.step(ScriptComposite.a, .init("go", form.effect), in: &state)
                    state.named = []
                    return effect.map { place.effect(around: $0) }
                })
            expectNotActive(left, "a", "\(form) \(place), left in that transition")
            let never = try await perform(
                from: .init(.b),
                .perform { state in
                    ScriptComposite.step(ScriptComposite.a, .init("go", form.effect), in: &state).map {
                        place.effect(around: $0)
                    }
                })
            expectNotActive(never, "a", "\(form) \(place), never active")
        }
    }

    @Test(
        "An effect of an element that is missing after the transition is an error that names the element",
        arguments: Place.allCases)
    func element(place: Place) async throws {
        for form in Form.allCases {
            for keys in [[1], [1, 2]] {
                let removed = try await perform(
                    from: .init(.group, keys: keys),
                    .perform { state in
                        let effect = ScriptComposite.group.step(&state.group, 1, .init("go", form.effect)).effect
                        state.group[1] = nil
                        return effect.map { place.effect(around: $0) }
                    })
                expectNotActive(removed, "group[1]", "\(form) \(place), removed from \(keys)")
            }
            let unnamed = try await perform(
                from: .init(.a, keys: [1]),
                .perform { state in
                    ScriptComposite.group.step(&state.group, 1, .init("go", form.effect)).effect
                        .map { place.effect(around: $0) }
                })
            expectNotActive(unnamed, "group[1]", "\(form) \(place), of a collection that is not named")
        }
    }

    @Test("An effect of an inactive child is detected in every transition")
    func everyTransition() async throws {
        let run = try await perform(
            from: .init(.b), .own("before"), .b(.init("go", .lasting("w"))), .a(.init("go", .event(.init("late")))),
            .own("after"))
        #expect(run.error == .childNotActive(transducer: "ScriptComposite", child: "a"))
        #expect(run.effects == ["b: w started", "b: w machineEnded"])
    }

    @Test("An inactive child may take events as long as it has no effects")
    func nothingAnswered() async throws {
        let run = try await perform(from: .init(.b), .a(.init("one")), .a(.init("two")))
        #expect(try run.output == ["a one", "a two"])
    }

    @Test("An event for an inactive child is rejected, and the observer is told")
    func rejected() async throws {
        let run = try await perform(
            from: .init(.b, .group), .perform { _ in ScriptComposite.a.refuse(.init("case")) },
            .perform { _ in
                var inactive: Script.State?
                return ScriptComposite.a.step(&inactive, .init("optional")).effect
            }, .group(7, .init("element")))
        #expect(try run.output == ["7 element"])
        #expect(run.refused.count == 3)
        for (event, name) in zip(run.refused, ["case", "optional", "element"]) { #expect(event.contains(name)) }
    }

    @Test("The exit effect of a child that ends in the transition is carried out", arguments: Form.allCases)
    func ended(form: Form) async throws {
        for keepsIt in [true, false] {
            let run = try await perform(
                from: .init(.a),
                .perform { state in
                    let effect = ScriptComposite.step(
                        ScriptComposite.a, .init("bye", form.effect, ends: true), in: &state)
                    if !keepsIt { state.named = [] }
                    return effect
                })
            #expect(try run.output == ["a bye"], "\(form)")
            let element = try await perform(
                from: .init(.group, keys: [1]),
                .perform { state in
                    let effect = ScriptComposite.group.step(&state.group, 1, .init("bye", form.effect, ends: true))
                        .effect
                    if !keepsIt { state.group[1] = nil }
                    return effect
                })
            #expect(try element.output == [], "\(form)")
        }
    }

    @Test("Other effects of a child that ends in the transition are dropped without an error", arguments: Form.allCases)
    func endedAfterAnAnswer(form: Form) async throws {
        for place in Place.allCases {
            for keepsIt in [true, false] {
                let run = try await perform(
                    from: .init(.a),
                    .perform { state in
                        let first = ScriptComposite.step(ScriptComposite.a, .init("go", form.effect), in: &state)
                        let last = ScriptComposite.step(ScriptComposite.a, .init("bye", ends: true), in: &state)
                        if !keepsIt { state.named = [] }
                        return .all([first.map { place.effect(around: $0) }, last].compactMap(\.self))
                    })
                let log = try run.output.filter { $0 != "own" }
                #expect(log == ["a go", "a bye"], "\(form) \(place)")
                let effects = run.effects.filter { $0.hasPrefix("a: ") }
                #expect(effects == [], "\(form) \(place)")
            }
        }
    }

    @Test("A child that is terminal when it is made refuses each event without an error")
    func bornTerminal() async throws {
        var state = ScriptComposite.State(.a, .group, keys: [1])
        state.child.isTerminal = true
        state.group[1]?.isTerminal = true
        let event = Script.Event("go", .event(.init("never")))
        let run = try await perform(from: state, .a(event), .group(1, event))
        #expect(try run.output == ["a go", "1 go"])
        #expect(run.refused.count == 2)
        #expect(run.refused.first?.hasPrefix("a(") == true, "\(run.refused)")
    }
}
