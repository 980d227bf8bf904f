package import Foundation

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
