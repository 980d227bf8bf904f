package import Foundation
import Oak
package import OakText

/// A host as an inspector sees it at a moment.
package struct DurableHostView: Sendable {
    /// How a host stands.
    package enum Condition: Hashable, Sendable {
        case new, opening, open, closing, closed
        case failed(DurableError)
    }

    package let condition: Condition
    /// The leases of its shards, in their order.
    package let leases: [StoreLease]
    package let load: DurableLoad
    /// The names of its machines, in their order.
    package let machines: [String]
    package let payloads: DurablePayloads
    /// The time by its clock.
    package let now: Date
    package let store: any DurableStore
}

extension DurableHost {
    /// The host at this moment.
    ///
    /// - Complexity: O(*n*) for *n* instances in memory, as ``load``.
    package var view: DurableHostView {
        let (condition, leases): (DurableHostView.Condition, Leases?) =
            switch condition {
            case .new: (.new, nil)
            case .opening: (.opening, nil)
            case .open(let leases): (.open, leases)
            case .closing(let leases): (.closing, leases)
            case .closed: (.closed, nil)
            case .failed(let error, let leases): (.failed(error), leases)
            }
        return DurableHostView(
            condition: condition, leases: (leases ?? [:]).values.sorted { $0.shard < $1.shard },
            load: load, machines: machines.keys.sorted(), payloads: DurablePayloads(machines: machines),
            now: clock.now, store: store)
    }
}

/// A value that a store has encoded.
package enum StoredPayload: Hashable, Sendable {
    case state(Data)
    case event(Data)
    /// The output with which an instance has ended.
    case output(Data)
    /// The outputs of a macrostep, as an array.
    case outputs(Data)

    /// The encoded value.
    package var data: Data {
        switch self {
        case .state(let data), .event(let data), .output(let data), .outputs(let data): data
        }
    }
}

/// The types of the machines of a host, which decode what a store has of their instances.
package struct DurablePayloads: Sendable {
    let machines: [String: any MachineKind]

    /// Whether there is a machine of this name.
    package func contains(_ machine: String) -> Bool { machines[machine] != nil }

    /// Decodes a payload for people.
    ///
    /// - Parameters:
    ///   - payload: The payload.
    ///   - name: The name of its instance.
    ///   - version: The version of the machine that wrote it.
    ///   - redaction: What is hidden in it.
    ///   - limits: The limits of the structure.
    /// - Returns: Its structure; `nil` for an event that the migration has dropped.
    /// - Throws: ``DurableError/unregisteredMachine(_:)``, and errors of what cannot be decoded or migrated.
    package func tree(
        of payload: StoredPayload, in name: InstanceName, version: Int, hiding redaction: Redaction,
        within limits: ValueTree.Limits
    ) throws(DurableError) -> ValueTree? {
        guard let machine = machines[name.machine] else { throw .unregisteredMachine(name.machine) }
        return try machine.tree(of: payload, in: name, version: version, hiding: redaction, within: limits)
    }
}

extension RegisteredMachine {
    func tree(
        of payload: StoredPayload, in name: InstanceName, version: Int, hiding redaction: Redaction,
        within limits: ValueTree.Limits
    ) throws(DurableError) -> ValueTree? {
        switch payload {
        case .state(let data):
            let stored = StoredInstance(InstanceSummary(name: name, version: version), state: data)
            return redaction.tree(of: try DurableState<Machine>.state(of: stored), within: limits)
        case .event(let data):
            let event = try DurableState<Machine>.event(data, version: version, of: name, part: "event")
            return event.map { redaction.tree(of: $0, within: limits) }
        case .output(let data), .outputs(let data):
            guard let type = Machine.Output.self as? any Decodable.Type else {
                throw .undecodable(name, part: "output", reason: "its type is not 'Decodable'")
            }
            if case .output = payload {
                return redaction.tree(of: try decoded(type, data, name, "output"), within: limits)
            }
            return redaction.tree(of: try decoded(array(of: type), data, name, "output"), within: limits)
        }
    }

    private func array<Value: Decodable>(of type: Value.Type) -> any Decodable.Type { [Value].self }
}
