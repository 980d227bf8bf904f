import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C29 Restarting children")
struct RestartingTests {
    /// Notes what it is told, beside a connection that lasts.
    private enum Feed: EffectTransducer {
        struct State: Hashable, Terminable {
            var notes = ""
            var isTerminal = false
        }
        enum Event: Sendable {
            case note(String)
            case fail(Failing)
        }
        enum Failing { case operation, sideBySide, listed, action, exit }
        static func activities(in state: State) -> [Effect] {
            [Effect(id: "connection") { _, _ in try await Gate<Void>().wait() }]
        }
        static func initialOutput(initialState: State) -> String? { "begins" }
        static func update(_ state: inout State, event: Event) -> (Effect?, String) {
            switch event {
            case .note(let note):
                state.notes += note
                return (nil, state.notes)
            case .fail(let failing):
                state.isTerminal = failing == .exit
                return (effect(of: failing), state.notes)
            }
        }
        private static func effect(of failing: Failing) -> Effect? {
            let operation = Effect(id: "work") { _, _ in throw Failure() }
            let other = Effect { _, _ in throw Failure() }
            return switch failing {
            case .operation, .exit: operation
            case .sideBySide: .combine(operation, other)
            case .listed: .all(operation, other)
            case .action: .all(Effect(action: { _ throws -> Event in throw Failure() }), .event(.note("dropped")))
            }
        }
        typealias Output = String
    }
    private typealias Kept = Restarting<Feed>

    private enum Desk: CompositeTransducer {
        struct State: Hashable, Terminable, Sendable {
            var feed: Kept.State? = .init(Feed.State())
            var feeds: Children<Int, Kept.State> = [:]
            var log: [String] = []
            var isTerminal = false
        }
        enum Event: Sendable {
            case feed(Kept.Event), feeds(Int, Kept.Event)
            case broke(String)
            case edit(@Sendable (inout State) -> Void)
            case end
        }
        typealias Output = [String]
        struct Env: Sendable {
            var limit = 2
            let clock = TestClock()
            var rule: Kept.Env { .init((), atMost: limit, within: .seconds(5), clock: clock) }
        }
        static let feed = child(
            "feed", Kept.self, event: Event.feed, env: \.rule, failure: { .broke("feed \($0 is Failure)") })
        static let feeds = children(
            "feeds", Kept.self, event: { Event.feeds($0, $1) }, env: { env, _ in env.rule },
            failure: { key, error in .broke("\(key) \(error is Failure)") })
        static func activeChildren(in state: State) -> some ActiveChildren<Self> {
            feed(state.feed)
            feeds(state.feeds)
        }
        static func update(_ state: inout State, event: Event) -> (Effect?, [String]) {
            switch event {
            case .feed(let event):
                let step = feed.step(&state.feed, event)
                if let output = step.output ?? nil { state.log.append("feed \(output)") }
                return (step.effect, state.log)
            case .feeds(let key, let event):
                let step = feeds.step(&state.feeds, key, event)
                if let output = step.output ?? nil { state.log.append("\(key) \(output)") }
                return (step.effect, state.log)
            case .broke(let name): state.log.append("broke \(name)")
            case .edit(let edit): edit(&state)
            case .end: state.isTerminal = true
            }
            return (nil, state.log)
        }
    }

    /// A step of a scenario.
    private enum Step: Sendable {
        case send(Desk.Event)
        case pass(Duration)

        static func feed(_ event: Feed.Event) -> Step { .send(.feed(.child(event))) }
        static let fail = feed(.fail(.operation))
    }

    private func perform(limit: Int = 2, _ steps: [Step], seed: UInt64 = 1) async throws -> (
        log: [String], effects: [String], refused: Int
    ) {
        try await interleave(seed: seed) {
            let (proxy, effects, refused) = (Desk.Proxy(), Recorder<String>(), Recorder<Void>())
            let env = Desk.Env(limit: limit)
            async let run = Desk.run(
                initialState: .init(), proxy: proxy, env: env,
                observer: .each(Desk.self) { occurrence in
                    switch occurrence {
                    case .effectStarted(let effect) where effect.isActivity: effects.record("\(effect.child) began")
                    case .effectCancelled(let effect, let reason): effects.record("\(effect.child) \(reason)")
                    case .sendRejected: refused.record(())
                    default: break
                    }
                })
            for step in steps {
                await idle()
                switch step {
                case .send(let event): try proxy.send(event)
                case .pass(let time): await env.clock.advance(by: time)
                }
            }
            await idle()
            try proxy.send(.end)
            return (try await run, effects.values, refused.values.count)
        }
    }

    @Test func `C29 A failure ends the effects of a child, which begins anew, with its activities`() async throws {
        let (log, effects, _) = try await perform([.feed(.note("a")), .fail, .feed(.note("b"))])
        #expect(log == ["feed a", "feed a", "feed begins", "feed b"])
        let inner = "[feed, child]"
        #expect(
            effects == ["\(inner) began", "\(inner) childDeparted", "\(inner) began", "\(inner) machineEnded"])
    }

    @Test func `C29 One failure too many within the period ends the child and becomes the event`() async throws {
        let (log, effects, refused) = try await perform([.fail, .fail, .fail, .feed(.note("late"))])
        #expect(log == ["feed ", "feed begins", "feed ", "feed begins", "feed ", "broke feed true"])
        #expect(effects.count { $0.hasSuffix("began") } == 3 && effects.last == "[feed, child] childDeparted")
        #expect(refused == 1)
        let never = try await perform(limit: 0, [.fail])
        #expect(never.log == ["feed ", "broke feed true"])
    }

    @Test func `C29 Restarts count for the period, to its last instant`() async throws {
        let spread = Array(repeating: [Step.fail, .pass(.seconds(3))], count: 20).flatMap(\.self)
        #expect(try await perform(spread).log.filter { $0.hasPrefix("broke") } == [])
        #expect(try await perform(limit: 1, spread).log.filter { $0.hasPrefix("broke") } == ["broke feed true"])
        let later = try await perform(limit: 1, [.fail, .pass(.nanoseconds(5_000_000_001)), .fail])
        #expect(!later.log.contains("broke feed true"))
        let last = try await perform(limit: 1, [.fail, .pass(.seconds(5)), .fail])
        #expect(last.log.contains("broke feed true"))
    }

    @Test func `C29 Each child has a count of its own, and a new one has none`() async throws {
        let begin = Step.send(
            .edit { state in
                state.feed = .init(Feed.State())
                for key in 0...1 { state.feeds[key] = .init(Feed.State()) }
            })
        let fail = Step.send(.feeds(0, .child(.fail(.operation))))
        let other = Step.send(.feeds(1, .child(.fail(.operation))))
        let end = Step.send(.edit { ($0.feed, $0.feeds) = (nil, [:]) })
        let (log, effects, refused) = try await perform([
            begin, fail, fail, other, .fail, .fail, end, begin, fail, fail, .fail, .fail, fail, begin, fail,
        ])
        #expect(log.filter { $0.hasPrefix("broke") } == ["broke 0 true"])
        #expect(log.count { $0 == "0 begins" } == 5)
        #expect(effects.count { $0 == "[feeds[0], child] began" } == 8 && refused == 0)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `C29 Failures at once are one restart`(seed: UInt64) async throws {
        for failing in [Feed.Failing.sideBySide, .listed] {
            #expect(try await perform([.feed(.fail(failing))], seed: seed).log == ["feed ", "feed begins"])
        }
    }

    @Test func `C29 An action that fails drops what its child has answered behind it`() async throws {
        #expect(try await perform([.feed(.fail(.action))]).log == ["feed ", "feed begins"])
    }

    @Test func `C29 A child that ends is not restarted; an error of its exit effect is the event`() async throws {
        let (log, effects, _) = try await perform([.feed(.fail(.exit))])
        #expect(log == ["feed ", "broke feed true"])
        #expect(effects == ["[feed, child] began", "[feed, child] childEnded"])
    }

    @Test func `C28, C29 An exit effect from before a restart restarts nothing`() async throws {
        let gate = Gate<Void>("the exit effect may fail")
        let exit = Script.Effect { _, _ in
            try await gate.wait()
            throw Failure()
        }
        let run = try await RecordedRun<[String]?>.of(
            Restarting<ScriptComposite>.self, from: .init(.init()),
            env: .init((), atMost: 5, within: .seconds(5), clock: TestClock()),
            [
                .child(.a(.init("ends", exit, ends: true))),
                .child(.perform { _ in ScriptComposite.Effect { _, _ in throw Failure() } }),
                .child(.own("note")),
                .child(
                    .perform { _ in
                        gate.open()
                        return nil
                    }),
            ], end: .child(.end))
        #expect(try run.output == ["note"])
        #expect(run.effects.count { $0.hasSuffix("failed: failure") } == 2)
    }

    @Test func `C11, C29 Without a composite, one failure too many ends the run with that error`() async throws {
        let proxy = Kept.Proxy(initialEvent: .child(.fail(.operation)))
        await #expect(throws: Failure()) {
            try await Kept.run(
                initialState: .init(Feed.State()), proxy: proxy,
                env: .init((), atMost: 0, within: .seconds(5), clock: TestClock()))
        }
    }

    @Test func `C12, C29 A machine that is cancelled during a restart begins nothing more`() async throws {
        let (proxy, log) = (Kept.Proxy(initialEvent: .child(.fail(.operation))), Recorder<String>())
        await #expect(throws: TransducerError.cancelled) {
            try await Kept.run(
                initialState: .init(Feed.State()), proxy: proxy,
                env: .init((), atMost: 1, within: .seconds(5), clock: TestClock()),
                observer: .each(Kept.self) { occurrence in
                    switch occurrence {
                    case .transition(_, .failed, let state):
                        log.record("failed \(state.child.notes)")
                        proxy.cancel()
                    case .transition(_, .restarted, _): log.record("restarted")
                    case .effectStarted(let effect) where effect.isActivity: log.record("began")
                    default: break
                    }
                })
        }
        #expect(log.values.last == "failed " && log.values.count { $0 == "failed " } == 1)
        #expect(log.values.count { $0 == "began" } <= 1)
    }

    /// The children whose connections begin when the first of two feeds fails once.
    private func beginnings<T: ExecutableTransducer & SendableMetatype>(
        of machine: T.Type, from state: T.State, env: T.Env, failing event: T.Event
    ) async throws -> [String] where T.State: Sendable, T.Env: Sendable, T.Event: Sendable, T.Proxy == Proxy<T.Event> {
        try await interleave(seed: 1) {
            let (proxy, begun) = (T.Proxy(), Recorder<String>())
            async let run = result {
                try await T.run(
                    initialState: state, proxy: proxy, env: env,
                    observer: .each(T.self) { occurrence in
                        if case .effectStarted(let effect) = occurrence, effect.isActivity {
                            begun.record("\(effect.child)")
                        }
                    })
            }
            try proxy.send(event)
            await idle()
            proxy.cancel()
            _ = await run
            return begun.values
        }
    }

    @Test func `C29 A restart is that of one machine of a pair, or of the pair`() async throws {
        let (feed, rule) = (Feed.State(), Desk.Env().rule)
        let each = try await beginnings(
            of: Parallel<Kept, Kept>.self, from: .init(.init(feed), .init(feed)), env: .init(rule, rule),
            failing: .first(.child(.fail(.operation))))
        #expect(each == ["[#0, child]", "[#1, child]", "[#0, child]"])
        let both = try await beginnings(
            of: Restarting<Parallel<Feed, Feed>>.self, from: .init(.init(feed, feed)),
            env: .init(.init(), atMost: 1, within: .seconds(5), clock: TestClock()),
            failing: .child(.first(.fail(.operation))))
        #expect(both == ["[child, #0]", "[child, #1]", "[child, #0]", "[child, #1]"])
    }

    @Test func `C29 A fork of a machine has its restarts`() throws {
        let machine = Configuration<Desk>(Desk.State(), actionLimit: 100)
        func settle(_ machine: Configuration<Desk>, answering answer: Desk.Event? = nil) {
            while true {
                switch machine.next() {
                case .transition, .reply: continue
                case .call: machine.answer(answer.map { .event($0) })
                case .rest, .ended, .endless, .failed: return
                }
            }
        }
        settle(machine)
        machine.take(.feed(.child(.fail(.operation))))
        settle(machine)
        let work = try #require(machine.running.first { $0.summary.id?.withoutChild == EffectID("work") })
        machine.end(work.number, throwing: Failure())
        settle(machine, answering: .feed(.restarted([TestClock().now])))
        let fork = machine.fork()
        let fresh = Desk.State(log: machine.state.log)
        #expect(fork.state == machine.state && fork.state != fresh)
        #expect(fork.running.map(\.summary) == machine.running.map(\.summary))
    }
}
