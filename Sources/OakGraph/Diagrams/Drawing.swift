/// The nodes and edges of a diagram, before a format gives them a syntax.
struct Drawing {
    /// One state, or several that are drawn as one.
    struct Node {
        var name: String
        /// The live effects and children, and the postponed events: one entry a line.
        var details: [String]
        /// The innermost composite state around it, as an index of ``Drawing/composites``.
        var composite: Int?
        var count = 1
        var isTerminal: Bool
    }

    /// A state that contains others.
    struct Composite {
        var name: String
        var parent: Int?
    }

    /// Where an edge begins.
    enum Place: Hashable {
        case node(Int)
        /// Each state in a composite state has the edge.
        case composite(Int)
    }

    /// All transitions from one node to another.
    struct Edge {
        var source: Place
        var target: Int
        var labels: [Label]
    }

    /// The events of an edge that have the same results.
    struct Label {
        var events: [String]
        /// The output, then the effects.
        var results: [String]
        /// The intent for the events, unless they are handled.
        var intent: Intent

        /// The events on one line, with the intent unless it is what an edge means anyway.
        var eventText: String {
            events.joined(separator: ", ") + (intent == .handled ? "" : " (\(intent.rawValue))")
        }

        /// The label on one line.
        var text: String {
            results.isEmpty ? eventText : "\(eventText) / \(results.joined(separator: ", "))"
        }
    }

    var title: String?
    var nodes: [Node] = []
    var composites: [Composite] = []
    var edges: [Edge] = []
    var initial: [Int] = []
    /// Warnings for the reader: states are missing, or drawn as one.
    var notes: [String] = []

    /// - Complexity: O(*n*) on average in the size of the model.
    init(of model: GraphModel, style: DiagramStyle) {
        let folding = Folding(of: model, style: style)
        let limit = style.textLimit
        title = style.showsTitle ? DiagramText.shown(model.machine, limit: limit) : nil
        composites = folding.composites.map { composite in
            Composite(name: DiagramText.shown(composite.path.last ?? "", limit: limit), parent: composite.parent)
        }
        nodes = folding.groups.map { group in
            Node(
                name: group.name(in: model, limit: limit),
                details: style.showsLive ? group.live(in: model, limit: limit) : [],
                composite: group.composite, count: group.members.count,
                isTerminal: group.members.contains { model.states[$0].isTerminal })
        }
        initial = model.initial.map { folding.node[$0] }.unique
        addEdges(of: model, style: style, folding: folding)
        addPostponed(of: model, style: style, folding: folding)
        if let cut = model.cut { notes.append("Incomplete: \(DiagramText.shown(cut, limit: limit * 2))") }
        if folding.groups.count < model.states.count {
            notes.append("\(model.states.count) states, drawn as \(folding.groups.count)")
        }
    }

    /// Lists in each node the events that it postpones.
    private mutating func addPostponed(of model: GraphModel, style: DiagramStyle, folding: Folding) {
        var postponed: [Int: [String]] = [:]
        for transition in model.transitions where transition.intent == .postponed {
            postponed[folding.node[transition.source], default: []].append(transition.event)
        }
        for (node, events) in postponed {
            let names = EventNames(events, limit: style.textLimit, isFolded: nodes[node].count > 1).texts
            nodes[node].details.append("postpones: \(names.joined(separator: ", "))")
        }
    }
}
