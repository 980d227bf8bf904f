public import Oak
import OakGraph

/// Leads a live machine along a path, and fails unless it meets an expectation.
///
/// A counterexample of a graph becomes such a test with `testSource(named:expecting:)`. The machine runs in the run
/// loop of production on a ``DeterministicExecutor``. Its operations and activities are stand-ins that answer as the
/// path says, so the test needs no environment; actions return no events.
///
/// ```swift
/// import OakTesting
///
/// enum SignIn: EffectTransducer {
///     enum State { case signedOut, signingIn, signedIn }
///     enum Event: Sendable { case submit, done }
///     struct Env: Sendable { var signIn: @Sendable () async throws -> Void }
///
///     static func update(_ state: inout State, event: Event) -> Effect? {
///         switch (state, event) {
///         case (.signedOut, .submit):
///             state = .signingIn
///             return Effect(id: "sign-in", { env in try await env.signIn() }, success: .done)
///         case (.signingIn, .done): state = .signedIn
///         case (.signingIn, .submit), (.signedOut, .done), (.signedIn, _): break
///         }
///         return nil
///     }
/// }
///
/// await expectPath(
///     of: SignIn.self, from: .signedOut, through: [.event(.submit), .answer(.done, of: "sign-in")],
///     .someState("The user is signed in") { state in state == .signedIn })
/// ```
///
/// A path ends where the machine no longer takes it, because it has ended or the effect that ought to answer is not
/// live. What has to hold on the whole path then proves nothing, and the test passes. An error of the run always fails.
///
/// - Parameters:
///   - machine: The transducer.
///   - initial: The initial state.
///   - events: The events, in order.
///   - cycle: Events that follow twice, for a fault that shows only in endless behaviour.
///   - expectation: The requirement.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated(nonsending) func expectPath<T: ExecutableTransducer>(
    of machine: T.Type, from initial: T.State, through events: [PathEvent<T.Event>],
    thenForEver cycle: [PathEvent<T.Event>] = [], _ expectation: PathExpectation<T.State>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async {
    let site = CallSite(fileID, filePath, line, column)
    let standIns = StandIns<T.Event>()
    let monitor = PathMonitor<T.State, T.Event, T.Output>(expectation, from: initial)
    nonisolated(unsafe) let start = initial
    let tester = TransducerTester(
        of: StoodInMachine<T>.self, initialState: start, proxy: .init(bufferSize: 64), env: standIns,
        exhaustivity: .off, fileID: fileID, filePath: filePath, line: line, column: column)
    await tester.settle()
    var isComplete = true
    for event in events + cycle + cycle {
        for entry in tester.journal.takeAll() { monitor.note(entry.occurrence) }
        guard !tester.hasEnded, await tester.take(event, standIns) else {
            isComplete = false
            break
        }
    }
    for entry in tester.journal.takeAll() { monitor.note(entry.occurrence) }
    if let failure = monitor.failure(isComplete: isComplete, ending: tester.ending.result) { report(failure, at: site) }
    tester.isFinished = true
    await tester.cancel()
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TransducerTester {
    /// Lets the machine take an event of a path.
    ///
    /// - Returns: Whether it does.
    fileprivate nonisolated(nonsending) func take(_ next: PathEvent<T.Event>, _ standIns: StandIns<T.Event>) async
        -> Bool
    {
        nonisolated(unsafe) let event = next.event
        let isTaken =
            if let sender = next.sender {
                standIns.answer(event, of: sender, isLast: next.isLast)
            } else {
                (try? InputPort(proxy.mailbox).send(event)) != nil
            }
        await settle()
        return isTaken
    }
}
