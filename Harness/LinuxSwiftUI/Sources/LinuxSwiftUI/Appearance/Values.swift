// Values that describe appearance. They have no content here, so a test cannot see them.

public struct Font: Sendable {
    public static let largeTitle = Font(), title = Font(), headline = Font(), body = Font(), footnote = Font()
    public func monospacedDigit() -> Font { self }
}

public protocol ShapeStyle: Sendable {}

public struct Color: PrimitiveView, ShapeStyle {
    public static let red = Color(), secondary = Color()
    func show(at node: Node) {}
}

public struct Material: ShapeStyle {}

extension ShapeStyle where Self == Material {
    public static var regularMaterial: Self { Self() }
}

public struct Animation: Sendable {
    public static let `default` = Animation(), spring = Animation()
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

@available(macOS 13, iOS 16, macCatalyst 16, tvOS 16, watchOS 9, *)
public struct ContentTransition: Sendable {
    public static func numericText(countsDown: Bool = false) -> Self { Self() }
}

public enum HorizontalAlignment: Sendable { case leading, center }
public enum VerticalAlignment: Sendable { case center }
public enum Alignment: Sendable { case center }

public struct Edge: Sendable {
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let top = Set(rawValue: 1), leading = Set(rawValue: 2)
        public static let bottom = Set(rawValue: 4), trailing = Set(rawValue: 8)
        public static let all = Set(rawValue: 15), horizontal = Set(rawValue: 10), vertical = Set(rawValue: 5)
    }
}
