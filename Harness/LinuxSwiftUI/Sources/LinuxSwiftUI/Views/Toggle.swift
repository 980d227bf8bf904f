public struct Toggle<Label: View>: PrimitiveView {
    private let isOn: Binding<Bool>
    private let label: Label

    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
        self.isOn = isOn
        self.label = label()
    }

    func show(at node: Node) { node.child(.index(0), label) }
}

extension Toggle where Label == Text {
    public init(_ title: some StringProtocol, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(title) } }
}
