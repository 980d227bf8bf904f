/// A view with an addition.
struct Modified<Content: View>: PrimitiveView {
    let content: Content
    let modify: @MainActor (Node, Content) -> Void

    func show(at node: Node) { modify(node, content) }
}

extension View {
    func modified(_ modify: @escaping @MainActor (Node, Self) -> Void) -> Modified<Self> {
        Modified(content: self, modify: modify)
    }
}
