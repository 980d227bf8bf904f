public struct TextField<Label: View>: PrimitiveView {
    private let title: String
    private let text: Binding<String>

    func show(at node: Node) {
        // A field depends on its text.
        _ = text.wrappedValue
        node.element = .field(label: title, text: text)
    }
}

extension TextField where Label == Text {
    public init(_ title: some StringProtocol, text: Binding<String>) {
        self.title = String(title)
        self.text = text
    }

    public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text?) {
        self.init(title, text: text)
    }

    /// A field that grows along an axis; here, it is like any other.
    @available(macOS 13, iOS 16, macCatalyst 16, tvOS 16, watchOS 9, *)
    public init(_ title: some StringProtocol, text: Binding<String>, axis: Axis) { self.init(title, text: text) }
}

public enum Axis: Sendable { case horizontal, vertical }

public struct SecureField<Label: View>: View {
    private let field: TextField<Label>
    public var body: TextField<Label> { field }
}

extension SecureField where Label == Text {
    public init(_ title: some StringProtocol, text: Binding<String>) { field = TextField(title, text: text) }
}
