/// The id of an instance, with the type of its machine.
///
/// Ids are text of your choice, such as an order number; each machine has ids of its own.
public struct DurableID<Machine: DurableTransducer>: Hashable, Codable, Sendable {
    /// The id.
    public let text: String

    /// Creates an id.
    ///
    /// - Parameter text: The id, unique among the instances of the machine.
    public init(_ text: String) { self.text = text }

    /// The name of the instance, without its type.
    public var name: InstanceName { InstanceName(machine: Machine.machineName, id: text) }

    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension DurableID: ExpressibleByStringLiteral {
    /// Creates an id from a literal.
    ///
    /// - Parameter text: The id.
    public init(stringLiteral text: String) { self.init(text) }
}

extension DurableID: CustomStringConvertible {
    public var description: String { "\(name)" }
}
