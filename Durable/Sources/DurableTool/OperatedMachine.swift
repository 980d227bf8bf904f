import Foundation
public import OakDurable

/// A machine of a ``DurableCommand``, whose states and events the tool reads and writes.
///
/// ```swift
/// import DurableTool
/// import Oak
/// import OakDurable
///
/// enum Parcel: EffectTransducer, DurableTransducer {
///     enum State: Codable, Hashable, Sendable, NonTerminal { case packed, sent }
///     enum Event: Codable, Sendable { case send }
///     static let machineName = "parcel"
///
///     static func update(_ state: inout State, event: Event) -> Effect? {
///         state = .sent
///         return nil
///     }
/// }
///
/// let parcel = OperatedMachine.machine(Parcel.self)
/// assert(parcel.name == "parcel")
/// ```
public struct OperatedMachine: Sendable {
    /// The name of the machine in the store.
    public let name: String

    /// The JSON of the state, in the present version.
    let state: @Sendable (StoredInstance) throws -> Data
    /// The macrostep that gives an instance the state of a JSON text.
    let patch: @Sendable (StoredInstance, _ json: Data, _ now: Date) throws -> StoredStep
    /// The encoded event of a JSON text, and the version of the machine.
    let event: @Sendable (_ json: Data, InstanceName) throws -> (data: Data, version: Int)
    /// A new instance that begins in the state of another one.
    let fork: @Sendable (StoredInstance, _ id: String, _ now: Date) throws -> StoredInstance

    /// Describes a machine.
    ///
    /// Its environment is not needed, because the tool runs no machines.
    ///
    /// - Parameter machine: The machine.
    public static func machine<Machine: DurableTransducer>(_ machine: Machine.Type) -> OperatedMachine {
        OperatedMachine(
            name: Machine.machineName,
            state: { stored in try Codec.encode(try stored.state(of: Machine.self)) },
            patch: { stored, json, now in
                try stored.patched(
                    Machine.self, to: try decoded(Machine.State.self, json, "state", of: stored.name), at: now)
            },
            event: { json, name in
                (try Codec.encode(try decoded(Machine.Event.self, json, "event", of: name)), Machine.machineVersion)
            },
            fork: { stored, id, now in try stored.forked(as: DurableID<Machine>(id), at: now) })
    }
}

/// Decodes a value that an operator has typed.
private func decoded<Value: Decodable>(
    _ type: Value.Type, _ json: Data, _ part: String, of name: InstanceName
) throws(OperatorError) -> Value {
    do {
        return try Codec.decode(type, from: json)
    } catch {
        throw .unreadable(part: part, of: name, type: String(reflecting: type), reason: "\(error)")
    }
}
