// Texts and attributes are written by the rules of the HTML standard, "Serialising HTML fragments". In addition, a null
// character is replaced, and a carriage return is written as a reference: a parser would drop or change them.

extension Fragment {
    /// The markup.
    ///
    /// - Complexity: O(*n*) in the length of the markup.
    public var markup: String {
        var markup = ""
        write(to: &markup)
        return markup
    }

    func write(to markup: inout String) {
        for node in nodes {
            switch node {
            case .text(let text): markup.append(escaping: text, in: .text)
            case .element(let element): element.write(to: &markup)
            }
        }
    }

    /// A lower bound of the length of its markup in bytes, close to it.
    ///
    /// - Complexity: O(*n*) in the number of nodes.
    var size: Int {
        nodes.reduce(0) { size, node in
            switch node {
            case .text(let text): size + text.utf8.count
            case .element(let element): size + element.size
            }
        }
    }
}

extension ElementNode {
    fileprivate var size: Int {
        let opening = attributes.reduce(2 + tag.rawValue.utf8.count) { size, attribute in
            size + 4 + attribute.name.utf8.count + attribute.value.utf8.count
        }
        return tag.isVoid ? opening : opening + content.size + 3 + tag.rawValue.utf8.count
    }

    fileprivate func write(to markup: inout String) {
        markup += "<\(tag.rawValue)"
        for attribute in attributes {
            markup += " \(attribute.name)=\""
            markup.append(escaping: attribute.value, in: .attribute)
            markup += "\""
        }
        markup += ">"
        if tag.isVoid { return }
        content.write(to: &markup)
        markup += "</\(tag.rawValue)>"
    }
}

/// The position of a text.
enum TextPlace {
    case text, attribute

    /// The replacement for a character that would otherwise have a special meaning.
    func reference(for unit: UInt8) -> StaticString? {
        switch unit {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): self == .attribute ? "&quot;" : nil
        case UInt8(ascii: "\r"): "&#13;"
        case 0: "\u{FFFD}"
        case _: nil
        }
    }
}

extension String {
    /// The text after a parser has handled its null characters.
    var withoutNull: String {
        utf8.contains(0) ? String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 })) : self
    }

    mutating func append(escaping text: String, in place: TextPlace) {
        guard text.utf8.contains(where: { place.reference(for: $0) != nil }) else {
            self += text
            return
        }
        for scalar in text.unicodeScalars {
            if scalar.isASCII, let reference = place.reference(for: UInt8(scalar.value)) {
                self += "\(reference)"
            } else {
                unicodeScalars.append(scalar)
            }
        }
    }
}
