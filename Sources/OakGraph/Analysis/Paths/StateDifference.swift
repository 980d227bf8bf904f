/// The parts in which two values differ, found by reflection.
struct StateDifference {
    /// One part that differs.
    struct Change: Hashable {
        /// The way to the part, such as `form.name`; empty for the whole value.
        let path: String
        /// The text before; `nil` for an added element.
        let before: String?
        /// The text after; `nil` for a removed element.
        let after: String?
    }

    /// The changes, in the order in which the value declares its parts.
    private(set) var changes: [Change] = []

    init(from before: Any, to after: Any) { compare(before, after, at: "", depth: 0) }

    private mutating func compare(_ before: Any, _ after: Any, at path: String, depth: Int) {
        let (old, new) = (sourceText(of: before), sourceText(of: after))
        guard old != new else { return }
        let count = changes.count
        if depth < 12, type(of: before) == type(of: after) { compareParts(before, after, at: path, depth: depth + 1) }
        if changes.count == count { changes.append(Change(path: path, before: old, after: new)) }
    }

    private mutating func compareParts(_ before: Any, _ after: Any, at path: String, depth: Int) {
        let (old, new) = (Mirror(reflecting: before), Mirror(reflecting: after))
        if let before = before as? any StateOfTwo, let after = after as? any StateOfTwo {
            compare(before.first, after.first, at: Self.path("first", in: path), depth: depth)
            return compare(before.second, after.second, at: Self.path("second", in: path), depth: depth)
        }
        switch old.displayStyle {
        case .enum:
            guard let (name, oldPayload) = old.children.first, let name,
                let (newName, newPayload) = new.children.first, name == newName
            else { return }
            compare(Self.parts(ofPayload: oldPayload), Self.parts(ofPayload: newPayload), at: "\(path).\(name)", depth)
        case .optional:
            guard let (_, before) = old.children.first, let (_, after) = new.children.first else { return }
            compare(before, after, at: path, depth: depth)
        case .struct, .tuple: compare(Self.parts(of: old), Self.parts(of: new), at: path, depth)
        case .collection: compareEntries(Self.parts(of: old), Self.parts(of: new), at: path, depth)
        case .dictionary: compareEntries(Self.entries(of: old), Self.entries(of: new), at: path, depth)
        case .set:
            let (old, new) = (Self.texts(of: old), Self.texts(of: new))
            for text in old.subtracting(new).sorted() { changes.append(Change(path: path, before: text, after: nil)) }
            for text in new.subtracting(old).sorted() { changes.append(Change(path: path, before: nil, after: text)) }
        // Newer versions of the standard library have further styles.
        default: return
        }
    }

    private typealias Part = (name: String, value: Any)

    private mutating func compare(_ before: [Part], _ after: [Part], at path: String, _ depth: Int) {
        guard before.map(\.name) == after.map(\.name) else { return }
        for (old, new) in zip(before, after) {
            compare(old.value, new.value, at: Self.path(old.name, in: path), depth: depth)
        }
    }

    private static func path(_ name: String, in path: String) -> String {
        path.isEmpty || name.isEmpty ? path + name : "\(path).\(name)"
    }

    private mutating func compareEntries(_ before: [Part], _ after: [Part], at path: String, _ depth: Int) {
        let new = Dictionary(after.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        let old = Set(before.map(\.name))
        for (key, value) in before {
            if let next = new[key] {
                compare(value, next, at: "\(path)[\(key)]", depth: depth)
            } else {
                changes.append(Change(path: "\(path)[\(key)]", before: sourceText(of: value), after: nil))
            }
        }
        for (key, value) in after where !old.contains(key) {
            changes.append(Change(path: "\(path)[\(key)]", before: nil, after: sourceText(of: value)))
        }
    }

    // MARK: - Parts of a value

    private static func parts(of mirror: Mirror) -> [Part] {
        mirror.children.enumerated().map { index, child in
            let label = child.label.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }
            return (label ?? "\(index)", child.value)
        }
    }

    private static func parts(ofPayload payload: Any) -> [Part] {
        let mirror = Mirror(reflecting: payload)
        return mirror.displayStyle == .tuple ? parts(of: mirror) : [("", payload)]
    }

    private static func entries(of mirror: Mirror) -> [Part] {
        let entries = mirror.children.compactMap { entry -> Part? in
            let parts = Mirror(reflecting: entry.value).children.map(\.value)
            return parts.count == 2 ? (sourceText(of: parts[0]), parts[1]) : nil
        }
        return entries.sorted { $0.name < $1.name }
    }

    private static func texts(of mirror: Mirror) -> Set<String> {
        Set(mirror.children.map { sourceText(of: $0.value) })
    }
}

extension StateDifference.Change: CustomStringConvertible {
    var description: String {
        let change =
            switch (before, after) {
            case (let before?, let after?): "\(before) → \(after)"
            case (nil, let after?): "+ \(after)"
            case (let before?, nil): "− \(before)"
            case (nil, nil): ""
            }
        return path.isEmpty ? change : "\(path): \(change)"
    }
}
