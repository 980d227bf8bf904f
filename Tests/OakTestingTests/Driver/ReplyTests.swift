import Oak
import Testing

@testable import OakTesting

@Suite("C30, C31 Postponed and unexpected events in the test kit")
struct ReplyTests {
    @Test("C30 A tester shows that an event is postponed, and when it is offered again")
    func tester() async {
        let tester = TransducerTester(of: Barber.self, initialState: .closed)
        await tester.send(.visit)
        tester.expectPostponed()
        await tester.send(.visit)
        tester.expectPostponed()
        await tester.send(.open) { $0 = .free }
        await tester.receive(.visit) { $0 = .busy }
        await tester.receive(.visit)
        tester.expectPostponed()
        await tester.send(.finish) { $0 = .free }
        await tester.receive(.visit) { $0 = .busy }
        await tester.finish()
    }

    @Test("C31 A tester shows that an event is unexpected")
    func unexpected() async {
        let tester = TransducerTester(of: Barber.self, initialState: .closed)
        await tester.send(.finish)
        tester.expectUnexpected()
        await tester.finish()
    }

    @Test("C31 The report names the child for which the event was unexpected")
    func child() async {
        typealias Shops = Parallel<Barber, Barber>
        let tester = TransducerTester(of: Shops.self, initialState: .init(.closed, .closed), env: .init((), ()))
        await tester.send(.second(.finish))
        let message = Issues.of { tester.expectUnexpected() }.message(0)
        #expect(message.contains("unexpected in "))
        await tester.finish()
    }

    @Test("A postponed or unexpected event that the test does not state is reported with its statement")
    func unstated() async {
        let issues = await Issues.of {
            let tester = TransducerTester(of: Barber.self, initialState: .closed)
            await tester.send(.visit)
            await tester.send(.finish)
            await tester.finish()
        }
        #expect(issues.message(0).contains("expectPostponed()"))
        #expect(issues.message(1).contains("expectUnexpected()"))
    }

    @Test("A test that states a postponed or unexpected event wrongly fails")
    func misstated() async {
        let issues = await Issues.of {
            let tester = TransducerTester(of: Barber.self, initialState: .closed)
            await tester.send(.open) { $0 = .free }
            tester.expectPostponed()
            tester.expectUnexpected()
            await tester.send(.finish) { $0 = .busy }
            tester.expectUnexpected()
            await tester.finish()
        }
        #expect(issues.messages.count == 3)
        #expect(issues.message(0).contains("No event was postponed here."))
        #expect(issues.message(1).contains("No event was unexpected here."))
    }

    @Test("C30 Events that are still postponed at the end are stated as rejected")
    func rejected() async {
        let tester = TransducerTester(of: Barber.self, initialState: .closed)
        await tester.send(.visit)
        tester.expectPostponed()
        await tester.cancel()
        tester.expectRejected(.visit)
        await tester.finish(throwing: TransducerError.cancelled)
    }

    @Test("C31 A table distinguishes postponed, unexpected and ignored events")
    func table() {
        let table = TransitionTable(of: Barber.self, states: Barber.State.allCases, events: Barber.Event.allCases)
        #expect(
            "\(table)" == """
                           .visit       .open    .close     .finish
                .closed    postponed    .free    ·          unexpected
                .free      .busy        ·        .closed    unexpected
                .busy      postponed    ·        ·          .free

                · ignored
                """)
        #expect(table.markdown.contains("| `.closed` | postponed | `.free` | ·         | unexpected |"))
        let grid = Grid(markdown: table.markdown)
        #expect(grid == table.grid)
    }

    /// Changes its state and says that it does not.
    private enum ChangingPostponement: EffectTransducer {
        enum State: CaseIterable, Equatable { case one, two }
        enum Event: CaseIterable { case go }
        static func update(_ state: inout State, event: Event) -> Effect? {
            state = .two
            return .postpone
        }
    }

    @Test("C30 A table shows a postponement that changes the state")
    func changingPostponement() {
        let table = TransitionTable(
            of: ChangingPostponement.self, states: [.one], events: ChangingPostponement.Event.allCases)
        #expect(table.cells == [[.handled(state: ".two", effect: ".postpone", output: nil)]])
    }

    @Test("Expectations and scenarios state postponed and unexpected events as effects")
    func descriptions() {
        expectTransition(of: Barber.self, from: .closed, on: .visit, to: .closed, effect: .postpone)
        expectTransitions(of: Barber.self, from: .closed)
            .on(.finish, to: .closed, effect: .unexpected)
            .on(.visit, to: .closed, effect: .postpone)
            .on(.open, to: .free)
        let issues = Issues.of {
            expectTransition(of: Barber.self, from: .closed, on: .visit, to: .closed, effect: .unexpected)
        }
        #expect(issues.message(0).contains("− .unexpected\n+ .postpone"))
        #expect(
            "\(EffectDescription<Int>.unexpected(in: ChildID("a"), ChildID("b")))"
                == #".unexpected(in: ChildID("a"), ChildID("b"))"#)
    }

    @Test("C30 A check of properties postpones random events and offers them again as a run does")
    func walk() {
        var path: [Barber.Event] = []
        checkProperties(
            of: Barber.self, from: .closed, through: [.visit, .visit, .open, .finish, .finish],
            properties: [
                .everyTransition("Noted") { _, event, _, effect in
                    if effect == nil { path.append(event) }
                    return true
                }
            ])
        #expect(path == [.open, .visit, .finish, .visit, .finish])
    }

    @Test("C30 A report of a property shows postponed events")
    func report() {
        let issues = Issues.of {
            checkProperties(
                of: Barber.self, from: .closed, through: [.finish, .visit, .open],
                properties: [.never("Nobody is served") { $0 == .busy }])
        }
        #expect(
            issues.message(0).contains(
                """
                    .closed
                    .finish → unexpected
                    .visit → postponed
                    .open → .free
                    .visit → .busy
                """))
    }

    private enum InvalidPostponement: EffectTransducer {
        enum State { case only }
        enum Event: CaseIterable { case go, action }
        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .go: .event(.action)
            case .action: .postpone
            }
        }
    }

    @Test("C30 A check of properties finds a postponed action event")
    func misuse() {
        let issues = Issues.of {
            checkProperties(
                of: InvalidPostponement.self, from: .only, through: [.go],
                properties: [.always("Holds") { _ in true }])
        }
        #expect(issues.message(0).contains("postpones an action event"))
    }

    @Test("C30, C31 A trace keeps postponed and unexpected events when it is stored and replayed")
    func trace() async throws {
        let recorder = TraceRecorder(of: Barber.self)
        try await interleave(seed: 1) {
            let proxy = Barber.Proxy()
            try proxy.send(contentsOf: [.visit, .finish, .open])
            let run = Task {
                try await Barber.run(initialState: .closed, proxy: proxy, observer: recorder)
            }
            await DeterministicExecutor.current?.idle()
            proxy.cancel()
            _ = await run.result
        }
        let trace = recorder.trace
        #expect(
            trace.entries == [
                .runStarted(.closed), .eventTaken(.visit, from: .external), .eventPostponed,
                .eventTaken(.finish, from: .external), .eventUnexpected(child: []),
                .eventTaken(.open, from: .external), .transition(to: .free),
                .eventTaken(.visit, from: .external), .transition(to: .busy),
                .runFailed(error: "\(TransducerError.cancelled)"),
            ])
        #expect(trace.events == [.finish, .open, .visit])
        #expect(try Trace(json: trace.json(), of: Barber.self) == trace)
        #expect(trace.replay(on: Barber.self) == nil)
        for index in 1..<trace.entries.count - 1 {
            var (less, more) = (trace, trace)
            less.entries.remove(at: index)
            // A trace without its last entry may still replay.
            if index < 8 { #expect(less.replay(on: Barber.self) != nil, "without \(index)") }
            if case .eventPostponed = trace.entries[index] {
                more.entries.insert(trace.entries[index], at: index)
                #expect(more.replay(on: Barber.self) != nil, "twice \(index)")
            }
        }
        var other = trace
        other.entries[4] = .eventPostponed
        #expect(other.replay(on: Barber.self)?.subject == .effect)
        #expect(
            trace.testSource(of: Barber.self, named: "waits").contains(".on(.visit, to: .closed, effect: .postpone)"))
        #expect(
            trace.testSource(of: Barber.self, named: "waits").contains(
                ".on(.finish, to: .closed, effect: .unexpected)"))
    }
}
