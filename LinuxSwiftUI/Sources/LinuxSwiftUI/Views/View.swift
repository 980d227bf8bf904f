/// A part of a user interface.
@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
    // There is no value to ask.
    public var body: Never { fatalError("Nothing is of this type.") }
}

/// A view that the runtime knows how to show.
@MainActor
protocol PrimitiveView: View where Body == Never {
    /// Tells a place in the tree what is to be seen there.
    func show(at node: Node)
}

extension PrimitiveView {
    // The runtime asks such views to show themselves; a `Never` cannot be returned.
    public var body: Never { fatalError("\(Self.self) has no body.") }
}
