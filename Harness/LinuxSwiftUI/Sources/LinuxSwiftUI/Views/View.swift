/// A part of a user interface.
@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
    // This type has no values.
    public var body: Never { fatalError("Nothing is of this type.") }
}

/// A view that the runtime can show directly.
@MainActor
protocol PrimitiveView: View where Body == Never {
    /// Puts the visible element at a place in the tree.
    func show(at node: Node)
}

extension PrimitiveView {
    // The runtime calls `show(at:)` of such views; a `Never` cannot be returned.
    public var body: Never { fatalError("\(Self.self) has no body.") }
}
