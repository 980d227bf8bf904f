import IssueReporting
public import Oak
import OakGraph

/// Drives a machine step by step, and fails for every event, state, output and effect that the test does not state.
///
/// The machine runs in the run loop of production, on a ``DeterministicExecutor`` of its own. After each call,
/// everything has happened that can happen without the test. A test therefore never waits, and fails at once where it
/// expects something that will not come.
///
/// ```swift
/// @Test func signingIn() async {
///     let answer = Gate<String>("the server's answer")
///     let tester = TransducerTester(of: SignIn.self, initialState: .signedOut, env: .init(signIn: answer.wait))
///
///     await tester.send(.signInRequested) { $0 = .signingIn }
///     tester.expectStarted(.operation(id: "sign-in"))
///
///     answer.open(returning: "Robin")
///     await tester.receive(.answered("Robin")) { $0 = .signedIn("Robin") }
///     await tester.finish()
/// }
/// ```
///
/// State the steps in the order in which they happen: an event with ``send(_:_:fileID:filePath:line:column:)`` or
/// ``receive(_:_:fileID:filePath:line:column:)``, then, in any order, its outputs and the effects that it starts and
/// cancels. State activities like effects, after the state that names them: `.activity(.operation(id: "sign-in"))`. At
/// the end call ``finish(fileID:filePath:line:column:)``. With ``Exhaustivity/off(showSkipped:)`` a test states only
/// the steps that it is about.
///
/// Time-outs that name no clock run on the ``clock`` of the tester: advance it. All other work of the machine has to
/// stay on the executor: replace services by values, by a ``Gate`` and by a ``TestClock``. The tester does not wait for
/// an operation that leaves the executor, with a detached task or a network request.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public final class TransducerTester<T: ExecutableTransducer> {
    typealias Entry = Journal<T.State, T.Event, T.Output>.Entry

    /// The handle of the run; events sent through it are stated with `receive`.
    ///
    /// The machine only runs while a function of the tester is called. A send that waits, for room in the mailbox or
    /// for the end of a step, therefore never returns when the test itself awaits it: send with
    /// ``send(_:_:fileID:filePath:line:column:)``, which works for every kind of handle.
    public let proxy: T.Proxy

    /// The state after the last stated step.
    public internal(set) var state: T.State

    /// How much of the run the test has to state.
    public var exhaustivity: Exhaustivity

    /// The clock of time-outs that name no other.
    public let clock: TestClock

    let executor = DeterministicExecutor()
    let journal = Journal<T.State, T.Event, T.Output>()
    /// The result of the run, once it has ended.
    let ending = Outcome<T.Output>()
    let origin: CallSite
    var isFinished = false
    /// Whether an endless run has already been reported.
    private(set) var isEndless = false

    /// Starts a machine.
    ///
    /// - Parameters:
    ///   - type: The transducer.
    ///   - initialState: The initial state.
    ///   - proxy: The handle of the run.
    ///   - env: The environment of its effects.
    ///   - settings: The limits of the run; by default, ten thousand action events per event.
    ///   - clock: The clock of time-outs that name no other.
    ///   - exhaustivity: How much of the run the test has to state.
    public convenience init(
        of type: T.Type = T.self, initialState: sending T.State, proxy: T.Proxy = T.Proxy(), env: sending T.Env,
        settings: RunSettings = .forTests, clock: TestClock = TestClock(), exhaustivity: Exhaustivity = .on,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        self.init(
            initialState: initialState, proxy: proxy, env: env, settings: settings, clock: clock,
            exhaustivity: exhaustivity, at: CallSite(fileID, filePath, line, column), starting: nil)
    }

    /// Starts a machine.
    ///
    /// - Parameter starting: Starts the task of each operation, which inherits the task-local values.
    package init(
        initialState: sending T.State, proxy: T.Proxy, env: sending T.Env, settings: RunSettings, clock: TestClock,
        exhaustivity: Exhaustivity, at origin: CallSite,
        starting: (@Sendable (EffectSummary, () -> Void) -> Void)?
    ) {
        self.clock = clock
        state = initialState
        self.proxy = proxy
        self.exhaustivity = exhaustivity
        self.origin = origin
        // All of the run stays on the executor, which only runs when the tester drives it: never more than one thread
        // is involved.
        nonisolated(unsafe) let (initialState, env, journal) = (initialState, env, journal)
        let run = { @Sendable [ending] (_: isolated (any Actor)?) async in
            await ending.record {
                try await T.run(
                    initialState: initialState, proxy: proxy, env: env, observer: journal, settings: settings)
            }
        }
        let scenario = Scenario.changed { scenario in
            if let starting { scenario.instrument = { _ in OperationStarter(starting) } }
        }
        // As in a host, a machine of the main actor stays there.
        let isOnMainActor = DeterministicExecutor.decidesMainActor && MainActorStandIn.isCurrent
        Scenario.$current.withValue(scenario) {
            DefaultClock.$driving.withValue(clock) {
                _ = executor.start { await run(isOnMainActor ? MainActor.shared : nil) }
            }
        }
        executor.run()
    }

    deinit {
        guard !isFinished else { return }
        proxy.cancel()
        executor.run()
        report("The test of \(T.self) ends without `finish()`: call it, so that nothing is left unstated.", at: origin)
    }

    /// Whether the run has ended.
    public var hasEnded: Bool { ending.result != nil }

    /// Runs a task that sends events through the proxy, and may wait for their processing.
    ///
    /// State the events that it sends with `receive`. The test itself cannot await such a send, because the machine
    /// would not run meanwhile.
    ///
    /// ```swift
    /// let tester = TransducerTester(of: Counter.self, initialState: .init())
    /// await tester.perform { proxy in try await proxy.sendWaitingForRoom(.increment) }
    /// await tester.receive(.increment) { $0.count = 1 }
    /// tester.expectOutput(1)
    /// await tester.finish()
    /// ```
    ///
    /// - Parameter body: The body of the task; the test fails if it throws or does not return.
    public nonisolated(nonsending) func perform(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        _ body: @escaping @Sendable @concurrent (T.Proxy) async throws -> Void
    ) async {
        let site = CallSite(fileID, filePath, line, column)
        let outcome = Outcome<Void>()
        let task = executor.start { [proxy] in await outcome.record { try await body(proxy) } }
        await settle()
        switch outcome.result {
        case .success?: break
        case .failure(let error)?: report("The task has failed: \(error)", at: site)
        case nil:
            report("The task has not returned." + pendingText, at: site)
            task.cancel()
            await settle()
        }
    }

    /// Runs the machine until nothing more can happen without the test.
    ///
    /// Other functions do so themselves. Call it after opening a ``Gate`` or sending through ``proxy`` when only the
    /// resulting outputs and effects are stated next.
    public nonisolated(nonsending) func settle() async {
        let isAtRest = await executor.runUntilIdle()
        noteRejections()
        guard !isAtRest, !isEndless else { return }
        isEndless = true
        report(
            """
            \(T.self) does not come to rest: after \(DeterministicExecutor.jobLimit) jobs there are still more. An \
            effect goes on and on, without waiting for a clock or a gate.
            """, at: origin)
    }

    /// Runs the machine until nothing more can happen without the test and without the main actor.
    func catchUp() {
        executor.run()
        noteRejections()
    }

    /// Records the events that the mailbox has rejected, which the run would report only with its next step, and
    /// reports broken rules.
    private func noteRejections() {
        for (event, error) in proxy.mailbox.takeRejections() {
            journal.observe(Occurrence<T.State, T.Event, T.Output>.sendRejected(event, error))
        }
        for breach in journal.breaches { report("\(breach)", at: origin) }
        journal.breaches = []
    }

    /// Takes the transition of the event just taken, and checks its state.
    func finishStep(of event: String, at site: CallSite, check: (T.State, T.State) throws -> Void) {
        // A reply is stated like an output, and leaves the state as it is.
        let next: T.State? =
            switch journal.entries.first?.occurrence {
            case .eventPostponed?, .eventUnexpected?: state
            case nil, _?: journal.takeTransition()
            }
        guard let next else {
            return report("\(event) was taken, and no transition was made." + endingText + pendingText, at: site)
        }
        defer { state = next }
        do {
            try check(state, next)
        } catch {
            report("After \(event): \(error)", at: site)
        }
    }

    /// Takes the transition of a skipped event.
    func passStep() {
        if let next = journal.takeTransition() { state = next }
    }

    /// Fails for entries that the test has not stated so far.
    ///
    /// - Parameters:
    ///   - step: The next step, in words.
    ///   - upToEvent: Whether that step states an event that has already happened.
    func requireNothingUnstated(before step: String, upToEvent: Bool = false, at site: CallSite) {
        let unstated = upToEvent ? journal.takeUntilEvent() : journal.takeAll()
        for case .transition(_, _, to: let next) in unstated.map(\.occurrence) where !upToEvent { state = next }
        note(unstated, before: step, at: site)
    }

    /// Reports the entries that the test has skipped.
    func note(_ entries: [Entry], before step: String, at site: CallSite) {
        let entries = entries.filter { !$0.isVacuous }
        guard !entries.isEmpty else { return }
        let limit = 50
        let more = entries.count > limit ? "\n… and \(entries.count - limit) more" : ""
        let list = entries.prefix(limit).map { "• \($0)" }.joined(separator: "\n") + more
        switch exhaustivity {
        case .on: report("This happened before \(step), and the test does not state it:\n\(list)", at: site)
        case .off(showSkipped: true): warn("Passed over before \(step):\n\(list)", at: site)
        case .off(showSkipped: false): break
        }
    }

    /// The result of the run, as a sentence.
    var endingText: String {
        switch ending.result {
        case nil: ""
        case .success(let output): " The run has ended with the output \(sourceText(of: output))."
        case .failure(let error): " The run has ended with the error \(sentence(of: error))"
        }
    }

    /// Whether the machine is in the middle of an event: an action or a subject has not returned.
    private var isInterruptedInEvent: Bool { ending.result == nil && !isEndless && !proxy.mailbox.isAwaited }

    /// Whether any work is under way.
    var hasWork: Bool { !journal.live.isEmpty || isInterruptedInEvent }

    /// The work that is under way and cannot go on by itself, as a list.
    var pendingText: String {
        var effects = journal.live.map { effect in
            let description = EffectDescription<T.Event>(effect.summary)
            return effect.wasCancelled
                ? "• \(description) was cancelled and has not ended" : "• \(description) has not ended"
        }
        if isInterruptedInEvent {
            effects.append("• the machine is in the middle of an event: an action has not returned")
        }
        let waits = executor.waits.map { "• waiting for \($0)" }
        guard !effects.isEmpty || !waits.isEmpty else { return " Nothing is pending." }
        let hint =
            waits.isEmpty
            ? """

            No task waits for a gate or a TestClock: the pending work waits for something outside of the test, such as \
            a real clock, a network or a detached task. Replace it by a stand-in.
            """ : ""
        return "\nPending:\n" + (effects + waits).joined(separator: "\n") + hint
    }

    /// Compares the state after a step with the test's change of the state before.
    func compare(_ before: T.State, _ after: T.State, _ change: ((inout T.State) throws -> Void)?) throws {
        // A test that is not exhaustive states a part of the state; all other changes are accepted.
        var expected = exhaustivity == .on ? before : after
        try change?(&expected)
        guard !areAlike(expected, after) else { return }
        let problem =
            change == nil
            ? "the state has changed, and the test states no change." : "the state is not the expected one."
        throw DescribedError(description: "\(problem)\n\n\(difference(from: expected, to: after))")
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TransducerTester where T.Env == Void {
    /// Starts a machine without an environment.
    ///
    /// - Parameters:
    ///   - type: The transducer.
    ///   - initialState: The initial state.
    ///   - proxy: The handle of the run.
    ///   - settings: The limits of the run; by default, ten thousand action events per event.
    ///   - exhaustivity: How much of the run the test has to state.
    public convenience init(
        of type: T.Type = T.self, initialState: sending T.State, proxy: T.Proxy = T.Proxy(),
        settings: RunSettings = .forTests, exhaustivity: Exhaustivity = .on,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        self.init(
            of: type, initialState: initialState, proxy: proxy, env: (), settings: settings,
            exhaustivity: exhaustivity, fileID: fileID, filePath: filePath, line: line, column: column)
    }
}

extension RunSettings {
    /// The limits of a run in a test: at most ten thousand action events per event.
    ///
    /// The limit stops a machine that answers its own events without end before its list of them gets long.
    public static var forTests: RunSettings { RunSettings(actionLimit: 10_000) }
}

/// How much of a run a test has to state.
public enum Exhaustivity: Hashable, Sendable {
    /// Everything: an unstated step is a failure.
    case on

    /// Only the steps that the test is about. Skipped steps can be shown as a warning.
    case off(showSkipped: Bool)

    /// Only the steps that the test is about; skipped steps are not shown.
    public static var off: Exhaustivity { .off(showSkipped: false) }
}

/// Starts the operations of a run in the way of a test.
private struct OperationStarter: RunInstrument {
    static var standing: ObserverStanding { .witness }

    private let starting: @Sendable (EffectSummary, () -> Void) -> Void

    init(_ starting: @escaping @Sendable (EffectSummary, () -> Void) -> Void) { self.starting = starting }

    func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {}
    func start(_ operation: EffectSummary, _ start: () -> Void) { starting(operation, start) }
}
