import Foundation

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
        var actions: [Transition]?

        // Keys are sorted in the text. With these names a line begins with the state and the event.
        enum CodingKeys: String, CodingKey {
            case child = "in"
            case effect = "with"
            case actions = "then"
            case from, on, sender, to, intent, output
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
}

extension StoredGraph {
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
                actions: transition.actions.map { step in
                    Transition(
                        on: step.event, to: step.state, intent: step.intent.stored,
                        effect: step.effect.map { Effect($0) }, output: step.output)
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
                    actions: transition.actions?.map { step in
                        GraphModel.Step(
                            event: step.on, state: step.to, intent: step.intent ?? .handled,
                            effect: step.effect.map { GraphModel.Effect($0) }, output: step.output)
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
