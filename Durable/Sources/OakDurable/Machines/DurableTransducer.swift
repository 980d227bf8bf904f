package import Foundation
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
/// The identities of activities and time-outs, and the names and keys of their children, have to be `Codable`, and
/// encoded alike in each process, which a `Set` is not.
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

    /// Returns the tags of a state, by which a host finds its instances; none by default.
    ///
    /// The tags are stored with the macrostep, so that a list never shows those of another state. They must depend on
    /// the state alone.
    ///
    /// ```swift
    /// extension Order {
    ///     static func tags(in state: State) -> [String: DurableTag] {
    ///         switch state {
    ///         case .open: ["phase": "open"]
    ///         case .paying(let cents): ["phase": "paying", "cents": .integer(cents)]
    ///         case .paid, .rejected: ["phase": "over"]
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// Instances with other tags than a new program gives them are changed when the host reads them; see
    /// ``DurableHost/reviseInstances(of:)``.
    ///
    /// - Parameter state: The state.
    static func tags(in state: State) -> [String: DurableTag]

    /// Returns the treatment of a deadline when a host opens the store again; ``DeadlinePolicy/original`` by default.
    ///
    /// - Parameter timeout: The identity of the time-out.
    static func deadlinePolicy(of timeout: EffectID) -> DeadlinePolicy

    /// Returns the name of the queue in which an activity waits for its turn; none by default.
    ///
    /// ``DurableSettings/queues`` has the limits of each queue, which may be that of several machines.
    ///
    /// ```swift
    /// extension Order {
    ///     static func queue(of activity: EffectID) -> String? { activity == EffectID("charge") ? "payments" : nil }
    /// }
    /// ```
    ///
    /// - Parameter activity: The identity of the activity.
    static func queue(of activity: EffectID) -> String?

    /// Whether the store keeps a feed of the changes; see ``FollowedTransducer``.
    static var _isFollowed: Bool { get }
}

@_documentation(visibility: internal) extension DurableTransducer {
    public static var machineVersion: Int { 1 }

    public static var migrations: [DurableMigration<Self>] { [] }

    public static func tags(in state: State) -> [String: DurableTag] { [:] }

    public static func deadlinePolicy(of timeout: EffectID) -> DeadlinePolicy { .original }

    public static func queue(of activity: EffectID) -> String? { nil }

    public static var _isFollowed: Bool { false }
}

/// The id of an instance, with the type of its machine.
///
/// Ids are text of your choice, such as an order number; each machine has ids of its own.
public struct DurableID<Machine: DurableTransducer>: Hashable, Sendable {
    /// The id.
    public let text: String

    /// Creates an id.
    ///
    /// - Parameter text: The id, unique among the instances of the machine.
    public init(_ text: String) { self.text = text }

    /// The name of the instance, without its type.
    public var name: InstanceName { InstanceName(machine: Machine.machineName, id: text) }
}

@_documentation(visibility: internal) extension DurableID: Codable {
    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

@_documentation(visibility: internal) extension DurableID: ExpressibleByStringLiteral {
    /// Creates an id from a literal.
    ///
    /// - Parameter text: The id.
    public init(stringLiteral text: String) { self.init(text) }
}

@_documentation(visibility: internal) extension DurableID: CustomStringConvertible {
    public var description: String { "\(name)" }
}

/// The way from an older version of a machine to the present one.
///
/// ```swift
/// extension Order {
///     static var machineVersion: Int { 2 }
///
///     static var migrations: [DurableMigration<Order>] {
///         [
///             DurableMigration(
///                 from: 1, state: OrderV1.State.self, event: OrderV1.Event.self,
///                 migrateState: { old in
///                     switch old {
///                     case .open: .open
///                     case .paying(let euros): .paying(cents: euros * 100)
///                     case .paid: .paid
///                     case .rejected: .rejected
///                     }
///                 },
///                 migrateEvent: { old in
///                     switch old {
///                     case .pay(let euros): .pay(cents: euros * 100)
///                     case .remind: nil
///                     }
///                 })
///         ]
///     }
/// }
/// ```
///
/// A host migrates an instance when it reads it, and stores the result as a macrostep of its own. Waiting events, and
/// those of deadlines, are migrated when they are processed.
public struct DurableMigration<Machine: DurableTransducer>: Sendable {
    /// The version that the migration begins with.
    public let version: Int

    package let state: @Sendable (Data) throws -> Machine.State
    package let event: @Sendable (Data) throws -> Machine.Event?

    /// Creates a migration from an older version.
    ///
    /// - Parameters:
    ///   - version: The older version.
    ///   - oldState: The type of its states.
    ///   - oldEvent: The type of its events.
    ///   - migrateState: Makes a state of the present version.
    ///   - migrateEvent: Makes an event of the present version; `nil` drops the event.
    public init<OldState: Decodable & SendableMetatype, OldEvent: Decodable & SendableMetatype>(
        from version: Int, state oldState: OldState.Type, event oldEvent: OldEvent.Type,
        migrateState: @escaping @Sendable (OldState) throws -> Machine.State,
        migrateEvent: @escaping @Sendable (OldEvent) throws -> Machine.Event?
    ) {
        self.version = version
        state = { try migrateState(try Codec.decode(OldState.self, from: $0)) }
        event = { try migrateEvent(try Codec.decode(OldEvent.self, from: $0)) }
    }

    /// Creates a migration from an older version with the same type of events.
    ///
    /// - Parameters:
    ///   - version: The older version.
    ///   - oldState: The type of its states.
    ///   - migrateState: Makes a state of the present version.
    public init<OldState: Decodable & SendableMetatype>(
        from version: Int, state oldState: OldState.Type,
        migrateState: @escaping @Sendable (OldState) throws -> Machine.State
    ) {
        self.init(
            from: version, state: oldState, event: Machine.Event.self, migrateState: migrateState,
            migrateEvent: { $0 })
    }
}
