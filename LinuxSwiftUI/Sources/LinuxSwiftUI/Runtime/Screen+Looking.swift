extension Screen {
    private var visible: [Node] { root?.visible ?? [] }

    /// The part that can be touched: what is presented last covers the rest.
    var reachable: [Node] {
        var reachable = visible
        while let top = reachable.last(where: { $0.presentation != nil && $0 !== reachable.first }) {
            reachable = top.visible
        }
        return reachable
    }

    /// What covers the rest, the topmost last.
    var presented: [Presentation] { visible.compactMap(\.presentation) }

    /// The navigation stacks that are to be seen, the innermost last.
    var stacks: [NavigationPlace] {
        visible.compactMap { if case .stack(let place) = $0.element { place } else { nil } }
    }

    /// All texts that are to be seen, also the labels of buttons, in order.
    public var texts: [String] { visible.compactMap(\.text) }

    /// The titles of navigation bars, sheets and alerts that are to be seen.
    public var titles: [String] {
        visible.compactMap { node in
            switch node.element {
            case .title(let title): title
            case .presentation(let presentation): presentation.title
            case .text, .button, .field, .toggle, .choice, .tag, .progress, .stack, nil: nil
            }
        }
    }

    /// The labels of the buttons that can be tapped.
    public var buttons: [String] { reachable.filter(\.isEnabledButton).map(\.label) }

    /// The labels of the text fields that can be typed into.
    public var fields: [String] {
        reachable.compactMap { node in
            guard case .field(let label, _) = node.element, node.environment.isEnabled else { return nil }
            return label
        }
    }

    /// The labels of the toggles that are to be seen, and whether they are on.
    public var toggles: [String: Bool] {
        reachable.reduce(into: [:]) { toggles, node in
            if case .toggle(let isOn) = node.element { toggles[node.label] = isOn.wrappedValue }
        }
    }

    /// Whether something is to be seen that tells of work under way.
    public var showsProgress: Bool {
        visible.contains { if case .progress = $0.element { true } else { false } }
    }

    /// What covers the rest, the topmost last: the titles of alerts, and `sheet` for each sheet.
    public var presentations: [String] { presented.map { $0.title ?? "\($0.kind)" } }

    /// The text in a field.
    public func text(in label: String) throws -> String {
        for node in reachable {
            if case .field(label, let binding) = node.element { return binding.wrappedValue }
        }
        throw NotOnScreen(description: "There is no field \"\(label)\", only \(fields).")
    }

    /// The label of what is chosen in a picker.
    public func selection(in label: String) throws -> String? {
        let picker = try picker(label)
        guard case .choice(_, let isSelected) = picker.element else { return nil }
        return picker.options.first { isSelected($0.tag) }?.node.label
    }

    func picker(_ label: String) throws -> Node {
        let pickers = reachable.filter { if case .choice = $0.element { true } else { false } }
        if let picker = pickers.first(where: { $0.children.first?.label == label }) { return picker }
        let labels = pickers.map { $0.children.first?.label ?? "" }
        throw NotOnScreen(description: "There is no picker \"\(label)\", only \(labels).")
    }
}

extension Node {
    /// What a picker offers.
    var options: [(tag: AnyHashable, node: Node)] {
        visible.compactMap { if case .tag(let tag) = $0.element { (tag, $0) } else { nil } }
    }
}

/// Why something could not be done.
public struct NotOnScreen: Error, CustomStringConvertible {
    public let description: String
}
