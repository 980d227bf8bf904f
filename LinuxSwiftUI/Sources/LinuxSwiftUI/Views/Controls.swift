public struct Text: PrimitiveView {
    let string: String

    public init(_ string: some StringProtocol) { self.string = String(string) }
    public init(verbatim string: String) { self.string = string }

    public func font(_ font: Font?) -> Text { self }
    public func foregroundColor(_ color: Color?) -> Text { self }
    public func bold() -> Text { self }
    public func monospacedDigit() -> Text { self }

    func show(at node: Node) { node.element = .text(string) }
}

public struct Image: PrimitiveView {
    public init(systemName: String) {}
    func show(at node: Node) {}
}

public struct Label<Title: View, Icon: View>: View {
    private let title: Title
    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) { self.title = title() }
    public var body: Title { title }
}

extension Label where Title == Text, Icon == Image {
    public init(_ title: some StringProtocol, systemImage: String) {
        self.init(title: { Text(title) }, icon: { Image(systemName: systemImage) })
    }
}

public struct ButtonRole: Equatable, Sendable {
    private let name: String
    public static let destructive = ButtonRole(name: "destructive")
    public static let cancel = ButtonRole(name: "cancel")
}

public struct Button<Label: View>: PrimitiveView {
    private let action: @MainActor () -> Void
    private let label: Label

    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.action = action
        self.label = label()
    }

    public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.init(action: action, label: label)
    }

    func show(at node: Node) {
        let dismiss = node.environment.dismissAlert
        node.element = .button(action: {
            action()
            dismiss?()
        })
        node.child(.index(0), label)
    }
}

extension Button where Label == Text {
    public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {
        self.init(action: action) { Text(title) }
    }

    public init(_ title: some StringProtocol, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
        self.init(title, action: action)
    }
}

public struct TextField: PrimitiveView {
    private let title: String
    private let text: Binding<String>

    public init(_ title: some StringProtocol, text: Binding<String>) {
        self.title = String(title)
        self.text = text
    }

    func show(at node: Node) { node.element = .field(label: title, text: text) }
}

public struct SecureField: View {
    private let field: TextField
    public init(_ title: some StringProtocol, text: Binding<String>) { field = TextField(title, text: text) }
    public var body: TextField { field }
}

public struct ProgressView<Label: View>: PrimitiveView {
    private let fraction: Double?
    private let label: Label

    func show(at node: Node) {
        node.element = .progress(fraction: fraction)
        node.child(.index(0), label)
    }
}

extension ProgressView where Label == EmptyView {
    public init() {
        fraction = nil
        label = EmptyView()
    }

    public init(value: Double?, total: Double = 1) {
        fraction = value.map { $0 / total }
        label = EmptyView()
    }
}

extension ProgressView where Label == Text {
    public init(_ title: some StringProtocol) {
        fraction = nil
        label = Text(title)
    }
}

public struct Spacer: PrimitiveView {
    public init(minLength: Double? = nil) {}
    func show(at node: Node) {}
}

public struct Divider: PrimitiveView {
    public init() {}
    func show(at node: Node) {}
}
