import Foundation
import OakText

/// The error of a text that does not describe a graph.
public struct GraphTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The first mistake, and its place.
    package let reason: String

    public var description: String { "The text is not a stored graph: \(reason) Store the graph again." }
}

/// The error of a stored graph that cannot be read.
public struct GraphVersionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The version of the stored graph.
    package let stored: Int

    /// The version that this library reads and writes.
    package let supported: Int

    public var description: String {
        """
        The stored graph has version \(stored) of the schema, and this version of OakGraph reads version \(supported). \
        Store the graph again.
        """
    }
}

extension GraphModel {
    /// The version of the stored form.
    static let schemaVersion = 1

    /// The model as text to store beside a test: JSON with a line for each event, state and transition.
    ///
    /// Transitions name their states instead of counting them. A new state therefore changes no other line, and a
    /// review reads what has changed. Of several states with the same text, the second is called `.text #2`.
    ///
    /// ```
    /// {"schema":1,
    /// "machine":"Lamp",
    /// "initial":[".off"],
    /// "events":[
    /// ".pressed"
    /// ],
    /// "states":[
    /// {"cases":["off"],"state":".off"},
    /// {"cases":["on"],"state":".on"}
    /// ],
    /// "transitions":[
    /// {"from":".off","on":".pressed","to":".on"},
    /// {"from":".on","on":".pressed","to":".off"}
    /// ]}
    /// ```
    ///
    /// - Throws: ``GraphTextError`` if a transition or an initial state has the index of a missing state.
    /// - Complexity: O(*n*) for *n* states and transitions.
    public func text() throws -> String {
        let range = states.indices
        guard initial.allSatisfy(range.contains),
            transitions.allSatisfy({ range.contains($0.source) && range.contains($0.target) })
        else { throw GraphTextError(reason: "An index is not that of one of the \(states.count) states.") }

        let stored = StoredGraph(self)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func line(_ value: some Encodable) throws -> String {
            String(decoding: try encoder.encode(value), as: UTF8.self)
        }
        func list(_ key: String, _ values: [some Encodable]) throws -> String {
            "\"\(key)\":[\n" + (try values.map(line)).joined(separator: ",\n") + "\n]"
        }
        let parts = [
            "\"schema\":\(stored.schema)", "\"machine\":\(try line(stored.machine))",
            try stored.cut.map { "\"cut\":\(try line($0))" }, "\"initial\":\(try line(stored.initial))",
            try list("events", stored.events), try list("states", stored.states),
            try list("transitions", stored.transitions),
        ]
        return "{\(parts.compactMap { $0 }.joined(separator: ",\n"))}\n"
    }

    /// Reads a model.
    ///
    /// - Parameter text: The result of ``text()``.
    /// - Throws: ``GraphVersionError`` if the text has another version of the schema, ``GraphTextError`` if it is no
    ///   graph.
    public init(text: String) throws {
        struct Header: Decodable { let schema: Int }
        let (data, decoder) = (Data(text.utf8), JSONDecoder())
        do {
            // The version comes first: in another one, the rest may fail for a misleading reason.
            let version = try decoder.decode(Header.self, from: data).schema
            guard version == Self.schemaVersion else {
                throw GraphVersionError(stored: version, supported: Self.schemaVersion)
            }
            self = try decoder.decode(StoredGraph.self, from: data).model()
        } catch let error as DecodingError {
            let (place, text) = error.problem
            throw GraphTextError(reason: (place.isEmpty ? "" : "\(place): ") + text)
        }
    }

    /// The texts of the states, with a number where a text occurs again.
    var stateNames: [String] {
        var names = Set(states.map(\.text))
        var counts: [String: Int] = [:]
        return states.map { state in
            var count = counts[state.text, default: 0] + 1
            defer { counts[state.text] = count }
            guard count > 1 else { return state.text }
            // The text of another state can look like a name.
            while !names.insert("\(state.text) #\(count)").inserted { count += 1 }
            return "\(state.text) #\(count)"
        }
    }
}

/// A model in its stored form, in which transitions name their states instead of counting them.
struct StoredGraph: Codable {
    struct State: Codable {
        var state: String
        /// The text of the state, if its name differs.
        var text: String?
        var terminal: Bool?
        var cases: [String]?
        var children: [String]?
        var activities: [Effect]?
        var operations: [String]?
    }

    /// A transition, or one action event of its macrostep.
    struct Transition: Codable {
        /// Missing for an action event.
        var from: String?
        var on: String
        var sender: String?
        var to: String
        /// Missing for an event that is handled.
        var intent: Intent?
        var child: String?
        var effect: Effect?
        var output: String?
        var outputParts: String?
        var actions: [Transition]?

        // Keys are sorted in the text. With these names a line begins with the state and the event.
        enum CodingKeys: String, CodingKey {
            case child = "in"
            case effect = "with"
            case actions = "then"
            case from, on, sender, to, intent, output, outputParts
        }
    }

    struct Effect: Codable {
        var kind: String
        var id: String?
        var child: String?
        var events: [String]?
        var delay: String?
        var parts: [Effect]?
    }

    var schema: Int
    var machine: String
    var cut: String?
    var initial: [String]
    var events: [String]
    var states: [State]
    var transitions: [Transition]

    init(_ model: GraphModel) {
        let names = model.stateNames
        schema = GraphModel.schemaVersion
        machine = model.machine
        cut = model.cut
        initial = model.initial.map { names[$0] }
        events = model.events
        states = zip(names, model.states).map { name, state in
            State(
                state: name, text: name == state.text ? nil : state.text, terminal: state.isTerminal ? true : nil,
                cases: state.cases.nonempty, children: state.children.nonempty,
                activities: state.activities.map { Effect($0) }.nonempty, operations: state.operations.nonempty)
        }
        transitions = model.transitions.map { transition in
            Transition(
                from: names[transition.source], on: transition.event, sender: transition.sender,
                to: names[transition.target], intent: transition.intent.stored, child: transition.child,
                effect: transition.effect.map { Effect($0) }, output: transition.output,
                outputParts: transition.outputParts,
                actions: transition.actions.map { step in
                    Transition(
                        on: step.event, to: step.state, intent: step.intent.stored,
                        effect: step.effect.map { Effect($0) }, output: step.output, outputParts: step.outputParts)
                }.nonempty)
        }
    }

    /// The model.
    ///
    /// - Throws: ``GraphTextError`` if a transition names a state that is missing.
    func model() throws -> GraphModel {
        var numbers: [String: Int] = [:]
        for (index, state) in states.enumerated() where numbers.updateValue(index, forKey: state.state) != nil {
            throw GraphTextError(reason: "The state '\(state.state)' occurs twice.")
        }
        func number(of name: String?) throws -> Int {
            guard let name else { throw GraphTextError(reason: "A transition has no 'from'.") }
            guard let number = numbers[name] else {
                throw GraphTextError(reason: "A line names the state '\(name)', which has no line of its own.")
            }
            return number
        }
        return GraphModel(
            machine: machine,
            states: states.map { state in
                GraphModel.State(
                    text: state.text ?? state.state, cases: state.cases ?? [], isTerminal: state.terminal ?? false,
                    children: state.children ?? [], activities: state.activities?.map { GraphModel.Effect($0) } ?? [],
                    operations: state.operations ?? [])
            },
            initial: try initial.map { try number(of: $0) }, events: events,
            transitions: try transitions.map { transition in
                GraphModel.Transition(
                    source: try number(of: transition.from), target: try number(of: transition.to),
                    event: transition.on, intent: transition.intent ?? .handled,
                    effect: transition.effect.map { GraphModel.Effect($0) }, output: transition.output,
                    outputParts: transition.outputParts,
                    actions: transition.actions?.map { step in
                        GraphModel.Step(
                            event: step.on, state: step.to, intent: step.intent ?? .handled,
                            effect: step.effect.map { GraphModel.Effect($0) }, output: step.output,
                            outputParts: step.outputParts)
                    } ?? [], sender: transition.sender, child: transition.child)
            }, cut: cut)
    }
}

extension StoredGraph.Effect {
    init(_ effect: GraphModel.Effect) {
        self.init(
            kind: effect.kind, id: effect.id, child: effect.child, events: effect.events.nonempty,
            delay: effect.delay, parts: effect.parts.map { Self($0) }.nonempty)
    }
}

extension GraphModel.Effect {
    fileprivate init(_ effect: StoredGraph.Effect) {
        self.init(
            kind: effect.kind, id: effect.id, child: effect.child, events: effect.events ?? [], delay: effect.delay,
            parts: effect.parts?.map { Self($0) } ?? [])
    }
}

extension Intent {
    /// The intent, unless it is the usual one.
    fileprivate var stored: Intent? { self == .handled ? nil : self }
}

extension Array {
    fileprivate var nonempty: Self? { isEmpty ? nil : self }
}
