import Foundation
package import Oak

/// The activity that the current task belongs to.
public struct DurableActivity: Hashable, Sendable {
    /// The instance.
    public let instance: InstanceName

    /// The idempotency key of the activity.
    public let key: IdempotencyKey

    /// The number of the ownership under which the activity runs.
    ///
    /// Pass it to a service that several processes write to: one that has seen a greater token of this instance refuses
    /// the call of a process that was frozen, and has lost the instance meanwhile.
    public let fencingToken: Int

    /// The activity of the current task; `nil` outside the activities of a durable machine.
    @TaskLocal public static var current: DurableActivity?

    /// Creates the activity of an effect that a test drives.
    ///
    /// - Returns: The activity; `nil` if the identity of the effect cannot be encoded, which a host refuses.
    package init?(of effect: EffectSummary, in instance: InstanceName) {
        guard let id = effect.id, let name = try? IdentityText.name(of: id) else { return nil }
        let key = IdempotencyKey(instance: instance, instanceKey: 1, activity: name, number: effect.number)
        self.init(instance: instance, key: key, fencingToken: 1)
    }

    init(instance: InstanceName, key: IdempotencyKey, fencingToken: Int) {
        self.instance = instance
        self.key = key
        self.fencingToken = fencingToken
    }

    /// Carries out work as if it were an activity with a key, in a test of code that needs one.
    ///
    /// - Parameters:
    ///   - key: The key of the activity.
    ///   - fencingToken: The number of the ownership; 1 by default.
    ///   - work: The work, in which ``current`` has the key.
    /// - Returns: The result of the work.
    public nonisolated(nonsending) static func with<Result>(
        key: IdempotencyKey, fencingToken: Int = 1, _ work: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        let activity = DurableActivity(instance: key.instance, key: key, fencingToken: fencingToken)
        return try await $current.withValue(activity, operation: work)
    }
}

/// A key that names one piece of work, the same each time a process carries it out.
///
/// Pass it to the service that an activity calls, which can then recognise a repetition. A key consists of the
/// instance, the activity and the number of the macrostep that began it, so an activity that begins anew has another
/// key. The store never gives the key of an instance again, so a new instance with the name of a removed one has other
/// keys. The operations of a composition have keys of their own.
public struct IdempotencyKey: Hashable, Codable, Sendable {
    /// The instance.
    public let instance: InstanceName
    /// The key of the instance in its store.
    public let instanceKey: InstanceKey
    /// The name of the activity, made of its identity and those of its children.
    public let activity: String
    /// The number of the macrostep that began the activity.
    public let number: Int
    /// The position of the operation within the compositions of the activity; empty for a single operation.
    public let position: [Int]

    /// Creates a key, for a test.
    ///
    /// - Parameters:
    ///   - instance: The instance.
    ///   - instanceKey: The key of the instance in its store.
    ///   - activity: The name of the activity.
    ///   - number: The number of the macrostep that began the activity.
    ///   - position: The position of the operation within the compositions of the activity.
    public init(
        instance: InstanceName, instanceKey: InstanceKey, activity: String, number: Int, position: [Int] = []
    ) {
        self.instance = instance
        self.instanceKey = instanceKey
        self.activity = activity
        self.number = number
        self.position = position
    }
}

@_documentation(visibility: internal) extension IdempotencyKey: CustomStringConvertible {
    /// The key as text, such as `order/17@5/charge#3` for the fifth instance of a store.
    public var description: String {
        let place = position.isEmpty ? "" : "." + position.map(String.init).joined(separator: ".")
        return "\(escaped(instance.machine))/\(escaped(instance.id))@\(instanceKey)/\(activity)#\(number)\(place)"
    }

    // Names that are equal in Swift are one name, so they have the same bytes in each process.
    private func escaped(_ text: String) -> String { IdentityText.escaped(text.precomposedStringWithCanonicalMapping) }
}
