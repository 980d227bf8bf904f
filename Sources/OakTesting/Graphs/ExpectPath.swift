public import Oak
import OakGraph

/// Leads a machine along a path, and fails unless it meets an expectation.
///
/// A counterexample of a graph becomes such a test with `testSource(named:expecting:)`. The machine goes through the
/// same steps as in a run, but none of its operations, activities and actions is called: they answer, return and fail
/// as the path says, so the test needs no environment. An action of which the path says nothing returns no event.
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
/// expectPath(
///     of: SignIn.self, from: .signedOut, through: [.event(.submit), .answer(.done, of: "sign-in")],
///     .someState("The user is signed in") { state in state == .signedIn })
/// ```
///
/// A path ends where the machine no longer takes it, because it has ended or the effect that ought to answer is not
/// live. A requirement of the whole path then proves nothing: the test passes, with a warning that names the step. An
/// error of the machine always fails.
///
/// - Parameters:
///   - machine: The transducer.
///   - initial: The initial state.
///   - events: The events, in order.
///   - cycle: Events that follow twice, for a fault that shows only in endless behaviour.
///   - expectation: The requirement.
public func expectPath<T: ExecutableTransducer>(
    of machine: T.Type, from initial: T.State, through events: [PathEvent<T.Event>],
    thenForEver cycle: [PathEvent<T.Event>] = [], _ expectation: PathExpectation<T.State>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let monitor = PathMonitor<T.State, T.Event, T.Output>(expectation, from: initial)
    var replay = PathReplay<T>(from: initial, watcher: monitor.note)
    let refused = (events + cycle + cycle).firstIndex { !replay.take($0.move) }
    replay.finish()
    let site = CallSite(fileID, filePath, line, column)
    if let failure = monitor.failure(isComplete: refused == nil, ending: replay.ending) {
        report(failure, at: site)
    } else if let refused {
        warn("The machine does not take step \(refused + 1) of the path, so the path proves nothing.", at: site)
    }
}
