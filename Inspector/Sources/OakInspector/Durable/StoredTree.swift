import Oak
import OakDurable

extension ValueTree {
    /// The structure without the values of fields, and of cases, with some names.
    func hiding(_ names: Set<String>) -> ValueTree {
        if names.isEmpty { return self }
        if case .enumCase(let name) = kind, names.contains(name), !parts.isEmpty {
            return ValueTree(kind, [Part(label: nil, ValueTree(.hidden))])
        }
        return ValueTree(
            kind,
            parts.map { part in
                let isHidden = part.label.map(names.contains) ?? false
                return Part(label: part.label, isHidden ? ValueTree(.hidden) : part.value.hiding(names))
            })
    }
}

extension JSONValue {
    /// Its structure.
    ///
    /// An object with a single key and an object behind it is how Swift encodes a case with its payload.
    ///
    /// - Parameters:
    ///   - names: The names of fields that are hidden.
    ///   - limits: The limits of the structure.
    func tree(hiding names: Set<String>, within limits: ValueTree.Limits) -> ValueTree {
        var rest = limits.parts
        return tree(hiding: names, within: limits, depth: 0, &rest)
    }

    private func tree(
        hiding names: Set<String>, within limits: ValueTree.Limits, depth: Int, _ rest: inout Int
    ) -> ValueTree {
        rest -= 1
        if depth >= limits.depth { return ValueTree(.omitted) }
        func parts(of values: some Sequence<(String?, JSONValue)>, most: Int = .max) -> [ValueTree.Part] {
            var parts: [ValueTree.Part] = []
            for (label, value) in values {
                guard rest > 0, parts.count < most else {
                    parts.append(ValueTree.Part(label: nil, ValueTree(.omitted)))
                    break
                }
                let isHidden = label.map(names.contains) ?? false
                parts.append(
                    ValueTree.Part(
                        label: label.map { abbreviated($0, to: limits.text) },
                        isHidden
                            ? ValueTree(.hidden)
                            : value.tree(hiding: names, within: limits, depth: depth + 1, &rest)))
            }
            return parts
        }
        switch self {
        case .null: return ValueTree(.plain("nil"))
        case .bool(let value): return ValueTree(.plain("\(value)"))
        case .integer(let value): return ValueTree(.plain("\(value)"))
        case .number(let value): return ValueTree(.plain("\(value)"))
        case .text(let text): return ValueTree(.text(abbreviated(text, to: limits.text)))
        case .list(let list): return ValueTree(.list, parts(of: list.map { (nil, $0) }, most: limits.elements))
        case .object(let object):
            if object.count == 1, let (name, value) = object.first, case .object(let payload) = value {
                return Self.enumCase(name, payload, hiding: names, limits) { parts(of: $0) }
            }
            let fields = object.sorted { $0.key < $1.key }
            return ValueTree(.structure("object"), parts(of: fields.map { ($0.key, $0.value) }, most: limits.elements))
        }
    }

    private static func enumCase(
        _ name: String, _ payload: [String: JSONValue], hiding names: Set<String>, _ limits: ValueTree.Limits,
        _ parts: ([(String?, JSONValue)]) -> [ValueTree.Part]
    ) -> ValueTree {
        let kind = ValueTree.Kind.enumCase(abbreviated(name, to: limits.text))
        if payload.isEmpty { return ValueTree(kind) }
        if names.contains(name) { return ValueTree(kind, [ValueTree.Part(label: nil, ValueTree(.hidden))]) }
        // Swift numbers values without labels.
        let values = payload.sorted { $0.key < $1.key }.map { key, value in
            (key.hasPrefix("_") && Int(key.dropFirst()) != nil ? nil : key, value)
        }
        let found = parts(values)
        if found.count == 1, found[0].label == nil { return ValueTree(kind, found) }
        return ValueTree(kind, [ValueTree.Part(label: nil, ValueTree(.tuple, found))])
    }
}
