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

    var nodes: [Node] = []
    var composites: [Composite] = []
    var edges: [Edge] = []
    var initial: [Int] = []
    /// Warnings for the reader: states are missing, or drawn as one.
    var notes: [String] = []

    /// - Complexity: O(*n*) on average in the size of the model.
    init(of model: GraphModel, style: DiagramStyle) {
        let folding = Folding(of: model, style: style)
        let limit = DiagramText.limit
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
            let names = EventNames(events, limit: DiagramText.limit, isFolded: nodes[node].count > 1).texts
            nodes[node].details.append("postpones: \(names.joined(separator: ", "))")
        }
    }

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
                texts: isFolded || !style.showsEffects ? [] : transition.results(limit: DiagramText.limit),
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
                        classes: classes, limit: DiagramText.limit),
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

    /// An event that leads from a composite state to a node outside.
    private struct Exit: Hashable {
        var composite: Int
        var target: Int
        var event: String
        var results: Results
    }

    /// Draws what all states in a composite state do alike as one edge from the composite state.
    ///
    /// - Complexity: O(*n* · *d*) on average for *n* transitions and composite states that are nested *d* deep.
    func shared(_ items: [Item], events: EventsOfNodes) -> [Item] {
        guard !composites.isEmpty else { return items }
        let items = items.grouped(by: \.ends).flatMap { $1.grouped(by: \.results).flatMap(\.elements) }.unique
        var sizes = composites.map { _ in 0 }
        for node in nodes where !node.isTerminal {
            for composite in around(node.composite) { sizes[composite] += 1 }
        }
        var counts: [Exit: Int] = [:]
        for exit in items.lazy.flatMap({ exits(of: $0, events) }) { counts[exit, default: 0] += 1 }
        return items.map { item in
            // The outermost comes last.
            let exit = exits(of: item, events).last { exit in
                sizes[exit.composite] > 1 && counts[exit] == sizes[exit.composite]
            }
            var item = item
            if let exit { item.ends.source = .composite(exit.composite) }
            return item
        }.unique
    }

    /// The composite states that an event leaves.
    private func exits(of item: Item, _ events: EventsOfNodes) -> [Exit] {
        guard case .node(let source) = item.ends.source, item.results.intent == .handled else { return [] }
        let node = nodes[source]
        guard node.count == 1, !node.isTerminal, !events.leadsElsewhere(item.event, of: source) else { return [] }
        let inside = Set(around(nodes[item.ends.target].composite))
        return around(node.composite).filter { !inside.contains($0) }.map { composite in
            Exit(composite: composite, target: item.ends.target, event: item.event, results: item.results)
        }
    }

    /// A composite state and those around it, from the inside outwards.
    func around(_ composite: Int?) -> [Int] {
        Array(sequence(first: composite) { $0.map { composites[$0].parent } }.prefix { $0 != nil }.compactMap { $0 })
    }

    /// A step of the way through the nodes.
    enum Visit {
        /// A composite state begins.
        case opening(Int)
        /// A composite state ends.
        case closing
        case node(Int)
    }

    /// Visits the nodes: first those in no composite state, then each composite state with what it contains.
    ///
    /// - Parameter body: Receives the step and how many composite states are around it.
    func visitNodes(_ body: (Visit, Int) -> Void) {
        var members: [[Int]] = composites.map { _ in [] }
        var inner: [[Int]] = composites.map { _ in [] }
        var roots: [Int] = []
        for (index, composite) in composites.enumerated() {
            if let parent = composite.parent { inner[parent].append(index) } else { roots.append(index) }
        }
        for (index, node) in nodes.enumerated() {
            if let composite = node.composite { members[composite].append(index) } else { body(.node(index), 0) }
        }
        // A stack of its own, since states can be nested deeply.
        var stack = roots.reversed().map { (composite: $0, level: 0, isClosing: false) }
        while let (composite, level, isClosing) = stack.popLast() {
            if isClosing {
                body(.closing, level)
                continue
            }
            body(.opening(composite), level)
            for node in members[composite] { body(.node(node), level + 1) }
            stack.append((composite, level, true))
            for child in inner[composite].reversed() { stack.append((child, level + 1, false)) }
        }
    }

    /// The first node in each composite state or in those that it contains.
    var firstNodes: [Int] {
        var first = composites.map { _ in 0 }
        for (index, node) in nodes.enumerated().reversed() {
            for composite in around(node.composite) { first[composite] = index }
        }
        return first
    }

    /// Which states of a model are drawn as which nodes, and in which composite states.
    struct Folding {
        /// The states that are drawn as one node.
        struct Group {
            var members: [Int]
            /// The names of the cases that the members share.
            var path: [String]
            var composite: Int?
            /// How many names of the path the composite states say.
            var depth = 0

            /// The name of the node, shortened by the names of the composite states around it.
            func name(in model: GraphModel, limit: Int) -> String {
                guard members.count == 1 else {
                    let name = path.dropFirst(min(depth, max(path.count - 1, 0))).joined(separator: ".")
                    let count = " ×\(members.count)"
                    return DiagramText.shown(GraphModel.Effect.undotted(name), limit: limit) + count
                }
                var text = model.states[members[0]].text[...]
                for name in path.prefix(max(min(depth, path.count - 1), 0)) {
                    let opening = ".\(name)("
                    guard text.hasPrefix(opening), text.hasSuffix(")") else { break }
                    text = text.dropFirst(opening.count).dropLast()
                }
                return DiagramText.shown(GraphModel.Effect.undotted(String(text)), limit: limit)
            }

            /// The effects and children that are live in all members, one kind a line.
            func live(in model: GraphModel, limit: Int) -> [String] {
                let kinds: [(String, (GraphModel.State) -> [String])] = [
                    ("children", { $0.children.map { DiagramText.shown($0, limit: limit) } }),
                    ("activities", { $0.activities.map { $0.name(limit: limit) } }),
                    ("live", { $0.operations.map { DiagramText.shown($0, limit: limit) } }),
                ]
                return kinds.compactMap { title, names in
                    var common = names(model.states[members[0]])
                    for member in members.dropFirst() where !common.isEmpty {
                        let others = Set(names(model.states[member]))
                        common.removeAll { !others.contains($0) }
                    }
                    return common.isEmpty ? nil : "\(title): \(common.joined(separator: ", "))"
                }
            }
        }

        struct Composite {
            var path: [String]
            var parent: Int?
        }

        var groups: [Group] = []
        var composites: [Composite] = []
        /// The node of each state.
        var node: [Int] = []

        init(of model: GraphModel, style: DiagramStyle) {
            let depth = Self.depth(for: model, folding: style.folding)
            if let depth {
                groups = model.states.indices.grouped { Array(Self.path(of: model.states[$0]).prefix(depth)) }
                    .map { path, members in
                        Group(members: members, path: members.count == 1 ? model.states[members[0]].cases : path)
                    }
            } else {
                groups = model.states.enumerated().map { Group(members: [$0], path: $1.cases) }
            }
            node = Array(repeating: 0, count: model.states.count)
            for (index, group) in groups.enumerated() {
                for member in group.members { node[member] = index }
            }
            addComposites()
        }

        /// The case names of a state; a state that is no enum goes by the name of its type.
        private static func path(of state: GraphModel.State) -> [String] {
            state.cases.isEmpty ? [String(state.text.prefix { $0 != "(" && $0 != "[" })] : state.cases
        }

        /// How many case names tell the nodes apart; `nil` if each state is a node.
        private static func depth(for model: GraphModel, folding: DiagramStyle.Folding) -> Int? {
            switch folding {
            case .never: return nil
            case .depth(let depth): return max(depth, 0)
            case .above(let limit):
                guard model.states.count > limit else { return nil }
                let deepest = max(model.states.lazy.map(\.cases.count).max() ?? 1, 1)
                // A prefix of each path tells fewer states apart, so the first depth that fits shows the most.
                return stride(from: deepest, to: 1, by: -1).first { depth in
                    var seen: Set<[String]> = []
                    return model.states.allSatisfy { state in
                        seen.insert(Array(path(of: state).prefix(depth)))
                        return seen.count <= limit
                    }
                } ?? 1
            }
        }

        /// Puts nodes that share the beginning of their path into one composite state.
        ///
        /// A composite state of a single node would add a frame and no information, and is left out.
        private mutating func addComposites() {
            var inner: [[String]: Int] = [:]
            var same: [[String]: Int] = [:]
            for group in groups {
                for length in 0..<group.path.count { inner[Array(group.path.prefix(length)), default: 0] += 1 }
                same[group.path, default: 0] += 1
            }
            var indices: [[String]: Int] = [:]
            for index in groups.indices {
                let path = groups[index].path
                for length in stride(from: 1, through: path.count, by: 1) {
                    let prefix = Array(path.prefix(length))
                    // A state without the inner enum, such as `.paying(nil)`, stands among those that have it.
                    guard let count = inner[prefix], count + (same[prefix] ?? 0) > 1 else { break }
                    if indices[prefix] == nil {
                        indices[prefix] = composites.count
                        composites.append(Composite(path: prefix, parent: groups[index].composite))
                    }
                    groups[index].composite = indices[prefix]
                    groups[index].depth = length
                }
            }
        }
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
