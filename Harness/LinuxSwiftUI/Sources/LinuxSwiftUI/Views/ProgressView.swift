public struct ProgressView<Label: View>: PrimitiveView {
    private let fraction: Double?
    private let label: Label

    func show(at node: Node) {
        node.element = .progress(fraction: fraction)
        node.child(.index(0), label)
    }
}

extension ProgressView {
    public init(@ViewBuilder label: () -> Label) {
        fraction = nil
        self.label = label()
    }

    public init<Value: BinaryFloatingPoint>(value: Value?, total: Value = 1.0, @ViewBuilder label: () -> Label) {
        fraction = value.map { Double($0 / total) }
        self.label = label()
    }
}

extension ProgressView where Label == EmptyView {
    public init() {
        fraction = nil
        label = EmptyView()
    }

    public init<Value: BinaryFloatingPoint>(value: Value?, total: Value = 1.0) {
        self.init(value: value, total: total, label: { EmptyView() })
    }
}

extension ProgressView where Label == Text {
    public init(_ title: some StringProtocol) {
        fraction = nil
        label = Text(title)
    }
}
