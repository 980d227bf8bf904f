import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C28 Answers of children that have gone", .timeLimit(.minutes(20)))
struct DepartureTests {
    /// The child, or the one under the key, goes.
    private static let leave = Playbill.Event.direct { state in
        state.log.append("leave")
        state.lines = [.b]
        state.group[1] = nil
        return nil
    }

    private static func all(_ effects: Playbill.Effect?...) -> Playbill.Effect? { .all(effects.compactMap(\.self)) }

    @Test(
        "Action events that were answered earlier are dropped, alone and in lists; the composite's own arrive"
    )
    func answeredEarlier() async throws {
        for answer in [
            .event(.init("1")), .events([.init("1"), .init("2")]), .listed(.event(.init("1")), .event(.init("2"))),
            .sequence(.event(.init("1")), .event(.init("2"))), .combine(.event(.init("1")), .event(.init("2"))),
        ] as [Puppet.Effect] {
            let child = try await perform(
                from: .init(.a),
                .direct { state in
                    let effect = Playbill.step(Playbill.a, .init("go", answer), in: &state)
                    return Self.all(.event(Self.leave), effect, .event(.own("own")), effect, .event(.own("last")))
                })
            #expect(try child.output == ["a go", "leave", "own", "last"], "\(answer)")
            let element = try await perform(
                from: .init(.group, keys: [1, 2]),
                .direct { state in
                    state.lines = [.b, .group]
                    let effect = Playbill.group.step(&state.group, 1, .init("go", answer)).effect
                    let other = Playbill.group.step(&state.group, 2, .init("go", .event(.init("stays")))).effect
                    let leave = Playbill.Event.direct { state in
                        state.group[1] = nil
                        return nil
                    }
                    return Self.all(.event(leave), effect, other, .event(.group(1, .init("addressed"))))
                })
            #expect(try element.output == ["2 stays", "1 addressed"], "\(answer)")
            #expect(element.refused.count == 1)
        }
    }

    @Test(
        "The composite's own events for a child that has gone reach update, where the step is refused"
    )
    func ownEvents() async throws {
        let gone = Playbill.Event.direct { state in
            state.group[1] = nil
            return nil
        }
        let performance = try await perform(
            from: .init(.group, keys: [1]),
            .direct { state in .events([gone, .group(1, .init("first")), .own("own"), .group(1, .init("second"))]) })
        #expect(try performance.output == ["1 first", "own", "1 second"])
        #expect(performance.refused.count == 2)
    }

    @Test("An action that a child has answered is not called when the child has gone, or its later answers are dropped")
    func actions() async throws {
        let called = Recorder<String>()
        let speaking = Puppet.Effect(action: { _ async throws -> [Puppet.Event] in
            called.record("called")
            return [.init("1"), .init("2")]
        })
        let before = try await perform(
            from: .init(.a),
            .direct { state in
                Self.all(.event(Self.leave), Playbill.step(Playbill.a, .init("go", speaking), in: &state))
            })
        #expect(try before.output == ["a go", "leave"])
        #expect(called.values == [])
        // The first of its answers makes it go.
        for form in [speaking, .sequence(speaking), .listed(speaking, speaking), .combine(speaking, speaking)] {
            let performance = try await Performance<Int>.of(
                Shy.self, from: .init(), env: (), [.child(.init("go", form))], end: .end)
            #expect(try performance.output == 1, "\(form)")
        }
        #expect(called.values.count == 4)
    }

    /// Lets its child go as soon as it hears anything from it.
    private enum Shy: CompositeTransducer {
        struct State: Terminable, Sendable {
            var child: Puppet.State? = Puppet.State()
            var heard = 0
            var isTerminal = false
        }
        enum Event: Sendable { case child(Puppet.Event), end }
        typealias Output = Int
        static let puppet = child("puppet", Puppet.self, event: Event.child)
        static func activeChildren(in state: State) -> Active<Self> { puppet(state.child) }
        static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
            switch event {
            case .child(let event):
                if event.name == "go" { return (puppet.step(&state.child, event).effect, state.heard) }
                state.heard += 1
                state.child = nil
                // Another one is not taken for the one before.
                return (.event(.child(.init("go"))), state.heard)
            case .end:
                state.isTerminal = true
                return (nil, state.heard)
            }
        }
    }

    @Test("Parts of a child's compositions that have not begun never begin, those of the composite's own do")
    func partsNotBegun() async throws {
        let (gate, begun) = (Gate<Void>("first"), Recorder<String>())
        let first = Puppet.Effect { _, _ in try await gate.wait() }
        @Sendable func second(_ name: String) -> Puppet.Effect { Puppet.Effect { _, _ in begun.record(name) } }
        let performance = try await perform(
            from: .init(.a, .b),
            .direct { state in
                let child = Playbill.step(
                    Playbill.a, .init("go", .sequence(first, second("a"), .event(.init("a later")))), in: &state)
                let other = Playbill.step(Playbill.b, .init("go", second("b")), in: &state)
                let part = Playbill.step(Playbill.a, .init("go", second("part of a")), in: &state)
                let own = Playbill.Effect.sequence(
                    Playbill.Effect { _, _ in try await gate.wait() },
                    .combine([part, other].compactMap(\.self)), .event(.own("own")))
                return Self.all(child, own)
            }, Self.leave,
            .direct { _ in
                gate.open()
                return nil
            })
        #expect(begun.values == ["b"])
        #expect(try performance.output == ["a go", "b go", "a go", "leave", "own"])
    }

    @Test(
        "A part of the composite's composition that was a child's does not begin for the one that takes its place"
    )
    func partsForASuccessor() async throws {
        for exchanges in [1, 100] {
            let (gate, begun) = (Gate<Void>("first"), Recorder<String>())
            var events: [Playbill.Event] = [
                .direct { state in
                    let part = Playbill.step(
                        Playbill.a, .init("go", Puppet.Effect { _, _ in begun.record("part") }), in: &state)
                    let late = Playbill.step(Playbill.a, .init("go", .event(.init("late"))), in: &state)
                    return .sequence(
                        [Playbill.Effect { _, _ in try await gate.wait() }, part, late].compactMap(\.self))
                }
            ]
            events += (0..<exchanges).map { number in
                .direct { state in
                    state.lines = [.identified(number + 2)]
                    return nil
                }
            }
            events.append(
                .direct { _ in
                    gate.open()
                    return nil
                })
            let performance = try await Performance<[String]>.of(
                Playbill.self, from: .init(.identified(1)), env: (), events, end: .end)
            #expect(begun.values == [])
            #expect(try performance.output == ["a go", "a go"])
        }
    }

    @Test("The effects of one that goes are cancelled before any other effect of the transition is carried out")
    func cancelledFirst() async throws {
        let performance = try await perform(
            from: .init(.a, .group, keys: [1, 2]), .a(.init("go", .lasting("w"))),
            .group(1, .init("go", .lasting("w"))), .group(2, .init("go", .lasting("w"))),
            .direct { state in
                state.lines = [.b, .group]
                state.group[1] = nil
                return Self.all(
                    Playbill.Effect(id: "own") { _, _ in },
                    Playbill.step(Playbill.b, .init("go", .lasting("w")), in: &state))
            })
        #expect(
            Set(performance.effects[3..<5]) == ["a: w childDeparted", "group[1]: w childDeparted"],
            "\(performance.effects)")
        #expect(performance.effects[5..<7] == ["own started", "b: w started"], "\(performance.effects)")
    }
}
