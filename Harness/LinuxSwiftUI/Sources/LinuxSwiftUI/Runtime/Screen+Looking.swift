import Foundation

extension Screen {
    private var visible: [Node] { root?.visible ?? [] }

    /// The part that can be touched: the topmost presentation covers the rest.
    var reachable: [Node] {
        var reachable = visible
        while let top = reachable.last(where: { $0.presentation != nil && $0 !== reachable.first }) {
            reachable = top.visible
        }
        return reachable
    }

    /// The presentations, the topmost last.
    var presented: [Presentation] { visible.compactMap(\.presentation) }

    /// The visible navigation stacks, the innermost last.
    var stacks: [NavigationPlace] {
        visible.compactMap { if case .stack(let place) = $0.element { place } else { nil } }
    }

    /// The visible views that hear of addresses that are opened.
    var addressees: [(URL) -> Void] {
        visible.compactMap { if case .addressee(let action) = $0.element { action } else { nil } }
    }

    /// All visible texts, including the labels of buttons, in order.
    public var texts: [String] { visible.compactMap(\.text) }

    /// The visible titles of navigation bars, sheets and alerts.
    public var titles: [String] {
        visible.compactMap { node in
            switch node.element {
            case .title(let title): title
            case .presentation(let presentation): presentation.title
            case .text, .button, .field, .toggle, .choice, .tag, .progress, .stack, .addressee, nil: nil
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

    /// The labels of the visible toggles, and whether they are on.
    public var toggles: [String: Bool] {
        reachable.reduce(into: [:]) { toggles, node in
            if case .toggle(let isOn) = node.element { toggles[node.label] = isOn.wrappedValue }
        }
    }

    /// Whether an indicator of progress is visible.
    public var showsProgress: Bool {
        visible.contains { if case .progress = $0.element { true } else { false } }
    }

    /// The presentations, the topmost last: the titles of alerts, and `sheet` for each sheet.
    public var presentations: [String] { presented.map { $0.title ?? "\($0.kind)" } }

    /// The text in a field.
    public func text(in label: String) throws -> String {
        for node in reachable {
            if case .field(label, let binding) = node.element { return binding.wrappedValue }
        }
        throw NotOnScreen(description: "There is no field \"\(label)\", only \(fields).")
    }

    /// The label of the selection of a picker.
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
    /// The options of a picker.
    var options: [(tag: AnyHashable, node: Node)] {
        visible.compactMap { if case .tag(let tag) = $0.element { (tag, $0) } else { nil } }
    }
}

/// The reason why an action is impossible.
public struct NotOnScreen: Error, CustomStringConvertible {
    public let description: String
}
