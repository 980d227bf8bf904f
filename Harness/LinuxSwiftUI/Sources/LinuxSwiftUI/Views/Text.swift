public struct Text: PrimitiveView {
    let string: String

    public init(_ string: some StringProtocol) { self.string = String(string) }
    public init(verbatim string: String) { self.string = string }

    public func font(_ font: Font?) -> Text { self }
    public func foregroundColor(_ color: Color?) -> Text { self }
    @available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, *)
    public func foregroundStyle(_ style: some ShapeStyle) -> Text { self }
    public func fontWeight(_ weight: Font.Weight?) -> Text { self }
    public func italic() -> Text { self }
    public func bold() -> Text { self }
    public func monospacedDigit() -> Text { self }

    func show(at node: Node) { node.element = .text(string) }
}

public struct Image: PrimitiveView {
    public init(systemName: String) {}
    public init(_ name: String) {}
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

public struct Spacer: PrimitiveView {
    public init(minLength: Double? = nil) {}
    func show(at node: Node) {}
}

public struct Divider: PrimitiveView {
    public init() {}
    func show(at node: Node) {}
}
