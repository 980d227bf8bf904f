extension GraphModel {
    /// The graph in the language of Graphviz.
    ///
    /// Composite states are clusters, and what is live in a state stands below its name in a smaller font; effects are
    /// grey. To draw it, run `dot -Tsvg` or `dot -Tpng`. Equal graphs give equal text.
    ///
    /// - Parameter style: What the diagram shows.
    /// - Returns: The graph as text.
    /// - Complexity: O(*n*) on average in the size of the model.
    public func dot(_ style: DiagramStyle = DiagramStyle()) -> String {
        let drawing = Drawing(of: self, style: style)
        let firstNodes = drawing.firstNodes
        let font = "fontname=\"Helvetica,Arial,sans-serif\""
        var text = """
            digraph \(DOT.quoted(DiagramText.printable(machine))) {
                graph [\(font), rankdir=\(style.direction == .right ? "LR" : "TB"), nodesep=0.5, ranksep=0.6, \
            compound=true]
                node [\(font), fontsize=12, shape=box, style=rounded, margin="0.16,0.08"]
                edge [\(font), fontsize=10, arrowsize=0.7]

            """
        let captions = drawing.notes.map { DOT.small([$0]) }
        if !captions.isEmpty { text += "    graph [labelloc=t, label=<\(captions.joined(separator: "<br/>"))>]\n" }
        drawing.visitNodes { visit, level in
            let indent = String(repeating: "    ", count: level + 1)
            switch visit {
            case .opening(let composite):
                text += "\(indent)subgraph cluster_\(composite) {\n"
                text += "\(indent)    graph [style=rounded, color=gray50, labelloc=t, labeljust=l, "
                text += "label=<\(DOT.bold([drawing.composites[composite].name]))>]\n"
            case .closing: text += "\(indent)}\n"
            case .node(let index):
                let node = drawing.nodes[index]
                let lines =
                    [DOT.plain(DiagramText.wrapped(node.name))]
                    + node.details.map { DOT.small(DiagramText.wrapped($0)) }
                text += "\(indent)s\(index) [label=<\(lines.joined(separator: "<br/>"))>]\n"
            }
        }
        for index in drawing.initial {
            text += "    initial_\(index) [shape=point, width=0.14]\n    initial_\(index) -> s\(index)\n"
        }
        for edge in drawing.edges {
            let label = edge.labels.map(DOT.label).joined(separator: "<br/>")
            let (source, tail) =
                switch edge.source {
                case .node(let index): (index, "")
                // Edges of a cluster begin at a node of it, and are cut off at its frame.
                case .composite(let index): (firstNodes[index], ", ltail=cluster_\(index)")
                }
            text += "    s\(source) -> s\(edge.target) [label=<\(label)>\(tail)\(DOT.attributes(of: edge))]\n"
        }
        for (index, node) in drawing.nodes.enumerated() where node.isTerminal {
            text += "    final_\(index) [shape=doublecircle, style=filled, fillcolor=black, width=0.1, "
            text += "label=\"\"]\n    s\(index) -> final_\(index)\n"
        }
        return text + "}\n"
    }
}

/// The syntax of labels in Graphviz.
private enum DOT {
    static func plain(_ lines: [String]) -> String { lines.map(escaped).joined(separator: "<br/>") }

    static func bold(_ lines: [String]) -> String { "<b>\(plain(lines))</b>" }

    static func small(_ lines: [String]) -> String {
        "<font point-size=\"10\" color=\"gray35\">\(plain(lines))</font>"
    }

    /// Events in black, what follows from them in grey; spaces keep the lines off the edge.
    static func label(_ label: Drawing.Label) -> String {
        let events = label.eventText.count
        var count = 0
        return DiagramText.wrapped(label.text).map { line in
            defer { count += line.count + 1 }
            let head = line.prefix(max(events - count, 0))
            let tail = line.dropFirst(head.count)
            let grey = tail.isEmpty ? "" : "<font color=\"gray35\">\(escaped(String(tail)))</font>"
            return "&#160;\(escaped(String(head)))\(grey)&#160;"
        }.joined(separator: "<br/>")
    }

    /// Where nothing is handled, the edge is dashed.
    static func attributes(of edge: Drawing.Edge) -> String {
        edge.labels.contains { $0.intent == .handled } ? "" : ", style=dashed, color=gray50"
    }

    static func escaped(_ text: String) -> String {
        var result = ""
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            // Behind a backslash, these letters stand for the names of nodes; an element keeps the two apart.
            case "E", "G", "H", "L", "N", "T":
                result += previous == "\\" ? "<font>\(scalar)</font>" : String(scalar)
            case _: result.unicodeScalars.append(scalar)
            }
            previous = scalar
        }
        return result
    }

    /// A name in quotation marks, where only these and backslashes need one before them.
    static func quoted(_ text: String) -> String {
        "\"\(DiagramText.replacing(in: text) { $0 == "\"" || $0 == "\\" ? "\\\($0)" : nil })\""
    }
}
