public import Oak

/// Drives a machine step by step, and fails for everything that it does and the test does not state.
///
/// The machine runs in the run loop of production, on a ``DeterministicExecutor`` of its own. After each call everything has
/// happened that can happen without the test; so a test never waits, and what it waits for in vain it learns at once.
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
/// State each step in the order in which it happens: an event with ``send(_:_:fileID:filePath:line:column:)`` or
/// ``receive(_:_:fileID:filePath:line:column:)``, then, in any order, its outputs and the effects that it starts and cancels.
/// Activities are stated as effects are, behind the state that names them: `.activity(.operation(id: "sign-in"))`.
/// At the end call ``finish(fileID:filePath:line:column:)``. With ``Exhaustivity/off(showSkipped:)`` a test states only what
/// it is about.
///
/// Nothing may keep the machine's work from the executor: services are stood in for by values, by a ``Gate`` and by a
/// ``TestClock``. An operation that leaves it, with a detached task or a network request, is not waited for.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public final class TransducerTester<T: ExecutableTransducer> {
    typealias Entry = Journal<T.State, T.Event, T.Output>.Entry

    /// The handle of the run; what is sent through it is stated with `receive`.
    ///
    /// The machine goes on when a function of the tester is called, and not before. So what is awaited through the handle in the
    /// test itself, as room in the mailbox or the end of a step, never comes: send with
    /// ``send(_:_:fileID:filePath:line:column:)``, which does for every kind of handle.
    public let proxy: T.Proxy

    /// The state after the last step that was stated.
    public internal(set) var state: T.State

    /// How much the test has to state.
    public var exhaustivity: Exhaustivity

    let executor = DeterministicExecutor()
    let journal = Journal<T.State, T.Event, T.Output>()
    let ending = Ending<T.Output>()
    let origin: CallSite
    var isFinished = false
    /// Whether it was reported already that there is always more to do.
    private(set) var isEndless = false

    /// Starts a machine.
    ///
    /// - Parameters:
    ///   - type: The transducer.
    ///   - initialState: The state in which it starts.
    ///   - proxy: The handle of the run.
    ///   - env: What its effects are given.
    ///   - settings: The limits of the run; ten thousand action events to one event unless stated otherwise.
    ///   - exhaustivity: How much the test has to state.
    public init(
        of type: T.Type = T.self, initialState: sending T.State, proxy: T.Proxy = T.Proxy(), env: sending T.Env,
        settings: RunSettings = .forTests, exhaustivity: Exhaustivity = .on,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        state = initialState
        self.proxy = proxy
        self.exhaustivity = exhaustivity
        origin = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let launch: any Launchable = Launch<T>(
            initialState: initialState, proxy: proxy, env: env, journal: journal, settings: settings, ending: ending)
        executor.start { await launch() }
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

    /// Lets a task send events through the proxy, which may wait for what becomes of them.
    ///
    /// What it sends is stated with `receive`. In the body of the test nobody would run the machine while such a send is awaited.
    ///
    /// ```swift
    /// let tester = TransducerTester(of: Counter.self, initialState: .init())
    /// await tester.perform { proxy in try await proxy.sendWhenRoom(.increment) }
    /// await tester.receive(.increment) { $0.count = 1 }
    /// tester.expectOutput(1)
    /// await tester.finish()
    /// ```
    ///
    /// - Parameter body: What the task does; an error, and that it does not return, is a failure of the test.
    public nonisolated(nonsending) func perform(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        _ body: @escaping @Sendable @concurrent (T.Proxy) async throws -> Void
    ) async {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let result = Protected<Result<Void, any Error>?>(nil)
        let task = executor.start { [proxy] in
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await body(proxy)) } catch { outcome = .failure(error) }
            result.withLock { $0 = outcome }
        }
        await settle()
        switch result.withLock({ $0 }) {
        case .success?: break
        case .failure(let error)?: report("The task has failed: \(error)", at: site)
        case nil:
            report("The task has not returned." + pendingText, at: site)
            task.cancel()
            await settle()
        }
    }

    /// Lets everything happen that can happen without the test.
    ///
    /// Other functions do so themselves. Call it after opening a ``Gate`` or sending through ``proxy`` when nothing but
    /// the outputs and effects of that is to be stated next.
    public nonisolated(nonsending) func settle() async {
        let isAtRest = await executor.runUntilIdle()
        noteRejections()
        guard !isAtRest, !isEndless else { return }
        isEndless = true
        report(
            """
            \(T.self) does not come to rest: after \(DeterministicExecutor.jobLimit) jobs there are still more. An effect goes \
            on and on, without waiting for a clock or a gate.
            """, at: origin)
    }

    /// Lets everything happen that can happen without the test and without the main actor.
    func catchUp() {
        executor.run()
        noteRejections()
    }

    /// Notes what the mailbox has not accepted, which the run would tell with its next step only.
    private func noteRejections() {
        for (event, error) in proxy.mailbox.takeRejectedEvents() { journal.observe(rejected: event, because: error) }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TransducerTester where T.Env == Void {
    /// Starts a machine without an environment.
    ///
    /// - Parameters:
    ///   - type: The transducer.
    ///   - initialState: The state in which it starts.
    ///   - proxy: The handle of the run.
    ///   - settings: The limits of the run; ten thousand action events to one event unless stated otherwise.
    ///   - exhaustivity: How much the test has to state.
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
    /// The limits of a run in a test: at most ten thousand action events to one event.
    ///
    /// A machine that answers its own events without end is found out before its list of them gets long.
    public static var forTests: RunSettings { RunSettings(actionLimit: 10_000) }
}

/// How a run has ended, once it has.
final class Ending<Output>: @unchecked Sendable {
    var result: Result<Output, any Error>?
}

/// A run that can be taken to another task without naming its machine, whose type is not `Sendable`.
private protocol Launchable: Sendable {
    nonisolated(nonsending) func callAsFunction() async
}

/// The run of a machine, on its way to the executor.
///
/// All of it is on that executor from then on, which only runs when the tester says so: there is never more than one thread.
private struct Launch<T: ExecutableTransducer>: Launchable, @unchecked Sendable {
    let initialState: T.State
    let proxy: T.Proxy
    let env: T.Env
    let journal: Journal<T.State, T.Event, T.Output>
    let settings: RunSettings
    let ending: Ending<T.Output>

    nonisolated(nonsending) func callAsFunction() async {
        do {
            ending.result = .success(
                try await T.run(
                    initialState: initialState, proxy: proxy, env: env, observer: journal, settings: settings))
        } catch {
            ending.result = .failure(error)
        }
    }
}
