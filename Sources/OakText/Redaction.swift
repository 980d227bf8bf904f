/// A description of values without the secret parts.
///
/// ```swift
/// import OakText
///
/// struct Card { var number: String }
/// struct Customer {
///     var name: String
///     var password: String
///     var card: Card
/// }
///
/// let redaction = Redaction().hiding(Card.self).hiding(\Customer.password)
/// let customer = Customer(name: "Ada", password: "secret", card: Card(number: "4711"))
/// print(redaction.description(of: customer))  // Customer(name: Ada, password: …, card: …)
/// ```
///
/// As soon as something is hidden, values are described by their structure: the description that a type gives of itself
/// could tell what is hidden in it.
public struct Redaction: Sendable {
    /// Whether a value is of a hidden type.
    private var types: [@Sendable (Any) -> Bool] = []
    /// The names on the way to hidden properties, with whether a value is of the type at which the way begins.
    private var paths: [(isRoot: @Sendable (Any) -> Bool, names: [String])] = []

    /// Creates a redaction that hides nothing.
    public init() {}

    /// Hides all values of a type, wherever they occur.
    ///
    /// - Parameter type: The type of the values, whose subclasses and conforming types are hidden as well.
    /// - Returns: A redaction that hides these values as well.
    public func hiding<Value>(_ type: Value.Type) -> Redaction {
        var redaction = self
        redaction.types.append { $0 is Value }
        return redaction
    }

    /// Hides a property of all values of a type, wherever they occur.
    ///
    /// - Parameter property: The property. If it is computed, or the program has no names of its properties, all values
    ///   of the type are hidden.
    /// - Returns: A redaction that hides the property as well.
    @available(macOS 13.3, iOS 16.4, tvOS 16.4, watchOS 9.4, *)
    public func hiding<Root, Value>(_ property: KeyPath<Root, Value>) -> Redaction {
        let names = property.debugDescription.split(separator: ".").map { $0.filter { $0 != "?" && $0 != "!" } }
        let path = names.dropFirst("\(Root.self)".split(separator: ".").count).filter { !$0.isEmpty }
        guard !path.isEmpty, path != ["self"], !path.contains(where: { $0.contains("<") || $0.contains("[") }) else {
            return hiding(Root.self)
        }
        var redaction = self
        redaction.paths.append(({ $0 is Root }, path))
        return redaction
    }

    /// Whether everything is shown.
    package var hidesNothing: Bool { types.isEmpty && paths.isEmpty }

    /// Describes a value without what is hidden in it.
    ///
    /// - Parameter value: The value.
    /// - Returns: Its own description if nothing is hidden; otherwise a description of its structure, with at most
    ///   10 000 parts on 32 levels.
    public func description<Value>(of value: Value) -> String {
        hidesNothing ? String(describing: value) : tree(of: value).text
    }

    /// A short text of a value without what is hidden in it; no more of the value is described than is shown.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - length: The number of characters.
    package func text(of value: Any, upTo length: Int) -> String {
        // A collection describes itself as a whole, however many elements it has.
        if hidesNothing, value is any CustomStringConvertible, !OpenedValue(value).isMadeOfElements {
            return abbreviated("\(value)", to: length)
        }
        var limits = ValueTree.Limits()
        (limits.parts, limits.text, limits.bytes) = (length, length, length)
        return abbreviated(tree(of: value, within: limits).text, to: length)
    }

    /// The structure of a value without what is hidden in it.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - limits: The limits of the structure.
    /// - Complexity: O(*n*) in the number of its parts, or of those within the limits.
    package func tree(of value: Any, within limits: ValueTree.Limits = .init()) -> ValueTree {
        survey(of: value, within: limits).tree
    }

    /// The structure of a value without what is hidden in it, and what the value is like.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - limits: The limits of the structure.
    /// - Complexity: O(*n*) in the number of its parts, or of those within the limits.
    package func survey(of value: Any, within limits: ValueTree.Limits) -> ValueTree.Survey {
        var course = Course(rest: limits.parts, bytes: limits.bytes)
        let shown = limits.showing?(value) ?? value
        let tree = tree(of: shown, hiding: [], depth: 0, limits, &course)
        return ValueTree.Survey(tree: tree, hasObjects: course.hasObjects, isComplete: !course.leavesOut)
    }

    /// The course of a description.
    private struct Course {
        /// The number of parts that may follow.
        var rest: Int
        /// The number of bytes of texts that may follow.
        var bytes: Int
        /// The objects around the value, none of which is opened again.
        var path: [ObjectIdentifier] = []
        /// Whether an object was met.
        var hasObjects = false
        /// Whether something was beyond the limits.
        var leavesOut = false

        /// Leaves something out.
        mutating func leaveOut() -> ValueTree {
            leavesOut = true
            return ValueTree(.omitted)
        }
    }

    private func tree(
        of value: Any, hiding inherited: [[String]], depth: Int, _ limits: ValueTree.Limits, _ course: inout Course
    ) -> ValueTree {
        if type(of: value) == AnyHashable.self, let box = value as? AnyHashable {
            return tree(of: box.base, hiding: inherited, depth: depth, limits, &course)
        }
        course.rest -= 1
        if types.contains(where: { $0(value) }) { return .hidden }
        if depth >= limits.depth || course.bytes <= 0 { return course.leaveOut() }
        let nature = ValueNature(of: value)
        switch nature {
        case .text, .plain:
            let text = "\(value)"
            let kind = (nature == .text ? ValueTree.Kind.text(text) : .plain(text))
                .shortened(to: min(limits.text, course.bytes))
            if case .beginning = kind { course.leavesOut = true }
            let tree = ValueTree(kind)
            course.bytes -= tree.text.utf8.count
            return tree
        case .bytes:
            let count = ValueTree(.plain("\((value as? any Collection)?.count ?? 0)"))
            return ValueTree(
                .structure("\(type(of: value))"),
                [ValueTree.Part(label: "count", count), ValueTree.Part(label: nil, ValueTree(.omitted))])
        case .object:
            course.hasObjects = true
            let object = ObjectIdentifier(value as AnyObject)
            guard !course.path.contains(object) else {
                return ValueTree(.structure("\(type(of: value))"), [ValueTree.Part(label: nil, course.leaveOut())])
            }
            course.path.append(object)
        case .selfDescribing, .place: course.hasObjects = true
        case .structured: break
        }
        defer { if nature == .object { course.path.removeLast() } }
        if nature == .selfDescribing, !limits.opensObjects {
            return ValueTree(.structure("\(type(of: value))"), [ValueTree.Part(label: nil, course.leaveOut())])
        }
        let opened = OpenedValue(value)
        let hidden = paths.isEmpty ? [] : inherited + paths.filter { $0.isRoot(value) }.map(\.names)
        // The labels of its own mirror need not be the names of its properties.
        if !hidden.isEmpty, value is any CustomReflectable, !opened.isOptional { return .hidden }
        func parts(labelled: Bool, _ children: some Sequence<Mirror.Child>) -> [ValueTree.Part] {
            var parts: [ValueTree.Part] = []
            for child in children {
                guard course.rest > 0, labelled || parts.count < limits.elements else {
                    parts.append(ValueTree.Part(label: nil, course.leaveOut()))
                    break
                }
                let child = Self.named(child)
                let value = tree(of: child, hidden, depth, limits, &course)
                parts.append(ValueTree.Part(label: labelled ? child.label : nil, value))
            }
            return parts
        }
        switch opened {
        case .optional(nil): return ValueTree(.plain("nil"))
        case .optional(let wrapped?): return tree(of: wrapped, hiding: hidden, depth: depth, limits, &course)
        case .list(let elements), .set(let elements): return ValueTree(.list, parts(labelled: false, elements))
        case .dictionary(let entries): return ValueTree(.dictionary, pairs(of: entries, depth, limits, &course))
        case .tuple(let children): return ValueTree(.tuple, parts(labelled: true, children))
        case .enumCase(let name, let payload?):
            let payload = tree(of: (name, payload), hidden, depth, limits, &course)
            return ValueTree(.enumCase(name ?? ""), [ValueTree.Part(label: nil, payload)])
        case .enumCase(let name, nil): return ValueTree(.enumCase(name ?? "\(type(of: value))"))
        case .structure(let children), .object(let children), .other(let children):
            let name = ValueTree.Kind.structure("\(type(of: value))")
            let own = hidden.isEmpty ? limits.structureParts?(value) : nil
            if own == nil, nature == .object, !limits.opensObjects {
                return ValueTree(name, [ValueTree.Part(label: nil, course.leaveOut())])
            }
            return ValueTree(name, parts(labelled: true, own ?? children))
        }
    }

    private func tree(
        of child: Mirror.Child, _ hidden: [[String]], _ depth: Int, _ limits: ValueTree.Limits, _ course: inout Course
    ) -> ValueTree {
        let names = hidden.isEmpty ? [] : hidden.filter { $0.first == child.label }.map { Array($0.dropFirst()) }
        if names.contains([]) { return .hidden }
        return tree(of: child.value, hiding: names, depth: depth + 1, limits, &course)
    }

    private func pairs(
        of entries: some Sequence<(key: Any, value: Any)>, _ depth: Int, _ limits: ValueTree.Limits,
        _ course: inout Course
    ) -> [ValueTree.Part] {
        var parts: [ValueTree.Part] = []
        for entry in entries {
            guard course.rest > 0, parts.count < limits.elements else {
                parts.append(ValueTree.Part(label: nil, course.leaveOut()))
                break
            }
            let key = tree(of: entry.key, hiding: [], depth: depth + 1, limits, &course)
            let value = tree(of: entry.value, hiding: [], depth: depth + 1, limits, &course)
            parts.append(ValueTree.Part(key: key, value))
        }
        return parts
    }

    /// A property by its name in the program, also if it is lazy.
    private static func named(_ child: Mirror.Child) -> Mirror.Child {
        guard let label = child.label, label.hasPrefix(lazyPrefix) else { return child }
        return (String(label.dropFirst(lazyPrefix.count)), child.value)
    }

    private static let lazyPrefix = "$__lazy_storage_$_"
}
