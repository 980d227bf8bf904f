import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C28 Effects of departed children")
struct DepartureTests {
    /// The child, or the one under the key, goes.
    private static let leave = ScriptComposite.Event.perform { state in
        state.log.append("leave")
        state.named = [.b]
        state.group[1] = nil
        return nil
    }

    private static func all(_ effects: ScriptComposite.Effect?...) -> ScriptComposite.Effect? {
        .all(effects.compactMap(\.self))
    }

    @Test("Action events of a departed child are dropped, and those of the composite arrive")
    func answeredEarlier() async throws {
        for answer in [
            .event(.init("1")), .events([.init("1"), .init("2")]), .listed(.event(.init("1")), .event(.init("2"))),
            .sequence(.event(.init("1")), .event(.init("2"))), .combine(.event(.init("1")), .event(.init("2"))),
        ] as [Script.Effect] {
            let child = try await perform(
                from: .init(.a),
                .perform { state in
                    let effect = ScriptComposite.step(ScriptComposite.a, .init("go", answer), in: &state)
                    return Self.all(.event(Self.leave), effect, .event(.own("own")), effect, .event(.own("last")))
                })
            #expect(try child.output == ["a go", "leave", "own", "last"], "\(answer)")
            let element = try await perform(
                from: .init(.group, keys: [1, 2]),
                .perform { state in
                    state.named = [.b, .group]
                    let effect = ScriptComposite.group.step(&state.group, 1, .init("go", answer)).effect
                    let other = ScriptComposite.group.step(&state.group, 2, .init("go", .event(.init("stays")))).effect
                    let leave = ScriptComposite.Event.perform { state in
                        state.group[1] = nil
                        return nil
                    }
                    return Self.all(.event(leave), effect, other, .event(.group(1, .init("addressed"))))
                })
            #expect(try element.output == ["2 stays", "1 addressed"], "\(answer)")
            #expect(element.refused.count == 1)
        }
    }

    @Test("Events of the composite for a departed child reach update, and the child's step is refused")
    func ownEvents() async throws {
        let gone = ScriptComposite.Event.perform { state in
            state.group[1] = nil
            return nil
        }
        let run = try await perform(
            from: .init(.group, keys: [1]),
            .perform { state in .events([gone, .group(1, .init("first")), .own("own"), .group(1, .init("second"))]) })
        #expect(try run.output == ["1 first", "own", "1 second"])
        #expect(run.refused.count == 2)
    }

    @Test("An action of a departed child is not called, and its later events are dropped")
    func actions() async throws {
        let called = Recorder<String>()
        let speaking = Script.Effect(action: { _ async throws -> [Script.Event] in
            called.record("called")
            return [.init("1"), .init("2")]
        })
        let before = try await perform(
            from: .init(.a),
            .perform { state in
                Self.all(.event(Self.leave), ScriptComposite.step(ScriptComposite.a, .init("go", speaking), in: &state))
            })
        #expect(try before.output == ["a go", "leave"])
        #expect(called.values == [])
        // The first of its answers makes it go.
        for form in [speaking, .sequence(speaking), .listed(speaking, speaking), .combine(speaking, speaking)] {
            let run = try await RecordedRun<Int>.of(
                OneEventComposite.self, from: .init(), env: (), [.child(.init("go", form))], end: .end)
            #expect(try run.output == 1, "\(form)")
        }
        #expect(called.values.count == 4)
    }

    /// A composite that removes its child at the first event of the child.
    private enum OneEventComposite: CompositeTransducer {
        struct State: Terminable, Sendable {
            var child: Script.State? = Script.State()
            var heard = 0
            var isTerminal = false
        }
        enum Event: Sendable { case child(Script.Event), end }
        typealias Output = Int
        static let child = child("child", Script.self, event: Event.child, failure: .endsTheRun)
        static func activeChildren(in state: State) -> some ActiveChildren<Self> { child(state.child) }
        static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
            switch event {
            case .child(let event):
                if event.name == "go" { return (child.step(&state.child, event).effect, state.heard) }
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

    @Test("Parts of a departed child's compositions do not begin, but parts of the composite's do")
    func partsNotBegun() async throws {
        let (gate, begun) = (Gate<Void>("first"), Recorder<String>())
        let first = Script.Effect { _, _ in try await gate.wait() }
        @Sendable func second(_ name: String) -> Script.Effect { Script.Effect { _, _ in begun.record(name) } }
        let run = try await perform(
            from: .init(.a, .b),
            .perform { state in
                let child = ScriptComposite.step(
                    ScriptComposite.a, .init("go", .sequence(first, second("a"), .event(.init("a later")))), in: &state)
                let other = ScriptComposite.step(ScriptComposite.b, .init("go", second("b")), in: &state)
                let part = ScriptComposite.step(ScriptComposite.a, .init("go", second("part of a")), in: &state)
                let own = ScriptComposite.Effect.sequence(
                    ScriptComposite.Effect { _, _ in try await gate.wait() },
                    .combine([part, other].compactMap(\.self)), .event(.own("own")))
                return Self.all(child, own)
            }, Self.leave,
            .perform { _ in
                gate.open()
                return nil
            })
        #expect(begun.values == ["b"])
        #expect(try run.output == ["a go", "b go", "a go", "leave", "own"])
    }

    @Test("A part from a departed child does not begin for its successor")
    func partsForASuccessor() async throws {
        for exchanges in [1, 100] {
            let (gate, begun) = (Gate<Void>("first"), Recorder<String>())
            var events: [ScriptComposite.Event] = [
                .perform { state in
                    let part = ScriptComposite.step(
                        ScriptComposite.a, .init("go", Script.Effect { _, _ in begun.record("part") }), in: &state)
                    let late = ScriptComposite.step(ScriptComposite.a, .init("go", .event(.init("late"))), in: &state)
                    return .sequence(
                        [ScriptComposite.Effect { _, _ in try await gate.wait() }, part, late].compactMap(\.self))
                }
            ]
            events += (0..<exchanges).map { number in
                .perform { state in
                    state.named = [.identified(number + 2)]
                    return nil
                }
            }
            events.append(
                .perform { _ in
                    gate.open()
                    return nil
                })
            let run = try await RecordedRun<[String]>.of(
                ScriptComposite.self, from: .init(.identified(1)), env: (), events, end: .end)
            #expect(begun.values == [])
            #expect(try run.output == ["a go", "a go"])
        }
    }

    @Test("The effects of a departing child are cancelled before any other effect of the transition begins")
    func cancelledFirst() async throws {
        let run = try await perform(
            from: .init(.a, .group, keys: [1, 2]), .a(.init("go", .lasting("w"))),
            .group(1, .init("go", .lasting("w"))), .group(2, .init("go", .lasting("w"))),
            .perform { state in
                state.named = [.b, .group]
                state.group[1] = nil
                return Self.all(
                    ScriptComposite.Effect(id: "own") { _, _ in },
                    ScriptComposite.step(ScriptComposite.b, .init("go", .lasting("w")), in: &state))
            })
        #expect(
            Set(run.effects[3..<5]) == ["a: w childDeparted", "group[1]: w childDeparted"],
            "\(run.effects)")
        #expect(run.effects[5..<7] == ["own started", "b: w started"], "\(run.effects)")
    }
}
