import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C28 Effects of children that are not active", .timeLimit(.minutes(20)))
struct InactiveChildTests {
    /// The forms of effects that a child can answer.
    enum Form: CaseIterable, Sendable {
        case event, events, operation, action, cancellation, sequence, combination, mixture

        var effect: Puppet.Effect {
            switch self {
            case .event: .event(.init("late"))
            case .events: .events([.init("late"), .init("later")])
            case .operation: Puppet.Effect(id: "w") { _, _ in }
            case .action: Puppet.Effect(action: { _ in .init("late") })
            case .cancellation: .cancelTask("w")
            case .sequence: .sequence(Puppet.Effect { _, _ in }, .event(.init("late")))
            case .combination: .combine(.event(.init("late")), .event(.init("later")))
            case .mixture: .listed(.event(.init("late")), Puppet.Effect { _, _ in })
            }
        }
    }

    /// Where in the answer of the composite it is.
    enum Place: CaseIterable, Sendable {
        case alone, first, last, inSequence, inCombination, deep

        func effect(around effect: Playbill.Effect) -> Playbill.Effect {
            switch self {
            case .alone: effect
            case .first: .listed(effect, .event(.own("own")))
            case .last: .listed(.event(.own("own")), Playbill.Effect { _, _ in }, effect)
            case .inSequence: .sequence(.event(.own("own")), effect)
            case .inCombination: .combine(Playbill.Effect { _, _ in }, effect)
            case .deep:
                .listed(.event(.own("own")), .sequence(id: "s", .combine(.event(.own("own")), .sequence(effect))))
            }
        }
    }

    private func expectNotActive(_ performance: Performance<[String]>, _ child: String, _ what: String) {
        #expect(performance.error == .childNotActive(transducer: "Playbill", child: child), "\(what)")
        #expect(performance.effects.isEmpty, "\(what): \(performance.effects)")
    }

    @Test(
        "An effect of a child that is not active after the transition is an error that names it",
        arguments: Place.allCases)
    func child(place: Place) async throws {
        for form in Form.allCases {
            let left = try await perform(
                from: .init(.a),
                .direct { state in
                    let effect = Playbill.step(Playbill.a, .init("go", form.effect), in: &state)
                    state.lines = []
                    return effect.map { place.effect(around: $0) }
                })
            expectNotActive(left, "a", "\(form) \(place), left in that transition")
            let never = try await perform(
                from: .init(.b),
                .direct { state in
                    Playbill.step(Playbill.a, .init("go", form.effect), in: &state).map { place.effect(around: $0) }
                })
            expectNotActive(never, "a", "\(form) \(place), never active")
        }
    }

    @Test(
        "An effect of an element that is not in its collection after the transition is one, too",
        arguments: Place.allCases)
    func element(place: Place) async throws {
        for form in Form.allCases {
            for keys in [[1], [1, 2]] {
                let removed = try await perform(
                    from: .init(.group, keys: keys),
                    .direct { state in
                        let effect = Playbill.group.step(&state.group, 1, .init("go", form.effect)).effect
                        state.group[1] = nil
                        return effect.map { place.effect(around: $0) }
                    })
                expectNotActive(removed, "group[1]", "\(form) \(place), removed from \(keys)")
            }
            let unnamed = try await perform(
                from: .init(.a, keys: [1]),
                .direct { state in
                    Playbill.group.step(&state.group, 1, .init("go", form.effect)).effect
                        .map { place.effect(around: $0) }
                })
            expectNotActive(unnamed, "group[1]", "\(form) \(place), of a collection that is not named")
        }
    }

    @Test("The mistake is found out in each transition in which it happens, also when nothing else has changed")
    func everyTransition() async throws {
        let performance = try await perform(
            from: .init(.b), .own("before"), .b(.init("go", .lasting("w"))), .a(.init("go", .event(.init("late")))),
            .own("after"))
        #expect(performance.error == .childNotActive(transducer: "Playbill", child: "a"))
        #expect(performance.effects == ["b: w started", "b: w machineEnded"])
    }

    @Test("A child that is not active may take events as long as it answers nothing")
    func nothingAnswered() async throws {
        let performance = try await perform(from: .init(.b), .a(.init("one")), .a(.init("two")))
        #expect(try performance.output == ["a one", "a two"])
    }

    @Test(
        "A child that has ended in the transition is no mistake: its exit effect is carried out",
        arguments: Form.allCases)
    func ended(form: Form) async throws {
        for keepsIt in [true, false] {
            let performance = try await perform(
                from: .init(.a),
                .direct { state in
                    let effect = Playbill.step(Playbill.a, .init("bye", form.effect, ends: true), in: &state)
                    if !keepsIt { state.lines = [] }
                    return effect
                })
            #expect(try performance.output == ["a bye"], "\(form)")
            let element = try await perform(
                from: .init(.group, keys: [1]),
                .direct { state in
                    let effect = Playbill.group.step(&state.group, 1, .init("bye", form.effect, ends: true)).effect
                    if !keepsIt { state.group[1] = nil }
                    return effect
                })
            #expect(try element.output == [], "\(form)")
        }
    }

    @Test(
        "Answers of a child that ends in the same transition are dropped, which is no mistake",
        arguments: Form.allCases)
    func endedAfterAnAnswer(form: Form) async throws {
        for place in Place.allCases {
            for keepsIt in [true, false] {
                let performance = try await perform(
                    from: .init(.a),
                    .direct { state in
                        let first = Playbill.step(Playbill.a, .init("go", form.effect), in: &state)
                        let last = Playbill.step(Playbill.a, .init("bye", ends: true), in: &state)
                        if !keepsIt { state.lines = [] }
                        return .all([first.map { place.effect(around: $0) }, last].compactMap(\.self))
                    })
                let log = try performance.output.filter { $0 != "own" }
                #expect(log == ["a go", "a bye"], "\(form) \(place)")
                let effects = performance.effects.filter { $0.hasPrefix("a: ") }
                #expect(effects == [], "\(form) \(place)")
            }
        }
    }

    @Test("A child that is terminal when it is made refuses each event and is no mistake")
    func bornTerminal() async throws {
        var state = Playbill.State(.a, .group, keys: [1])
        state.puppet.isTerminal = true
        state.group[1]?.isTerminal = true
        let event = Puppet.Event("go", .event(.init("never")))
        let performance = try await perform(from: state, .a(event), .group(1, event))
        #expect(try performance.output == ["a go", "1 go"])
        #expect(performance.refused.count == 2)
        #expect(performance.refused.first?.hasPrefix("a(") == true, "\(performance.refused)")
    }
}
