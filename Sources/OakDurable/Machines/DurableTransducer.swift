public import Oak

/// A machine whose instances survive the process that runs them.
///
/// A ``DurableHost`` keeps the state of each instance in a store and records each macrostep in one transaction. After a
/// crash, the next process goes on where the last transaction left off: transitions happen exactly once, effects at
/// least once.
///
/// ```swift
/// enum Order: EffectTransducer, DurableTransducer {
///     enum State: Codable, Hashable, Sendable, Terminable {
///         case open, paying(cents: Int), paid, rejected
///         var isTerminal: Bool { self == .paid || self == .rejected }
///     }
///     enum Event: Codable, Sendable { case pay(cents: Int), charged, declined, tooLate }
///     struct Env: Sendable { var charge: @Sendable (Int, IdempotencyKey?) async throws -> Bool }
///
///     static let machineName = "order"
///     static let machineVersion = 1
///
///     static func activities(in state: State) -> [Effect] {
///         switch state {
///         case .paying(let cents):
///             [
///                 Effect(
///                     id: "charge",
///                     { env in try await env.charge(cents, DurableActivity.current?.key) },
///                     success: { $0 ? .charged : .declined }),
///                 .timeout(nanoseconds: 86_400_000_000_000, id: "limit", sending: .tooLate),
///             ]
///         case .open, .paid, .rejected: []
///         }
///     }
///
///     static func update(_ state: inout State, event: Event) -> Effect? {
///         switch (state, event) {
///         case (.open, .pay(let cents)): state = .paying(cents: cents)
///         case (.paying, .charged): state = .paid
///         case (.paying, .declined), (.paying, .tooLate): state = .rejected
///         case (.open, _), (.paying, .pay), (.paid, _), (.rejected, _): return .unexpected
///         }
///         return nil
///     }
/// }
/// ```
///
/// Work that takes time is an activity, named by the state; a host begins it again after a crash. A time-out may also
/// be the effect of a transition: the store keeps its deadline. Any other operation that a transition returns would be
/// lost with the process, so it ends the instance with ``DurableError/operationWouldBeLost(machine:effect:)``. Actions
/// are allowed; a macrostep that a crash has interrupted carries them out again.
///
/// The identities of activities and time-outs, and the names and keys of their children, have to be `Codable`.
public protocol DurableTransducer: ExecutableTransducer, SendableMetatype
where State: Codable & Sendable, Event: Codable & Sendable, Output: Sendable, Env: Sendable {
    /// The name of the machine in the store, which must never change.
    static var machineName: String { get }

    /// The version of the machine; 1 by default.
    ///
    /// Increase it whenever the encoded form of the state or an event changes, and add a migration from the version
    /// before.
    static var machineVersion: Int { get }

    /// The migrations from older versions, at most one from each; none by default.
    ///
    /// An instance of a version without a migration is left alone and listed.
    static var migrations: [DurableMigration<Self>] { get }

    /// Returns the treatment of a deadline when a host opens the store again; ``DeadlinePolicy/original`` by default.
    ///
    /// - Parameter timeout: The identity of the time-out.
    static func deadlinePolicy(of timeout: EffectID) -> DeadlinePolicy
}

extension DurableTransducer {
    public static var machineVersion: Int { 1 }

    public static var migrations: [DurableMigration<Self>] { [] }

    public static func deadlinePolicy(of timeout: EffectID) -> DeadlinePolicy { .original }
}
