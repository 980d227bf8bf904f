/// The activity that the current task belongs to.
public struct DurableActivity: Hashable, Sendable {
    /// The instance.
    public let instance: InstanceName

    /// The idempotency key of the activity.
    public let key: IdempotencyKey

    /// The activity of the current task; `nil` outside the activities of a durable machine.
    @TaskLocal public static var current: DurableActivity?
}

/// A key that names one piece of work, the same each time a process carries it out.
///
/// Pass it to the service that an activity calls, which can then recognise a repetition. A key consists of the
/// instance, the activity and the number of the macrostep that began it, so an activity that begins anew has another
/// key. The operations of a composition have keys of their own.
public struct IdempotencyKey: Hashable, Codable, Sendable {
    /// The instance.
    public let instance: InstanceName
    /// The name of the activity, made of its identity and those of its children.
    public let activity: String
    /// The number of the macrostep that began the activity.
    public let number: Int
    /// The position of the operation within the compositions of the activity; empty for a single operation.
    public let position: [Int]
}

@_documentation(visibility: internal) extension IdempotencyKey: CustomStringConvertible {
    /// The key as text, such as `order/17/charge#3`.
    public var description: String {
        let place = position.isEmpty ? "" : "." + position.map(String.init).joined(separator: ".")
        return "\(escaped(instance.machine))/\(escaped(instance.id))/\(activity)#\(number)\(place)"
    }

    private func escaped(_ text: String) -> String { IdentityText.escaped(text) }
}
