extension Drawing {
    /// Where an edge begins and ends.
    struct Ends: Hashable {
        var source: Place
        var target: Int
    }

    /// The properties that the events of one label share.
    struct Results: Hashable {
        var texts: [String]
        var intent: Intent
    }

    /// An event of an edge.
    struct Item: Hashable {
        var event: String
        var ends: Ends
        var results: Results
    }

    mutating func addEdges(of model: GraphModel, style: DiagramStyle, folding: Folding) {
        var items: [Item] = []
        var events = EventsOfNodes(count: nodes.count)
        for transition in model.transitions where transition.isShown(in: style) {
            let (source, target) = (folding.node[transition.source], folding.node[transition.target])
            let isFolded = nodes[source].count > 1 || nodes[target].count > 1
            let results = Results(
                texts: isFolded || !style.showsEffects ? [] : transition.results(limit: style.textLimit),
                intent: transition.intent)
            let ends = Ends(source: .node(source), target: target)
            items.append(Item(event: transition.event, ends: ends, results: results))
            if transition.intent == .handled { events.insert(transition.event, of: source, to: target) }
        }
        let classes = EventClasses(model.events)
        for (ends, items) in shared(items, events: events).grouped(by: \.ends) {
            let labels = items.grouped(by: \.results).map { results, items in
                Label(
                    events: names(
                        of: items.map(\.event), at: ends.source, intent: results.intent, in: events,
                        classes: classes, limit: style.textLimit),
                    results: results.texts, intent: results.intent)
            }
            edges.append(Edge(source: ends.source, target: ends.target, labels: labels))
        }
    }

    /// The names of the events of a label, as few as say it all.
    private func names(
        of list: [String], at source: Place, intent: Intent, in events: EventsOfNodes, classes: EventClasses,
        limit: Int
    ) -> [String] {
        guard case .node(let node) = source, nodes[node].count == 1 else {
            let isFolded = if case .node = source { true } else { false }
            return EventNames(list, limit: limit, isFolded: isFolded, classes: classes).texts
        }
        if intent == .handled, list.count >= 3, let rest = events.rest(list, of: node, classes: classes) {
            return [rest]
        }
        var names = EventNames(list, limit: limit, isFolded: false, classes: classes)
        names.mark { events.leadsElsewhere($0, of: node) }
        return names.texts
    }
}

/// The handled events of each node.
struct EventsOfNodes {
    private var targets: [[String: Set<Int>]]

    init(count: Int) { targets = Array(repeating: [:], count: count) }

    mutating func insert(_ event: String, of node: Int, to target: Int) {
        targets[node][event, default: []].insert(target)
    }

    /// Whether an event of a node leads to more than one node, by its payload.
    func leadsElsewhere(_ event: String, of node: Int) -> Bool { (targets[node][event]?.count ?? 0) > 1 }

    /// The name of a set of events, if these are all events that lead nowhere else.
    func rest(_ events: [String], of node: Int, classes: EventClasses) -> String? {
        let own = targets[node]
        guard own.count == classes.events.count, events.allSatisfy({ own[$0]?.count == 1 }) else { return nil }
        if events.count == own.count { return "any event" }
        // Only one label can have most of the events, so that "other" is unambiguous.
        return events.count * 2 > own.count ? "any other event" : nil
    }
}

extension GraphModel.Transition {
    /// Whether a diagram has an edge for the transition.
    func isShown(in style: DiagramStyle) -> Bool {
        style.unhandled.contains(intent) || [.handled, .endless, .invalid, .trapped].contains(intent)
    }

    /// The output and the effects of the macrostep, in a few words each, and no more than a label can hold.
    func results(limit: Int) -> [String] {
        let most = 8
        let outputs = ([output] + actions.map(\.output)).compactMap { $0 }
        let effects = ([effect] + actions.map(\.effect)).compactMap { $0?.words(limit: limit) }
        let all = outputs.map { DiagramText.shown(GraphModel.Effect.undotted($0), limit: limit) } + effects
        return all.count > most ? all.prefix(most - 1) + ["… \(all.count - most + 1) more"] : all
    }
}
