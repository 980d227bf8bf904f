import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C28 Naming the children that are active", .timeLimit(.minutes(20)))
struct NamingTests {
    /// Names children anew, and answers nothing.
    private func name(_ lines: Playbill.Line...) -> Playbill.Event {
        .direct { state in
            state.lines = lines
            return nil
        }
    }

    @Test("The order in which children are named means nothing")
    func order() async throws {
        let lasting = Puppet.Event("go", .lasting("w"))
        for lines in [[.a, .b], [.b, .a], [.a, .a, .b, .a], [.b, .group, .a]] as [[Playbill.Line]] {
            let performance = try await perform(
                from: .init(.a, .b), .a(lasting), .b(lasting),
                .direct { state in
                    state.lines = lines
                    return nil
                }, .a(.init("then")))
            #expect(try performance.output == ["a go", "b go", "a then"])
            #expect(
                Set(performance.effects.suffix(2)) == ["a: w machineEnded", "b: w machineEnded"],
                "\(lines): \(performance.effects)")
        }
    }

    @Test("A child for which another one is named goes, and the other one is not taken for it")
    func anotherInItsPlace() async throws {
        let lasting = Puppet.Event("go", .lasting("w"))
        let performance = try await perform(
            from: .init(.a), .a(lasting), name(.b), .b(lasting), name(.b, .a), name(.a))
        #expect(
            performance.effects == ["a: w started", "a: w childDeparted", "b: w started", "b: w childDeparted"])
        #expect(try performance.output == ["a go", "b go"])
    }

    @Test("Children that are named in another order with an identity, in a collection and by themselves go on")
    func orderOfMarks() async throws {
        let lasting = Puppet.Event("go", .lasting("w"))
        let performance = try await perform(
            from: .init(.identified(1), .group, .b, .supervisedGroup, keys: [1]), .a(lasting), .b(lasting),
            .group(1, lasting), .supervisedGroup(1, lasting), name(.supervisedGroup, .b, .group, .identified(1)),
            name(.group, .b, .identified(1)))
        #expect(performance.effects.count { $0.hasSuffix("started") } == 4, "\(performance.effects)")
        #expect(
            performance.effects.filter { $0.hasSuffix("childDeparted") } == ["supervised group[1]: w childDeparted"])
    }

    @Test("A child that a case does not name is gone, whether it was forgotten or not")
    func forgotten() async throws {
        let lasting = Puppet.Event("go", .lasting("w"))
        let silent = try await perform(from: .init(.a, .b), .a(lasting), name(.b), .own("next"))
        #expect(silent.effects == ["a: w started", "a: w childDeparted"])
        let answering = try await perform(from: .init(.a, .b), .a(lasting), name(.b), .a(lasting))
        #expect(answering.error == .childNotActive(transducer: "Playbill", child: "a"))
    }

    @Test("With another identity it is another child, whose effects live, and nothing of the one before arrives")
    func identity() async throws {
        let performance = try await perform(
            from: .init(.identified(1)), .a(.init("go", .lasting("w"))),
            .a(.init("burst", .events([.init("1"), .init("2")]))),
            .direct { state in
                state.lines = [.identified(2)]
                let effect = Playbill.step(Playbill.a, .init("new", .lasting("w")), in: &state)
                // The new one has its effects whatever is before them, and begins when the old one has gone.
                return .all([.event(.own("own")), effect].compactMap(\.self))
            }, .a(.init("more", .lasting("x"))), name(.identified(2)))
        #expect(
            performance.effects == [
                "a: w started", "a: w childDeparted", "a: w started", "a: x started", "a: w machineEnded",
                "a: x machineEnded",
            ])
        #expect(try performance.output == ["a go", "a burst", "a 1", "a 2", "a new", "own", "a more"])
    }

    @Test("Action events of a child with another identity are dropped, those of the new one are not")
    func identityWithinAMacrostep() async throws {
        let exchange = Playbill.Event.direct { state in
            state.lines = [.identified(2)]
            return Playbill.step(Playbill.a, .init("new", .events([.init("n1"), .init("n2")])), in: &state)
        }
        let performance = try await perform(
            from: .init(.identified(1)),
            .direct { state in
                let effect = Playbill.step(Playbill.a, .init("old", .events([.init("o1"), .init("o2")])), in: &state)
                return .all([.event(exchange), effect, .event(.own("own"))].compactMap(\.self))
            })
        #expect(try performance.output == ["a old", "a new", "a n1", "a n2", "own"])
    }

    @Test("Named twice as two different ones is an error that names the child; twice as the same one is not")
    func namedTwice() async throws {
        for lines in [
            [.identified(1), .identified(2)], [.identified(2), .b, .identified(2), .group, .identified(3)],
            [.a, .identified(1)], [.identified(1), .a],
        ] as [[Playbill.Line]] {
            let later = try await perform(
                from: .init(.b), .own("before"),
                .direct { state in
                    state.lines = lines
                    return nil
                })
            #expect(later.error == .childNamedTwice(transducer: "Playbill", child: "a"), "\(lines)")
            var state = Playbill.State()
            state.lines = lines
            let first = try await perform(from: state, .own("first"))
            #expect(first.error == .childNamedTwice(transducer: "Playbill", child: "a"), "\(lines) from the beginning")
        }
        let same = try await perform(
            from: .init(.identified(1), .identified(1), .b, .b, .group, .group, keys: [1]),
            .a(.init("go", .lasting("w"))), .own("next"))
        #expect(try same.output == ["a go", "next"])
    }

    @Test("A step tells what has become of the child, with its output")
    func outcomes() {
        var child: Puppet.State? = Puppet.State()
        guard case .running(["go"]) = Playbill.a.step(&child, .init("go")).outcome else {
            Issue.record("it does not run on")
            return
        }
        let last = Playbill.a.step(&child, .end)
        #expect(last.outcome == .ended(["go", "end"]))
        #expect(last.output == ["go", "end"])
        let late = Playbill.a.step(&child, .init("late"))
        #expect(late.outcome == .refused)
        #expect(late.output == nil && late.effect?.kind == .rejection)
        #expect(child?.names == ["go", "end"])
        child = nil
        #expect(Playbill.a.step(&child, .init("late")).outcome == .refused)
        #expect(child == nil)
        var children: Children<Int, Puppet.State> = [1: Puppet.State()]
        #expect(Playbill.group.step(&children, 1, .init("go")).outcome == .running(["go"]))
        #expect(Playbill.group.step(&children, 2, .init("go")).outcome == .refused)
        #expect(children.count == 1)
    }

    @Test("A child that ends by itself is reported as ended, not as left, also when it is the last of its collection")
    func endedByItself() async throws {
        for removes in [true, false] {
            let single = try await perform(
                from: .init(.a), .a(.init("go", .lasting("w"))),
                .direct { state in
                    let effect = Playbill.step(Playbill.a, .end, in: &state)
                    if removes { state.lines = [] }
                    return effect
                })
            #expect(single.effects == ["a: w started", "a: w childEnded"])
            for keys in [[1], [1, 2], [2, 1]] {
                let element = try await perform(
                    from: .init(.group, keys: keys), .group(1, .init("go", .lasting("w"))),
                    .direct { state in
                        let effect = Playbill.group.step(&state.group, 1, .end).effect
                        if removes { state.group[1] = nil }
                        return effect
                    })
                #expect(element.effects == ["group[1]: w started", "group[1]: w childEnded"], "\(keys)")
            }
        }
    }
}
