extension GraphModel.Effect {
    /// The effect in a few words, such as `start "load" after 5 s`; `nil` if it says nothing beyond the intent.
    package func words(limit: Int) -> String? {
        let place = place(limit)
        let name = shown(id.map(Self.identity), limit)
        let delay = delay.map { " after \(Self.length($0))" } ?? ""
        switch kind {
        case "events":
            let list = events.map { DiagramText.shown(Self.undotted($0), limit: limit) }
            return list.isEmpty ? nil : "raise \(list.joined(separator: ", "))\(delay)"
        case "action", "isolatedAction": return "action\(name.map { " \($0)" } ?? "")\(place)\(delay)"
        case "operation", "isolatedOperation": return "start \(name ?? "operation")\(place)\(delay)"
        case "cancelTask": return "cancel \(name ?? "operation")\(place)"
        case "sequence": return composed(limit, ", then ").map { $0 + delay }
        case "combination": return composed(limit, " beside ").map { $0 + delay }
        case "list": return composed(limit, ", ")
        case "departure": return "\(shown(child ?? id, limit) ?? "child") departs"
        case "rejection": return "\(shown(child ?? id, limit) ?? "child") refuses"
        case "mistake": return "error\(place)"
        case "postponement", "unexpected": return nil
        case _: return "\(DiagramText.shown(kind, limit: limit))\(name.map { " \($0)" } ?? "")\(place)\(delay)"
        }
    }

    /// The effect as a member of a list of what is live.
    package func name(limit: Int) -> String {
        (shown(id.map(Self.identity), limit) ?? words(limit: limit) ?? kind) + place(limit)
    }

    /// The child that the effect belongs to, unless its identity says so.
    private func place(_ limit: Int) -> String {
        guard let child, !child.isEmpty, id.map({ !$0.hasPrefix("\(child)/") }) ?? true else { return "" }
        return " in \(DiagramText.shown(child, limit: limit))"
    }

    private func composed(_ limit: Int, _ separator: String) -> String? {
        let words = parts.compactMap { $0.words(limit: limit) }
        guard !words.isEmpty else { return id.map { "start \(DiagramText.shown($0, limit: limit))" } }
        return words.joined(separator: separator)
    }

    private func shown(_ text: String?, _ limit: Int) -> String? {
        text.map { DiagramText.shown($0, limit: limit) }
    }

    /// An identity as it is read: the default one of a timed effect is a length of time and a file.
    private static func identity(_ text: String) -> String {
        let parts = text.split(separator: " ")
        guard parts.count >= 3, text.hasSuffix(".swift"), parts[parts.count - 2] == "in" else { return text }
        return "timer \(length(parts.dropLast(2).joined(separator: " ")))"
    }

    /// A length of time as it is read: `5 s`.
    static func length(_ text: String) -> String {
        if text.hasSuffix(" seconds") {
            let number = text.dropLast(" seconds".count)
            return (number.hasSuffix(".0") ? number.dropLast(2) : number) + " s"
        }
        for (prefix, unit) in [(".seconds(", "s"), (".milliseconds(", "ms"), (".nanoseconds(", "ns")] {
            guard text.hasPrefix(prefix), text.hasSuffix(")") else { continue }
            return "\(text.dropFirst(prefix.count).dropLast()) \(unit)"
        }
        return DiagramText.printable(text)
    }

    /// Source text without the dot of an enum case.
    static func undotted(_ text: String) -> String {
        text.hasPrefix(".") ? String(text.dropFirst()) : text
    }
}
