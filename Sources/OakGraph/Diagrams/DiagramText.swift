/// Text of a value, made fit for a diagram of any format.
enum DiagramText {
    /// The longest line of a label before it wraps, in characters.
    static let lineLength = 30
    /// The longest text of one value, in Unicode scalars; the middle of a longer one is left out.
    static let limit = 64

    /// Spells out what has no glyph, or would change the direction or the lines of the text around it.
    static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { !isPrintable($0) }) else { return text }
        return replacing(in: text) { scalar in
            switch scalar {
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            case _ where isPrintable(scalar): nil
            case _ where scalar.properties.generalCategory == .spaceSeparator: " "
            case _: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
    }

    /// A text in which some scalars are replaced.
    static func replacing(in text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if let text = replacement(scalar) { result += text } else { result.unicodeScalars.append(scalar) }
        }
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
        // A joiner holds the parts of an emoji together.
        return scalar == "\u{200D}" || !hidden.contains(scalar.properties.generalCategory)
    }

    private static let hidden: Set<Unicode.GeneralCategory> = [
        .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned, .spaceSeparator,
    ]

    /// Leaves out the middle of a text that is longer than a limit.
    ///
    /// - Complexity: O(limit).
    static func shortened(_ text: String, to limit: Int) -> String {
        let scalars = text.unicodeScalars
        guard scalars.dropFirst(limit).first != nil else { return text }
        let front = take(text, upTo: max(limit - 1, 0) * 2 / 3)
        let back = take(text.reversed(), upTo: max(limit - 1, 0) / 3)
        return String(front) + "…" + String(back.reversed())
    }

    /// The first characters that have no more scalars than a limit: a character can have any number of them.
    private static func take(_ characters: some Sequence<Character>, upTo limit: Int) -> [Character] {
        var taken: [Character] = []
        var count = 0
        for character in characters {
            count += character.unicodeScalars.count
            guard count <= limit else { break }
            taken.append(character)
        }
        return taken
    }

    /// A text fit to be shown: printable, visible, and not much longer than a limit.
    static func shown(_ text: String, limit: Int) -> String {
        let shown = printable(shortened(text, to: limit))
        return shown.allSatisfy { $0 == " " } ? "\"\(shown)\"" : shown
    }

    /// Breaks a line behind commas and before strokes, or at any space where that is not enough.
    static func wrapped(_ line: String) -> [String] {
        guard line.count > lineLength else { return [line] }
        var pieces: [String] = []
        var isOpen = false
        for word in line.split(separator: " ") {
            if isOpen, word != "/" {
                pieces[pieces.count - 1] += " \(word)"
            } else {
                pieces.append(String(word))
            }
            isOpen = !word.hasSuffix(",")
        }
        return packed(pieces.flatMap { $0.count > lineLength ? packed($0.split(separator: " ")) : [$0] })
    }

    /// Puts as many pieces into each line as it has room for.
    private static func packed(_ pieces: [some StringProtocol]) -> [String] {
        var lines: [String] = []
        var room = 0
        for piece in pieces {
            let length = piece.count
            if length < room {
                lines[lines.count - 1] += " \(piece)"
                room -= length + 1
            } else {
                lines.append(String(piece))
                room = lineLength - length
            }
        }
        return lines
    }
}

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

/// The events of a machine by the name of their case.
struct EventClasses {
    let events: Set<String>
    private(set) var sizes: [Substring: Int] = [:]

    init(_ events: [String]) {
        self.events = Set(events)
        for event in self.events { sizes[Self.head(of: event), default: 0] += 1 }
    }

    /// The name of an event without its payload.
    static func head(of event: String) -> Substring { event.prefix { $0 != "(" } }
}

/// The events of a label, with those that differ in their payload as one where that loses nothing.
struct EventNames {
    /// The most names that a label lists.
    static let limit = 12

    private var names: [(event: String?, text: String)] = []

    /// - Parameter isFolded: Whether payloads are left out.
    init(_ events: [String], limit: Int, isFolded: Bool, classes: EventClasses? = nil) {
        let (unique, sizes) = (events.unique, EventClasses(events).sizes)
        var isListed: Set<Substring> = []
        for event in unique {
            let head = EventClasses.head(of: event)
            let size = sizes[head] ?? 0
            if size > 1, isFolded || size == classes?.sizes[head] {
                // The first one stands for all.
                guard isListed.insert(head).inserted else { continue }
                names.append((nil, Self.shown(String(head), limit) + "(…)"))
            } else {
                names.append((event, Self.shown(event, limit)))
            }
        }
    }

    /// Marks the events that lead elsewhere, too, depending on what is not shown.
    mutating func mark(where isAmbiguous: (String) -> Bool) {
        for index in names.indices {
            guard let event = names[index].event, isAmbiguous(event) else { continue }
            names[index].text += " [some]"
        }
    }

    /// The names to list.
    var texts: [String] {
        let texts = names.map(\.text)
        guard texts.count > Self.limit else { return texts }
        return texts.prefix(Self.limit - 1) + ["… \(texts.count - Self.limit + 1) more"]
    }

    private static func shown(_ event: String, _ limit: Int) -> String {
        DiagramText.shown(GraphModel.Effect.undotted(event), limit: limit)
    }
}
