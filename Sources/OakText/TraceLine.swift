/// The first line of a trace, and of a connection on which one is sent.
package struct TraceGreeting: Codable, Hashable, Sendable {
    /// The ways in which the values of a trace are written.
    package enum Values: String, Codable, Sendable {
        /// As trees for people.
        case described
        /// As they encode themselves, so that they can be decoded.
        case coded
    }

    /// The version of the format.
    package let oak: Int
    /// The name of the program, or of the machine.
    package let program: String
    /// The proof that the program may connect.
    package var token: String?
    /// `nil` for descriptions.
    package var values: Values?

    /// The version that is written, and the only one that is read.
    package static let version = 1

    package init(program: String, token: String? = nil, values: Values? = nil) {
        oak = Self.version
        self.program = program
        self.token = token
        self.values = values
    }
}

/// A line of a trace: something that happened in a run.
///
/// The key that is there tells what happened; others may stand beside it.
package struct TraceLine<State, Event, Output> {
    package enum Origin: String, Codable, Sendable { case action }
    package enum Answer: String, Codable, Sendable { case postponed, unexpected }
    package enum Change: String, Codable, Sendable { case started, ended, cancelled, overdue }
    package enum End: String, Codable, Sendable { case success, failure, lost }

    /// The number of the run in the trace.
    package var run = 1
    /// The time in seconds.
    package var at: Double?

    package var began: TraceBeginning?
    /// The state in which the run begins.
    @Optionally package var start: State?

    @Optionally package var event: Event?
    package var from: Origin?
    /// The number of the operation that has sent the event.
    package var operation: Int?
    /// The number of the run that has sent the event.
    package var sender: Int?
    /// The answer to the event in place of a state.
    package var answer: Answer?
    /// The child that did not expect the event, and those around it.
    package var child: [String]?
    @Optionally package var before: State?
    /// The state after a transition; alone that of a machine at rest.
    @Optionally package var state: State?
    @Optionally package var rejected: Event?

    @Optionally package var output: Output?

    /// The kind of an effect.
    package var effect: String?
    package var id: String?
    package var number: Int?
    package var activity: Bool?
    package var change: Change?
    package var reason: String?
    /// The length of the wait with which the effect begins, in seconds.
    package var wait: Double?

    /// An entry of a log that is a text.
    package var note: String?
    package var text: String?
    package var remark: String?

    package var tally: TraceTally?

    package var end: End?
    package var error: String?
    package var deadlock: Bool?

    package init() {}
}

extension TraceLine: Encodable where State: Encodable, Event: Encodable, Output: Encodable {}
extension TraceLine: Decodable where State: Decodable, Event: Decodable, Output: Decodable {}

/// The names of a run, and its diagram if the program has it.
package struct TraceBeginning: Hashable, Codable, Sendable {
    package var name: String
    package var machine: String
    /// The number of the run that has started it, if that is known.
    package var parent: Int?
    package var outline: TraceOutline?

    package init(name: String, machine: String, parent: Int? = nil, outline: TraceOutline? = nil) {
        (self.name, self.machine, self.parent, self.outline) = (name, machine, parent, outline)
    }
}

/// The states of a machine and its transitions, as far as a diagram shows them.
package struct TraceOutline: Hashable, Codable, Sendable {
    /// A transition as an edge of the diagram.
    package struct Edge: Hashable, Codable, Sendable {
        package let source: String
        package let target: String
        package let event: String

        package init(source: String, target: String, event: String) {
            (self.source, self.target, self.event) = (source, target, event)
        }
    }

    /// The names of the states, the initial one first.
    package let states: [String]
    package let edges: [Edge]

    package init(states: [String], edges: [Edge]) { (self.states, self.edges) = (states, edges) }
}

/// The things that were counted since the last tally.
package struct TraceTally: Hashable, Codable, Sendable {
    package struct Macrostep: Hashable, Codable, Sendable {
        package let event: String
        package let microseconds: Double

        package init(event: String, microseconds: Double) {
            (self.event, self.microseconds) = (event, microseconds)
        }
    }

    package var events: Int?
    package var omitted: Int?
    package var full: Int?
    package var unexpected: [String: Int]?
    package var slowest: Macrostep?
    package var waiting: Int?
    package var stale: Bool?

    package init() {}
}

/// A value that a line has or has not; one that it has may be `nil` itself.
@propertyWrapper package struct Optionally<Value> {
    package var wrappedValue: Value?

    package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }
}

extension Optionally: Encodable where Value: Encodable {
    package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension Optionally: Decodable where Value: Decodable {
    package init(from decoder: any Decoder) throws { self.init(wrappedValue: try Value(from: decoder)) }
}

// The code that the compiler makes for a line calls these.

extension KeyedEncodingContainer {
    package mutating func encode<Value: Encodable>(_ value: Optionally<Value>, forKey key: Key) throws {
        if let value = value.wrappedValue { try encode(value, forKey: key) }
    }
}

extension KeyedDecodingContainer {
    package func decode<Value: Decodable>(_: Optionally<Value>.Type, forKey key: Key) throws -> Optionally<Value> {
        Optionally(wrappedValue: contains(key) ? try decode(Value.self, forKey: key) : nil)
    }
}
