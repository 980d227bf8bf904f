import Oak
import OakTesting
import TestSupport
import Testing

@Suite("Wrong and missing statements of a test are reported at their lines")
struct UnstatedTests {
    private let answer = Gate<String>("the answer")
    private let clock = TestClock()

    private func tester(exhaustivity: Exhaustivity = .on) -> TransducerTester<Login> {
        TransducerTester(
            initialState: .signedOut, env: .init(answer: answer.wait, clock: clock), exhaustivity: exhaustivity)
    }

    private func signingIn() async -> TransducerTester<Login> {
        let tester = tester()
        await tester.send(.signInRequested) { $0 = .signingIn }
        tester.expectStarted(.combination, .operation(id: "sign-in"), .operation(id: "time-out"))
        return tester
    }

    /// The issues of one line, after which the test ends.
    private func issues(
        of tester: TransducerTester<Login>, line: UInt = #line, _ body: () async -> Void
    ) async -> Issues {
        let issues = await Issues.of(body)
        #expect(issues.lines == [line])
        await abandon(tester)
        return issues
    }

    /// Ends a tester whose test is about a failure before.
    private func abandon(_ tester: TransducerTester<Login>) async {
        tester.exhaustivity = .off
        await tester.finish()
    }

    @Test("A wrong state is reported with the difference")
    func state() async {
        let tester = tester()
        let issues = await issues(of: tester) { await tester.send(.signInRequested) { $0 = .signedIn(name: "x") } }
        #expect(issues.only.hasPrefix("After .signInRequested: the state is not the expected one."))
        #expect(issues.only.contains("+ Login.State.signingIn"))
        #expect(issues.only.contains(#"− Login.State.signedIn(name: "x")"#))
    }

    @Test("A change of state that the test does not state is reported")
    func unstatedChange() async {
        let tester = tester()
        let issues = await issues(of: tester) { await tester.send(.signInRequested) }
        #expect(issues.message(0).contains("the state has changed, and the test states no change"))
    }

    @Test("Effects that the test does not state are reported at the next step")
    func unstatedEffects() async {
        let tester = tester()
        await tester.send(.signInRequested) { $0 = .signingIn }
        let issues = await issues(of: tester) { await tester.send(.retry) }
        #expect(
            issues.messages == [
                """
                This happened before .retry is sent, and the test does not state it:
                • started: expectStarted(.combination)
                • started: expectStarted(.operation(id: "sign-in"))
                • started: expectStarted(.operation(id: "time-out"))
                """
            ])
    }

    @Test("An event that is received and not stated is reported")
    func unstatedEvent() async {
        let tester = await signingIn()
        answer.open(returning: "Robin")
        let issues = await Issues.of { await tester.finish() }
        #expect(issues.lines == [#line - 1])
        #expect(issues.message(0).contains(#"event of an operation: receive(.answered("Robin"))"#))
        #expect(
            issues.message(0).contains(
                #"cancelled: expectCancelled(.operation(id: "time-out"), because: .cancelTask)"#))
    }

    @Test("An event other than the expected event is reported")
    func otherEvent() async {
        let tester = await signingIn()
        answer.open(returning: "Robin")
        let issues = await issues(of: tester) { await tester.receive(.answered("Bob")) }
        #expect(issues.message(0).contains(#"− Login.Event.answered("Bob")"#))
    }

    @Test("An expected event that cannot occur is reported with the pending work")
    func nothingComes() async {
        let tester = await signingIn()
        let issues = await Issues.of { await tester.receive(.answered("Robin")) { $0 = .signedIn(name: "Robin") } }
        #expect(
            issues.messages == [
                """
                No event was received where .answered("Robin") was expected.
                Pending:
                • .combination has not ended
                • .operation(id: "sign-in") has not ended
                • .operation(id: "time-out") has not ended
                • waiting for the answer: open it
                • waiting for a TestClock, which stands at 0.0 seconds, to reach 10.0 seconds: advance it
                """
            ])
        await abandon(tester)
    }

    @Test("Work that is still under way at the end is reported")
    func liveWork() async {
        let tester = await signingIn()
        let issues = await Issues.of { await tester.finish() }
        #expect(issues.only.hasPrefix("Work is under way where the test is finished"))
        #expect(tester.hasEnded)
    }

    @Test("A test that does not call finish is reported at the line where it began")
    func neverFinished() {
        let issues = Issues.of { _ = tester() }
        #expect(
            issues.messages == ["The test of Login ends without `finish()`: call it, so that nothing is left unstated."]
        )
    }

    @Test("An event sent to an ended machine is reported")
    func ended() async {
        let tester = tester()
        await tester.send(.close) { $0 = .closed }
        let issues = await Issues.of { await tester.send(.retry) }
        #expect(
            issues.messages == [
                "The machine does not accept .retry: The machine has ended and takes no more events: `run`, or `value` of its host, tells why. The run has ended with the output (). Nothing is pending."
            ])
        await abandon(tester)
    }

    @Test("An unstated error of a run is reported")
    func failing() async {
        let tester = await signingIn()
        answer.open(throwing: TransducerError.bufferOverflow)
        let issues = await Issues.of {
            #expect(tester.hasEnded == false)
            await tester.finish()
        }
        #expect(
            issues.messages.contains { $0.contains("state it with `finish(throwing: TransducerError.bufferOverflow)`") }
        )
    }

    @Test("A run that does not end as the test states is reported")
    func returning() async {
        let ended = tester()
        await ended.send(.close) { $0 = .closed }
        await ended.finish(returning: ())
        let again = await Issues.of { await ended.finish() }
        #expect(again.messages == ["The test of Login was finished before: `finish` is its last step."])

        let waiting = tester()
        let issues = await Issues.of { await waiting.finish(returning: ()) }
        #expect(
            issues.messages == [
                "The run has not ended in a terminal state; the machine waits for events. Nothing is pending."
            ])
    }

    @Test("A test can state the error of a run, and a run without the stated error is reported")
    func throwing() async {
        let tester = await signingIn()
        answer.open(throwing: TransducerError.bufferOverflow)
        await tester.settle()
        tester.expectCancelled(.combination, .operation(id: "time-out"), because: .machineEnded)
        await tester.finish(throwing: TransducerError.bufferOverflow)

        let other = self.tester()
        let issues = await Issues.of { await other.finish(throwing: TransducerError.cancelled) }
        #expect(issues.messages == ["The run has not failed; it has not ended. Nothing is pending."])
    }

    @Test("A stated output or effect that did not occur is reported with the actual ones")
    func missing() async {
        let tester = tester()
        await tester.send(.signInRequested) { $0 = .signingIn }
        let issues = Issues.of {
            tester.expectStarted(.operation(id: "sign-in"))
            tester.expectCancelled(.operation(id: "sign-in"))
            tester.expectOverdue(.operation(id: "sign-in"))
            tester.expectRejected()
            tester.expectOutput(assert: { _ in })
            tester.expectOutput(assert: { _ in })
        }
        #expect(issues.lines.map { $0 - (issues.lines.first ?? 0) } == [0, 1, 2, 3, 5])
        #expect(issues.message(0) == #".combination was started instead of .operation(id: "sign-in")."#)
        #expect(issues.message(1).contains("was not cancelled. There is:\n• started"))
        await abandon(tester)
    }

    @Test("A stated part of a composition that did not start or is a different effect is reported")
    func parts() async {
        let tester = tester()
        await tester.send(.signInRequested) { $0 = .signingIn }
        let issues = Issues.of {
            tester.expectStarted(.combination([.operation(id: "sign-in"), .operation(id: "elsewhere")]))
        }
        #expect(
            issues.messages == [#".operation(id: "time-out") was started instead of .operation(id: "elsewhere")."#])
        await abandon(tester)
    }

    @Test("Work that waits for something outside the test is reported with the pending sleeps")
    func outside() async {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        let tester = TransducerTester(
            of: Login.self, initialState: .signedOut,
            env: .init(
                answer: {
                    for await name in stream { return name }
                    throw CancellationError()
                }, clock: clock), exhaustivity: .off)
        await tester.send(.signInRequested) { $0 = .signingIn }
        await clock.advance(by: .seconds(1))
        let issues = await Issues.of { await tester.receive(.answered("Robin")) }
        #expect(issues.message(0).contains("waiting for a TestClock"))
        await tester.send(.close) { $0 = .closed }
        continuation.finish()
        await tester.finish()
    }

    @Test("Skipped occurrences are shown on request where exhaustivity is off")
    func inexhaustive() async {
        for (exhaustivity, count) in [(Exhaustivity.off, 0), (.off(showSkipped: true), 1)] {
            let tester = tester(exhaustivity: exhaustivity)
            let issues = await Issues.of {
                await tester.send(.signInRequested)
                await tester.send(.close) { $0 = .closed }
            }
            #expect(issues.messages.count == count)
            tester.exhaustivity = .off
            await tester.finish()
        }
    }
}

@Suite("A machine that never becomes idle")
struct RestlessTests {
    private enum PollingMachine: EffectTransducer {
        enum State { case polling }
        enum Event { case poll }

        static func update(_ state: inout State, event: Event) -> Effect? {
            Effect(id: "poll") { _, _ in while !Task.isCancelled { await Task.yield() } }
        }
    }

    @Test("A machine that never becomes idle is reported once, and the test ends")
    func restless() async {
        let issues = await Issues.of {
            let tester = TransducerTester(of: PollingMachine.self, initialState: .polling)
            await tester.send(.poll)
            tester.expectStarted(.operation(id: "poll"))
            await tester.cancel()
            tester.expectCancelled(.operation(id: "poll"))
            await tester.finish(throwing: TransducerError.cancelled)
        }
        #expect(issues.only.contains("does not come to rest"))
    }
}

@Suite("Occurrences between the events of a test")
struct BetweenEventsTests {
    private enum Slow: EffectTransducer {
        enum State { case waiting }
        enum Event { case ask, answered }
        typealias Env = Gate<Void>

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .ask:
                return Effect(action: { gate in
                    try await gate.wait()
                    return .answered
                })
            case .answered: return nil
            }
        }
    }

    @Test("An action that is under way at the end of a test is reported")
    func suspendedAction() async {
        let issues = await Issues.of {
            let tester = TransducerTester(of: Slow.self, initialState: .waiting, env: Gate("the answer"))
            await tester.send(.ask)
            tester.expectStarted(.action)
            try? tester.proxy.send(.ask)
            await tester.finish()
        }
        #expect(issues.only.hasPrefix("Work is under way where the test is finished"))
        #expect(
            issues.only.hasSuffix(
                """
                Pending:
                • the machine is in the middle of an event: an action has not returned
                • waiting for the answer: open it
                """))
    }

    @Test("An event that is rejected while the machine is idle is reported")
    func rejectedAtRest() async {
        let tester = TransducerTester(of: Turnstile.self, initialState: .locked, proxy: .init(bufferSize: 1))
        try? tester.proxy.send(contentsOf: [.push, .push])
        tester.expectRejected(.push)
        let issues = await Issues.of { await tester.send(.coin) { $0 = .unlocked } }
        #expect(issues.only.contains("expectRejected(.push)"))
        tester.expectOutput(false)
        try? tester.proxy.send(contentsOf: [.push, .push])
        let missed = await Issues.of { await tester.finish() }
        #expect(missed.only.contains("expectRejected(.push)"))
    }

    private enum Runaway: EffectTransducer {
        enum State { case running }
        enum Event { case goOn }

        static func update(_ state: inout State, event: Event) -> Effect? { .event(.goOn) }
    }

    @Test("An endless chain of action events is reported in a short message")
    func runaway() async {
        let issues = await Issues.of {
            let tester = TransducerTester(of: Runaway.self, initialState: .running)
            await tester.send(.goOn)
            await tester.finish()
        }
        #expect(issues.messages.count == 2)
        #expect(issues.messages.allSatisfy { $0.count < 5_000 })
        #expect(issues.message(0).contains("more"))
        #expect(issues.message(1).contains("runawayActions"))
    }
}
