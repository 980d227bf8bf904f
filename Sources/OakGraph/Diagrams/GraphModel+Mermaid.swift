extension GraphModel {
    /// The graph as a state diagram of Mermaid, which Markdown on GitHub, GitLab and in many editors draws.
    ///
    /// States whose enum cases are nested stand in composite states, and what is live in a state stands below its name.
    /// An edge lists its events, its output and its effects, as in `submit / start "sign in"`. Equal graphs give equal
    /// text, so that a stored diagram changes only with the machine.
    ///
    /// ```swift
    /// import Oak
    /// import OakGraph
    ///
    /// enum Lamp: Transducer {
    ///     enum State: Hashable, NonTerminal { case off, on }
    ///     enum Event: Sendable { case pressed }
    ///     static func update(_ state: inout State, event: Event) { state = state == .off ? .on : .off }
    /// }
    /// let lamp = StateGraph(of: Lamp.self, from: [.off], events: [.pressed]).model
    /// print("```mermaid\n\(lamp.mermaid())```")
    /// ```
    ///
    /// - Parameter style: What the diagram shows.
    /// - Returns: The diagram, without a fence around it.
    /// - Complexity: O(*n*) on average in the size of the model.
    public func mermaid(_ style: DiagramStyle = DiagramStyle()) -> String {
        let drawing = Drawing(of: self, style: style)
        var text = "stateDiagram-v2\n"
        if style.direction == .right { text += "    direction LR\n" }
        drawing.visitNodes { visit, level in
            let indent = String(repeating: "    ", count: level + 1)
            switch visit {
            case .opening(let composite):
                text += "\(indent)state \"\(Mermaid.escaped(drawing.composites[composite].name))\" as c\(composite) {\n"
            case .closing: text += "\(indent)}\n"
            case .node(let index):
                let node = drawing.nodes[index]
                let lines = ([node.name] + node.details).flatMap(DiagramText.wrapped)
                text += "\(indent)state \"\(Mermaid.box(lines))\" as s\(index)\n"
            }
        }
        for index in drawing.initial { text += "    [*] --> s\(index)\n" }
        for edge in drawing.edges {
            let lines = edge.labels.map(\.text).flatMap(DiagramText.wrapped)
            text += "    \(Mermaid.name(of: edge.source)) --> s\(edge.target) : \(Mermaid.lines(lines))\n"
        }
        for (index, node) in drawing.nodes.enumerated() where node.isTerminal { text += "    s\(index) --> [*]\n" }
        if !drawing.notes.isEmpty {
            let lines = drawing.notes.flatMap(DiagramText.wrapped)
            text += "    state \"\(Mermaid.box(lines))\" as remark\n"
            text += "    classDef remark fill:none,stroke-dasharray:4 3\n    class remark remark\n"
        }
        return text
    }
}

/// The syntax of labels in Mermaid.
private enum Mermaid {
    static func name(of place: Drawing.Place) -> String {
        switch place {
        case .node(let index): "s\(index)"
        case .composite(let index): "c\(index)"
        }
    }

    /// The lines of a label on an edge.
    static func lines(_ lines: [String]) -> String {
        lines.map { escaped($0) }.joined(separator: "<br/>")
    }

    /// The lines of a label in a state, which is Markdown if it has more than one.
    static func box(_ lines: [String]) -> String {
        lines.map { escaped($0, inMarkdown: lines.count > 1) }.joined(separator: "<br/>")
    }

    /// A line of a label, with entities for what would be syntax of Mermaid, of HTML or of Markdown.
    ///
    /// - Parameter isInMarkdown: Whether Mermaid replaces the entities before it reads Markdown, so that Markdown needs
    ///   its own escapes.
    static func escaped(_ line: String, inMarkdown isInMarkdown: Bool = false) -> String {
        let scalars = Array(line.unicodeScalars)
        var result = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            let previous = index == 0 ? " " : scalars[index - 1]
            let next = index + 1 < scalars.count ? scalars[index + 1] : " "
            switch scalar {
            case "\"": result.append(contentsOf: "#quot;".unicodeScalars)
            case "<": result.append(contentsOf: "#lt;".unicodeScalars)
            case ">": result.append(contentsOf: "#gt;".unicodeScalars)
            case "&": result.append(contentsOf: "#amp;".unicodeScalars)
            case "_" where isWord(previous) && isWord(next): result.append(scalar)
            case "*", "_", "~", "`", "\\":
                if isInMarkdown { result.append(contentsOf: entity("\\")) }
                result.append(contentsOf: entity(scalar))
            // Behind a word, and with one to come, a colon means nothing to Mermaid.
            case ":"
            where isWord(previous) && next == " " && scalars.dropFirst(index + 2).first.map { $0 != " " } ?? false:
                result.append(scalar)
            // The name of an icon, unless the invisible word joiner breaks it.
            case ":" where next == "f": result.append(contentsOf: "#58;#8288;".unicodeScalars)
            // A list begins with digits and a dot.
            case "." where index > 0 && scalars[..<index].allSatisfy { "0"..."9" ~= $0 }:
                result.append(contentsOf: entity(scalar))
            case "-" where index == 0 || next == "-" || previous == "-", "+" where index == 0, "=" where index == 0,
                "(" where previous == "]":
                result.append(contentsOf: entity(scalar))
            case ".", ",", "(", ")", "[", "]", "/", "=", "!", "?", "'", "-", "+", " ": result.append(scalar)
            // A line with this word in it gives the direction of the diagram.
            case "d" where isDirection(scalars[index...]), "D" where isDirection(scalars[index...]):
                result.append(contentsOf: entity(scalar))
            // Two of them begin a formula, also as entities.
            case "$" where next == "$": result.append(contentsOf: "#36;#8288;".unicodeScalars)
            // Mermaid marks its own entities this way, and would take the text for one.
            case "ﬂ" where next == "°": result.append(contentsOf: "fl".unicodeScalars)
            case _ where isWord(scalar) || !scalar.isASCII: result.append(scalar)
            case _: result.append(contentsOf: entity(scalar))
            }
        }
        return String(result)
    }

    private static func entity(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
        "#\(scalar.value);".unicodeScalars
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || "0"..."9" ~= scalar)
    }

    private static func isDirection(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
        text.lazy.map { $0.properties.lowercaseMapping }.starts(with: "direction ".unicodeScalars.map { String($0) })
    }
}
