// What a test cannot see: accepted, and without effect.

public struct Font: Sendable {
    public static let largeTitle = Font(), title = Font(), title2 = Font(), headline = Font(), body = Font(), caption = Font()
    public static let callout = Font(), footnote = Font()
    public func monospacedDigit() -> Font { self }
}

public struct Color: PrimitiveView, Sendable {
    public static let red = Color(), green = Color(), blue = Color(), gray = Color(), primary = Color(), secondary = Color()
    public static let black = Color(), white = Color(), orange = Color(), clear = Color()
    public func opacity(_ opacity: Double) -> Color { self }
    func show(at node: Node) {}
}

public struct Animation: Sendable { public static let `default` = Animation() }
public struct Edge: Sendable {
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let all = Set(rawValue: 15), horizontal = Set(rawValue: 3), vertical = Set(rawValue: 12)
        public static let top = Set(rawValue: 4), bottom = Set(rawValue: 8), leading = Set(rawValue: 1)
        public static let trailing = Set(rawValue: 2)
    }
}
public struct ContentTransition: Sendable { public static func numericText(countsDown: Bool = false) -> Self { Self() } }
public struct BorderedButtonStyle: Sendable {}
public struct BorderedProminentButtonStyle: Sendable {}
public protocol PrimitiveButtonStyle {}
extension BorderedButtonStyle: PrimitiveButtonStyle {}
extension BorderedProminentButtonStyle: PrimitiveButtonStyle {}
extension PrimitiveButtonStyle where Self == BorderedButtonStyle { public static var bordered: Self { Self() } }
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle { public static var borderedProminent: Self { Self() } }

extension View {
    public func font(_ font: Font?) -> some View { self }
    public func bold() -> some View { self }
    public func padding(_ length: Double) -> some View { self }
    public func padding(_ edges: Edge.Set = .all, _ length: Double? = nil) -> some View { self }
    public func frame(width: Double? = nil, height: Double? = nil, alignment: Alignment = .center) -> some View { self }
    public func frame(
        minWidth: Double? = nil, idealWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil,
        idealHeight: Double? = nil, maxHeight: Double? = nil, alignment: Alignment = .center
    ) -> some View { self }
    public func foregroundColor(_ color: Color?) -> some View { self }
    public func foregroundStyle(_ color: Color) -> some View { self }
    public func background(_ color: Color) -> some View { self }
    public func buttonStyle(_ style: some PrimitiveButtonStyle) -> some View { self }
    public func animation<Value: Equatable>(_ animation: Animation?, value: Value) -> some View { self }
    public func contentTransition(_ transition: ContentTransition) -> some View { self }
    public func multilineTextAlignment(_ alignment: HorizontalAlignment) -> some View { self }
    public func accessibilityLabel(_ label: some StringProtocol) -> some View { self }
    public func accessibilityIdentifier(_ identifier: String) -> some View { self }
}
