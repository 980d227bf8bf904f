// Values that describe appearance. They have no content here, so a test cannot see them.

public struct Font: Sendable {
    public enum Weight: Sendable { case light, regular, medium, semibold, bold, heavy }
    public enum Design: Sendable { case `default`, serif, rounded, monospaced }
    public static let largeTitle = Font(), title = Font(), title2 = Font(), title3 = Font(), headline = Font()
    public static let subheadline = Font(), body = Font(), callout = Font(), footnote = Font(), caption = Font()
    public static let caption2 = Font()
    public static func system(size: Double, weight: Weight? = nil, design: Design? = nil) -> Font { Font() }
    public func monospacedDigit() -> Font { self }
    public func monospaced() -> Font { self }
    public func bold() -> Font { self }
    public func weight(_ weight: Weight) -> Font { self }
}

public protocol ShapeStyle: Sendable {}

public struct Color: PrimitiveView, ShapeStyle {
    public static let red = Color(), green = Color(), blue = Color(), gray = Color(), primary = Color()
    public static let secondary = Color(), black = Color(), white = Color(), orange = Color(), yellow = Color()
    public static let purple = Color(), accentColor = Color(), clear = Color()
    public func opacity(_ opacity: Double) -> Color { self }
    func show(at node: Node) {}
}

extension ShapeStyle where Self == Color {
    public static var red: Color { Color() }
    public static var green: Color { Color() }
    public static var blue: Color { Color() }
    public static var gray: Color { Color() }
    public static var orange: Color { Color() }
    public static var yellow: Color { Color() }
    public static var white: Color { Color() }
    public static var black: Color { Color() }
}

public struct HierarchicalShapeStyle: ShapeStyle {}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var primary: Self { Self() }
    public static var secondary: Self { Self() }
    public static var tertiary: Self { Self() }
}

public struct Material: ShapeStyle {}

extension ShapeStyle where Self == Material {
    public static var thinMaterial: Self { Self() }
    public static var regularMaterial: Self { Self() }
    public static var ultraThinMaterial: Self { Self() }
}

public struct Animation: Sendable {
    public static let `default` = Animation(), easeInOut = Animation(), linear = Animation(), spring = Animation()
}

@MainActor
public func withAnimation<Result>(
    _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
    try withTransaction(Transaction(animation: animation), body)
}

@MainActor
public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
    let outer = Transaction.current
    defer { Transaction.current = outer }
    Transaction.current = transaction
    return try body()
}

public struct Transaction: Sendable {
    public var animation: Animation?

    public init(animation: Animation?) { self.animation = animation }
    public init() { self.init(animation: nil) }

    /// The transaction to which changes belong now, for a test to look at.
    @MainActor public internal(set) static var current = Transaction()
}

public enum HorizontalAlignment: Sendable { case leading, center, trailing }
public enum VerticalAlignment: Sendable { case top, center, bottom, firstTextBaseline, lastTextBaseline }
public enum TextAlignment: Sendable { case leading, center, trailing }
public enum VerticalEdge: Sendable { case top, bottom }

public enum Alignment: Sendable {
    case center, leading, trailing, top, bottom, topLeading, topTrailing, bottomLeading, bottomTrailing
}

public struct Edge: Sendable {
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let top = Set(rawValue: 1), leading = Set(rawValue: 2)
        public static let bottom = Set(rawValue: 4), trailing = Set(rawValue: 8)
        public static let all = Set(rawValue: 15), horizontal = Set(rawValue: 10), vertical = Set(rawValue: 5)
    }
}
