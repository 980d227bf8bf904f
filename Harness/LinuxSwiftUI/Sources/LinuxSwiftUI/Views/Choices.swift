public struct Toggle<Label: View>: PrimitiveView {
    private let isOn: Binding<Bool>
    private let label: Label

    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
        self.isOn = isOn
        self.label = label()
    }

    func show(at node: Node) {
        node.element = .toggle(isOn: isOn)
        node.child(.index(0), label)
    }
}

extension Toggle where Label == Text {
    public init(_ title: some StringProtocol, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(title) } }
}

/// A choice from views with a `tag`, or from the elements of a `ForEach`.
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: PrimitiveView {
    private let selection: Binding<SelectionValue>
    private let content: Content
    private let label: Label

    public init(
        selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) {
        self.selection = selection
        self.content = content()
        self.label = label()
    }

    func show(at node: Node) {
        let selection = selection
        node.element = .choice(
            select: { if let value = $0.base as? SelectionValue { selection.wrappedValue = value } },
            isSelected: { $0 == AnyHashable(selection.wrappedValue) })
        node.child(.index(0), label)
        node.child(.index(1), content)
    }
}

extension Picker where Label == Text {
    public init(
        _ title: some StringProtocol, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) {
        self.init(selection: selection, content: content, label: { Text(title) })
    }
}
