public struct ButtonRole: Equatable, Sendable {
    private let name: String
    public static let destructive = ButtonRole(name: "destructive")
    public static let cancel = ButtonRole(name: "cancel")
}

public struct Button<Label: View>: PrimitiveView {
    private let action: @MainActor () -> Void
    private let label: Label

    @preconcurrency
    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.action = action
        self.label = label()
    }

    @preconcurrency
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
    @preconcurrency
    public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {
        self.init(action: action) { Text(title) }
    }

    @preconcurrency
    public init(_ title: some StringProtocol, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
        self.init(title, action: action)
    }
}

/// The label of a button with an icon; within `Button`, the name `Label` is taken.
public typealias _TitleAndIcon = Label<Text, Image>

extension Button where Label == _TitleAndIcon {
    @preconcurrency
    public init(_ title: some StringProtocol, systemImage: String, action: @escaping @MainActor () -> Void) {
        self.init(action: action) { _TitleAndIcon(title, systemImage: systemImage) }
    }
}
