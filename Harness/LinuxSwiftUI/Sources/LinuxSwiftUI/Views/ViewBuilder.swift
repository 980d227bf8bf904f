@resultBuilder
public struct ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<repeat each Content>
    {
        TupleView(repeat each content)
    }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
        .init(content: .first(first))
    }
    public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
        .init(content: .second(second))
    }
    public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { AnyView(content) }
}

public struct EmptyView: PrimitiveView {
    public nonisolated init() {}
    func show(at node: Node) {}
}

public struct TupleView<each Content: View>: PrimitiveView {
    // Set once, where a builder is called, which like SwiftUI's has no isolation; read on the main actor, where views
    // are shown.
    nonisolated(unsafe) let value: (repeat each Content)

    nonisolated init(_ value: repeat each Content) { self.value = (repeat each value) }

    func show(at node: Node) {
        var index = 0
        for view in repeat each value {
            node.child(.index(index), view)
            index += 1
        }
    }
}

public struct _ConditionalContent<First: View, Second: View>: PrimitiveView {
    enum Content {
        case first(First)
        case second(Second)
    }

    // Set once, where a builder is called, which like SwiftUI's has no isolation; read on the main actor, where views
    // are shown.
    nonisolated(unsafe) let content: Content

    nonisolated init(content: Content) { self.content = content }

    func show(at node: Node) {
        switch content {
        case .first(let view): node.child(.branch(true), view)
        case .second(let view): node.child(.branch(false), view)
        }
    }
}

extension Optional: View where Wrapped: View {
    public typealias Body = Never
    // Unused, as in every view with `show(at:)`.
    public var body: Never { fatalError("An optional view has no body.") }
}

extension Optional: @MainActor PrimitiveView where Wrapped: View {
    func show(at node: Node) {
        if let self { node.child(.branch(true), self) }
    }
}

public struct AnyView: PrimitiveView {
    // Set once, where a builder is called, which like SwiftUI's has no isolation; read on the main actor, where views
    // are shown.
    private nonisolated(unsafe) let content: any View

    public nonisolated init<Content: View>(_ content: Content) { self.content = content }

    func show(at node: Node) { node.child(.index(0), content) }
}
