/// The labels of a series, valid, escaped and sorted.
struct Labels: Hashable, Comparable {
    private let text: String

    init(_ dimensions: [(String, String)]) {
        // Of two names that become the same one, the text may have only one.
        let labels = Dictionary(dimensions.map { (labelName($0), escaped($1)) }, uniquingKeysWith: { $1 })
        text = labels.sorted { $0.key < $1.key }.map { "\($0)=\"\($1)\"" }.joined(separator: ",")
    }

    private init(text: String) { self.text = text }

    /// The labels with one more, which the text format reserves.
    func adding(_ name: String, _ value: String) -> Labels {
        Labels(text: (text.isEmpty ? "" : text + ",") + "\(name)=\"\(value)\"")
    }

    /// The labels in braces, if there are any.
    var inBraces: String { text.isEmpty ? "" : "{\(text)}" }

    static func < (left: Labels, right: Labels) -> Bool { left.text < right.text }
}

/// A line of the text.
func sample(_ name: String, _ labels: Labels, _ value: Double) -> String {
    "\(name)\(labels.inBraces) \(number(value))"
}

func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
    return Int64(exactly: value).map { "\($0)" } ?? "\(value)"
}

/// A name of letters, digits, underscores and colons that ends in its unit.
func metricName(_ label: String, suffix: String = "") -> String {
    let name = valid(label, besides: ":")
    return name.hasSuffix(suffix) ? name : name + suffix
}

/// A name of letters, digits and underscores that the text format does not reserve.
private func labelName(_ name: String) -> String {
    let name = valid(name, besides: "_")
    return name == "le" || name == "quantile" || name.hasPrefix("__") ? "label_" + name : name
}

private func valid(_ name: String, besides other: Character) -> String {
    let characters = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == other ? $0 : "_" }
    let isLate = characters.first.map { !$0.isNumber } ?? false
    return (isLate ? "" : "_") + String(characters)
}

private func escaped(_ value: String) -> String {
    value.reduce(into: "") { text, character in
        switch character {
        case "\\": text += #"\\"#
        case "\"": text += #"\""#
        case "\n", "\r\n": text += #"\n"#
        case _: text.append(character)
        }
    }
}
