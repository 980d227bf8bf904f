public struct TextField<Label: View>: PrimitiveView {
    private let title: String
    private let text: Binding<String>

    func show(at node: Node) { node.element = .field(label: title, text: text) }
}

extension TextField where Label == Text {
    public init(_ title: some StringProtocol, text: Binding<String>) {
        self.title = String(title)
        self.text = text
    }

    public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text?) {
        self.init(title, text: text)
    }
}

public struct SecureField<Label: View>: View {
    private let field: TextField<Label>
    public var body: TextField<Label> { field }
}

extension SecureField where Label == Text {
    public init(_ title: some StringProtocol, text: Binding<String>) { field = TextField(title, text: text) }
}
