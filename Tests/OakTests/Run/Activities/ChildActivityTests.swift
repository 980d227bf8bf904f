import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C27, C28 Activities of children", .interleaved)
struct ChildActivityTests {
    /// The log of the activities of a composite.
    private func play(
        _ state: ActivityComposite.State,
        _ script: @escaping @Sendable (Session<ActivityComposite>) async throws -> Void
    ) async throws -> [String] {
        try await Session<ActivityComposite>.play(from: state, script).activities.filter {
            !$0.hasSuffix("machineEnded")
        }
    }

    @Test(
        "A child's activities end with it in a case, an optional or a collection, and siblings keep theirs"
    )
    func leaving() async throws {
        var state = ActivityComposite.State(phase: .single(.init("x")), guest: .init("x"), own: ["x"])
        state.members = [1: .init("x"), 2: .init("x")]
        let log = try await self.play(state) { session in
            session.log.note("--")
            try await session.send(.change({ $0.phase = .empty }))
            try await session.send(.change({ $0.guest = nil }))
            try await session.send(.change({ $0.members[1] = nil }))
            try await session.send(.change({ $0.own = [] }))
        }
        let parts = log.split(separator: "--").map(Array.init)
        #expect(
            Set(parts[0]) == [
                "x began", "single/x began", "guest/x began", "member[1]/x began", "member[2]/x began",
            ], "\(log)")
        #expect(
            parts[1] == [
                "single/x childDeparted", "guest/x childDeparted", "member[1]/x childDeparted", "x stateLeft",
            ],
            "\(log)")
    }

    @Test("Activities of a child change with its state")
    func changing() async throws {
        let log = try await self.play(.init(guest: .init("a"), members: [1: .init("a")])) { session in
            for event in [ActivityChild.Event.names(["a", "b"]), .nothing, .names(["b"]), .names([]), .names(["b"])] {
                session.log.note("--")
                try await session.send(.guest(event), .member(1, event))
            }
        }
        let parts = log.split(separator: "--", omittingEmptySubsequences: false).map(Array.init)
        let both = { (text: String) in ["guest/\(text)", "member[1]/\(text)"] }
        #expect(
            parts == [
                both("a began"), both("b began"), [], both("a stateLeft"), both("b stateLeft"), both("b began"),
            ],
            "\(log)")
    }

    @Test("A child that departs and returns within a macrostep has new activities")
    func comingBack() async throws {
        typealias Change = @Sendable (inout ActivityComposite.State) -> Void
        let ways: [(name: String, leave: Change, comeBack: Change)] = [
            ("single", { $0.phase = .empty }, { $0.phase = .single(.init("x")) }),
            ("guest", { $0.guest = nil }, { $0.guest = .init("x") }),
            ("member[1]", { $0.members[1] = nil }, { $0.members[1] = .init("x") }),
            ("inner/guest", { $0.inner = .none }, { $0.inner = .rooms(.init(guest: .init("x"))) }),
        ]
        for (name, leave, comeBack) in ways {
            let log = try await self.play(.init()) { session in
                try await session.send(.change(comeBack), .change(leave, then: [.change(comeBack)]))
            }
            #expect(log == ["\(name)/x began", "\(name)/x childDeparted", "\(name)/x began"])
        }
    }

    @Test("A replaced element and a child with a new identity have new activities")
    func replaced() async throws {
        let log = try await self.play(.init(tenant: (1, .init("x")), members: [1: .init("x")])) { session in
            session.log.note("--")
            try await session.send(
                .change({ $0.tenant = (1, .init("x")) }), .change({ $0.tenant = (2, .init("x")) }))
            // A new state alone does not replace the child, which continues in that state.
            try await session.send(.change({ $0.members[1] = .init("x") }))
            try await session.send(
                .change({ state in
                    state.members[1] = nil
                    state.members[1] = .init("x")
                }))
        }
        #expect(
            log.split(separator: "--").last.map(Array.init) == [
                "tenant/x childDeparted", "tenant/x began", "member[1]/x childDeparted", "member[1]/x began",
            ])
    }

    @Test("C28 The activities of a child that was added by itself go on through a literal and a saved collection")
    func restored() async throws {
        let log = try await self.play(.init()) { session in
            var saved = Children<Int, ActivityChild.State>()
            saved[1] = .init("x")
            for members in [saved, [1: .init("x")], saved] {
                try await session.send(.change({ [members] in $0.members = members }))
            }
        }
        #expect(log == ["member[1]/x began"])
    }

    @Test("A child with a new identity begins even the activities that had returned")
    func replacedAfterReturn() async throws {
        let log = try await play(.init(tenant: (1, .init("brief")))) { session in
            try await session.send(.change({ $0.tenant = (2, .init("brief")) }))
        }
        #expect(
            log == ["tenant/brief began", "tenant/brief returned", "tenant/brief began", "tenant/brief returned"])
    }

    @Test("A child that has ended has no activities")
    func ended() async throws {
        let log = try await self.play(.init(guest: .init("x"), members: [1: .init("x")])) { session in
            session.log.note("--")
            try await session.send(.guest(.end), .member(1, .end), .guest(.nothing))
            var ended = ActivityChild.State("x")
            ended.isTerminal = true
            try await session.send(.change({ [ended] in $0.phase = .single(ended) }))
        }
        #expect(log.split(separator: "--").last.map(Array.init) == ["guest/x childEnded", "member[1]/x childEnded"])
    }

    @Test("Activities of a nested composite and its children end with it")
    func nested() async throws {
        var inner = ActivityComposite.State(guest: .init("x"), members: [1: .init("y")], own: ["z"])
        inner.inner = .rooms(.init(guest: .init("x"), own: ["z"]))
        var state = ActivityComposite.State()
        state.inner = .rooms(inner)
        let log = try await self.play(state) { session in
            session.log.note("--")
            try await session.send(.inner(.inner(.guest(.names([])))), .inner(.member(1, .names(["w"]))))
            session.log.note("--")
            try await session.send(.change({ $0.inner = .none }))
        }
        let parts = log.split(separator: "--").map(Array.init)
        #expect(
            Set(parts[0])
                == Set(
                    ["guest/x", "member[1]/y", "z", "inner/guest/x", "inner/z"].map { "inner/\($0) began" }),
            "\(log)")
        #expect(
            parts[1] == [
                "inner/inner/guest/x stateLeft", "inner/member[1]/y stateLeft", "inner/member[1]/w began",
            ],
            "\(log)")
        #expect(
            Set(parts[2]) == Set(["guest/x", "member[1]/w", "z", "inner/z"].map { "inner/\($0) childDeparted" }),
            "\(log)")
    }

    @Test("Only children whose state was written are asked for their activities")
    func onlyWritten() async throws {
        let asked = Counter()
        var state = ActivityComposite.State()
        for key in 0..<1_000 { state.members[key] = ActivityChild.State("x", asked: asked) }
        let counts = Recorder<Int>()
        let count: @Sendable () -> Void = { counts.record(asked.value) }
        try await Session<ActivityComposite>.play(from: state) { session in
            count()
            try await session.send(.member(500, .names(["y"])))
            count()
            try await session.send(.change({ $0.own = ["z"] }))
            count()
            try await session.send(.change({ $0.members[7] = nil }), .member(3, .nothing))
            count()
        }
        // A child whose activities have changed is asked once more, whether it names the same again.
        #expect(counts.values == [2_000, 2_002, 2_002, 2_003])
    }

    @Test("Activities of both machines of a pair last until one has ended")
    func pairs() async throws {
        let state = ProductState<ActivityChild, ActivityChild>(.init("x"), .init("x"))
        let parallel = try await Session<Parallel<ActivityChild, ActivityChild>>.play(from: state, env: .init()) {
            session in
            try await session.send(.first(.names(["y"])), .second(.end), .first(.nothing))
        }
        #expect(
            parallel.activities == [
                "#0/x began", "#1/x began", "#0/x stateLeft", "#0/y began", "#1/x childEnded", "#0/y machineEnded",
            ], "\(parallel.entries)")
        let race = ActivityLog()
        let proxy = Oak.Proxy<PairEvent<ActivityChild.Event, ActivityChild.Event>>()
        try proxy.send(.second(.end))
        _ = try await Race<ActivityChild, ActivityChild>.run(
            initialState: state, proxy: proxy, env: .init(),
            observer: race.observer(of: Race<ActivityChild, ActivityChild>.self))
        #expect(race.count("#0/x machineEnded") == 1 && race.count("#0/x began") == 1, "\(race.entries)")
        let cascade = try await Session<Relay>.play(from: .init(.init("x"), .init("x")), env: .init()) { session in
            try await session.send(.second(.names(["y"])))
        }
        #expect(
            cascade.activities.prefix(4) == ["#0/x began", "#1/x began", "#1/x stateLeft", "#1/y began"],
            "\(cascade.entries)")
    }

    private enum Relay: Cascade {
        typealias First = ActivityChild
        typealias Second = ActivityChild
        static func event(from output: Void) -> ActivityChild.Event? { nil }
    }

    @Test("An effect of a child and its activity of the same identity are independent")
    func names() async throws {
        let log = try await Session<ActivityComposite>.play(from: .init(guest: .init("x"))) { session in
            try await session.send(.guest(.effect("x")), .guest(.effect("x")), .guest(.names([])))
        }
        #expect(
            log.entries.prefix(5) == [
                "guest/x began", "(guest/x) began", "(guest/x) replaced", "(guest/x) began", "guest/x stateLeft",
            ])
    }

    @Test("Two activities with the same identity in a child are an error that names the child")
    func twoOfOneName() async throws {
        let error = await #expect(throws: TransducerError.self) {
            try await ActivityComposite.run(initialState: .init(members: [7: .init("x", "x")]), proxy: .init())
        }
        #expect(error == .activitiesWithOneID(transducer: "ActivityComposite", activity: "member[7]/x"))
    }
}
