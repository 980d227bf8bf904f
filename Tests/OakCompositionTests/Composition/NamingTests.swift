import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C28 Naming active children")
struct NamingTests {
    /// Changes the named children, without an effect.
    private func name(_ named: ScriptComposite.Named...) -> ScriptComposite.Event {
        .perform { state in
            state.named = named
            return nil
        }
    }

    @Test("The order in which children are named does not matter")
    func order() async throws {
        let lasting = Script.Event("go", .lasting("w"))
        for named in [[.a, .b], [.b, .a], [.a, .a, .b, .a], [.b, .group, .a]] as [[ScriptComposite.Named]] {
            let run = try await perform(
                from: .init(.a, .b), .a(lasting), .b(lasting),
                .perform { state in
                    state.named = named
                    return nil
                }, .a(.init("then")))
            #expect(try run.output == ["a go", "b go", "a then"])
            #expect(
                Set(run.effects.suffix(2)) == ["a: w machineEnded", "b: w machineEnded"],
                "\(named): \(run.effects)")
        }
    }

    @Test("Naming a different child in place of an active one makes the active one depart")
    func anotherInItsPlace() async throws {
        let lasting = Script.Event("go", .lasting("w"))
        let run = try await perform(
            from: .init(.a), .a(lasting), name(.b), .b(lasting), name(.b, .a), name(.a))
        #expect(
            run.effects == ["a: w started", "a: w childDeparted", "b: w started", "b: w childDeparted"])
        #expect(try run.output == ["a go", "b go"])
    }

    @Test("Reordering named, identified and keyed children keeps them all")
    func orderOfMarks() async throws {
        let lasting = Script.Event("go", .lasting("w"))
        let run = try await perform(
            from: .init(.identified(1), .group, .b, .supervisedGroup, keys: [1]), .a(lasting), .b(lasting),
            .group(1, lasting), .supervisedGroup(1, lasting), name(.supervisedGroup, .b, .group, .identified(1)),
            name(.group, .b, .identified(1)))
        #expect(run.effects.count { $0.hasSuffix("started") } == 4, "\(run.effects)")
        #expect(
            run.effects.filter { $0.hasSuffix("childDeparted") } == ["supervised group[1]: w childDeparted"])
    }

    @Test("A child that is no longer named departs")
    func forgotten() async throws {
        let lasting = Script.Event("go", .lasting("w"))
        #expect(
            try await perform(from: .init(.a, .b), .a(lasting), name(.b), .own("next")).effects == [
                "a: w started", "a: w childDeparted",
            ])
        let answering = try await perform(from: .init(.a, .b), .a(lasting), name(.b), .a(lasting))
        #expect(answering.error == .childNotActive(transducer: "ScriptComposite", child: "a"))
    }

    @Test("A child with a new identity is a new child and receives nothing from its predecessor")
    func identity() async throws {
        let run = try await perform(
            from: .init(.identified(1)), .a(.init("go", .lasting("w"))),
            .a(.init("burst", .events([.init("1"), .init("2")]))),
            .perform { state in
                state.named = [.identified(2)]
                let effect = ScriptComposite.step(ScriptComposite.a, .init("new", .lasting("w")), in: &state)
                // The new child keeps its effects, whatever precedes them; they begin after the departure.
                return .all([.event(.own("own")), effect].compactMap(\.self))
            }, .a(.init("more", .lasting("x"))), name(.identified(2)))
        #expect(
            run.effects == [
                "a: w started", "a: w childDeparted", "a: w started", "a: x started", "a: w machineEnded",
                "a: x machineEnded",
            ])
        #expect(try run.output == ["a go", "a burst", "a 1", "a 2", "a new", "own", "a more"])
    }

    @Test("Action events are dropped with the identity of their child")
    func identityWithinAMacrostep() async throws {
        let exchange = ScriptComposite.Event.perform { state in
            state.named = [.identified(2)]
            return ScriptComposite.step(
                ScriptComposite.a, .init("new", .events([.init("n1"), .init("n2")])), in: &state)
        }
        let run = try await perform(
            from: .init(.identified(1)),
            .perform { state in
                let effect = ScriptComposite.step(
                    ScriptComposite.a, .init("old", .events([.init("o1"), .init("o2")])), in: &state)
                return .all([.event(exchange), effect, .event(.own("own"))].compactMap(\.self))
            })
        #expect(try run.output == ["a old", "a new", "a n1", "a n2", "own"])
    }

    @Test("Naming a child twice is an error if the identities differ and allowed if they are equal")
    func namedTwice() async throws {
        for named in [
            [.identified(1), .identified(2)], [.identified(2), .b, .identified(2), .group, .identified(3)],
            [.a, .identified(1)], [.identified(1), .a],
        ] as [[ScriptComposite.Named]] {
            let later = try await perform(
                from: .init(.b), .own("before"),
                .perform { state in
                    state.named = named
                    return nil
                })
            #expect(later.error == .childNamedTwice(transducer: "ScriptComposite", child: "a"), "\(named)")
            var state = ScriptComposite.State()
            state.named = named
            let first = try await perform(from: state, .own("first"))
            #expect(
                first.error == .childNamedTwice(transducer: "ScriptComposite", child: "a"),
                "\(named) from the beginning")
        }
        let alone = try await perform(from: .init(.element(1), keys: [1]), .group(1, .init("go")))
        #expect(alone.error == .childNamedTwice(transducer: "ScriptComposite", child: "group"))
        let same = try await perform(
            from: .init(.identified(1), .identified(1), .b, .b, .group, .group, keys: [1]),
            .a(.init("go", .lasting("w"))), .own("next"))
        #expect(try same.output == ["a go", "next"])
    }

    @Test("A step returns the outcome of the child and its output")
    func outcomes() {
        var child: Script.State? = Script.State()
        guard case .running(["go"]) = ScriptComposite.a.step(&child, .init("go")).outcome else {
            Issue.record("it does not run on")
            return
        }
        let last = ScriptComposite.a.step(&child, .end)
        #expect(last.outcome == .ended(["go", "end"]))
        #expect(last.output == ["go", "end"])
        let late = ScriptComposite.a.step(&child, .init("late"))
        #expect(late.outcome == .refused)
        #expect(late.output == nil && late.effect?.kind == .rejection)
        #expect(child?.names == ["go", "end"])
        child = nil
        #expect(ScriptComposite.a.step(&child, .init("late")).outcome == .refused)
        #expect(child == nil)
        var children: Children<Int, Script.State> = [1: Script.State()]
        #expect(ScriptComposite.group.step(&children, 1, .init("go")).outcome == .running(["go"]))
        #expect(ScriptComposite.group.step(&children, 2, .init("go")).outcome == .refused)
        #expect(children.count == 1)
    }

    @Test("C28 An effect that a child has returned is none of its successor under the key", arguments: [false, true])
    func effectOfPredecessor(hasEnded: Bool) async throws {
        let run = try await perform(
            from: .init(.group, keys: [1]),
            .perform { state in
                let old = ScriptComposite.group.step(&state.group, 1, hasEnded ? .end : .init("old", .lasting("w")))
                (state.group[1], state.group[1]) = (nil, Script.State())
                let new = ScriptComposite.group.step(&state.group, 1, .init("new", .lasting("w")))
                return .all([new.effect, old.effect].compactMap(\.self))
            })
        #expect(run.error == (hasEnded ? nil : .childNotActive(transducer: "ScriptComposite", child: "group[1]")))
        #expect(run.effects == (hasEnded ? ["group[1]: w started", "group[1]: w machineEnded"] : []))
    }

    @Test("A child that reaches a terminal state is reported as ended, not as departed")
    func endedByItself() async throws {
        for removes in [true, false] {
            let single = try await perform(
                from: .init(.a), .a(.init("go", .lasting("w"))),
                .perform { state in
                    let effect = ScriptComposite.step(ScriptComposite.a, .end, in: &state)
                    if removes { state.named = [] }
                    return effect
                })
            #expect(single.effects == ["a: w started", "a: w childEnded"])
            for keys in [[1], [1, 2], [2, 1]] {
                let element = try await perform(
                    from: .init(.group, keys: keys), .group(1, .init("go", .lasting("w"))),
                    .perform { state in
                        let effect = ScriptComposite.group.step(&state.group, 1, .end).effect
                        if removes { state.group[1] = nil }
                        return effect
                    })
                #expect(element.effects == ["group[1]: w started", "group[1]: w childEnded"], "\(keys)")
            }
        }
    }
}
