// Shapes and backgrounds: accepted, and without effect.

public protocol Shape: View, Sendable {}

public struct RoundedRectangle: PrimitiveView, Shape {
    public init(cornerRadius: Double) {}
    func show(at node: Node) {}
}

extension View {
    public func background(_ style: some ShapeStyle, in shape: some Shape) -> some View { self }
}
