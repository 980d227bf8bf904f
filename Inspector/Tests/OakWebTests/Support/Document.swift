import Foundation

/// A node of a page in a browser, with the client's changes to it; mirrors Client/client.js.
final class DocumentNode {
    var text: String?
    var tag = ""
    var attributes: [String: String] = [:]
    var children: [DocumentNode] = []

    init(text: String) { self.text = text }

    init(tag: String) { self.tag = tag }

    /// Reads markup as a browser does that finds nothing to correct in it.
    static func parse(_ markup: String) -> [DocumentNode] {
        var rest = Array(markup.unicodeScalars)[...]
        return nodes(in: &rest)
    }

    private static func nodes(in rest: inout ArraySlice<Unicode.Scalar>) -> [DocumentNode] {
        var nodes: [DocumentNode] = []
        while let first = rest.first {
            if first == "<" {
                if rest.dropFirst().first == "/" {
                    rest = rest.drop { $0 != ">" }.dropFirst()
                    return nodes
                }
                nodes.append(element(in: &rest))
            } else {
                nodes.append(DocumentNode(text: unescape(rest.prefix { $0 != "<" })))
                rest = rest.drop { $0 != "<" }
            }
        }
        return nodes
    }

    private static func element(in rest: inout ArraySlice<Unicode.Scalar>) -> DocumentNode {
        rest = rest.dropFirst()
        let node = DocumentNode(tag: string(rest.prefix { $0 != " " && $0 != ">" }))
        rest = rest.drop { $0 != " " && $0 != ">" }
        while rest.first == " " {
            let name = rest.dropFirst().prefix { $0 != "=" }
            let value = rest[name.endIndex...].dropFirst(2).prefix { $0 != "\"" }
            node.attributes[string(name)] = unescape(value)
            rest = rest[value.endIndex...].dropFirst()
        }
        rest = rest.dropFirst()
        if node.tag != "input" { node.children = nodes(in: &rest) }
        return node
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }

    private static func unescape(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = string(scalars)
        guard scalars.contains("&") else { return text }
        for (reference, character) in [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#13;", "\r"), ("&amp;", "&"),
        ] {
            text = text.replacingOccurrences(of: reference, with: character, options: .literal)
        }
        return text
    }

    /// Its appearance, byte by byte.
    var description: [UInt8] {
        if let text { return Array("“\(text)”".utf8) }
        let sorted = attributes.sorted { $0.key < $1.key }.map { "\($0.key)=“\($0.value)”" }
        return Array("<\(tag) \(sorted)>".utf8) + children.flatMap(\.description) + Array("</>".utf8)
    }

    // MARK: What the client does

    func apply(_ patch: [String: Any]) {
        for (name, value) in patch["a"] as? [String: Any] ?? [:] { attributes[name] = value as? String }
        if let runs = patch["o"] as? [Any] { arrange(runs) }
        for (place, change) in patch["c"] as? [String: [String: Any]] ?? [:] {
            guard let place = Int(place) else { continue }
            if let text = change["t"] as? String {
                children[place].text = text
            } else if let markup = change["h"] as? String {
                children.replaceSubrange(place...place, with: DocumentNode.parse(markup))
            } else {
                children[place].apply(change)
            }
        }
    }

    private func arrange(_ runs: [Any]) {
        let before = children
        let wanted = runs.flatMap { run -> [DocumentNode] in
            if let markup = run as? String { return DocumentNode.parse(markup) }
            let range = run as? [Int] ?? []
            return Array(before[range[0]..<range[0] + range[1]])
        }
        children = wanted
    }
}
