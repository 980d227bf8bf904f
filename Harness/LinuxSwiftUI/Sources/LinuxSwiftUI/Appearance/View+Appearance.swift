// Modifiers of appearance: accepted, and without effect.

extension View {
    public func font(_ font: Font?) -> some View { self }
    @available(macOS 13, iOS 16, macCatalyst 16, tvOS 16, watchOS 9, *)
    public func fontWeight(_ weight: Font.Weight?) -> some View { self }
    @available(macOS 13, iOS 16, macCatalyst 16, tvOS 16, watchOS 9, *)
    public func bold(_ isActive: Bool = true) -> some View { self }
    public func monospacedDigit() -> some View { self }
    public func lineLimit(_ number: Int?) -> some View { self }
    public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { self }

    public func padding(_ length: Double) -> some View { self }
    public func padding(_ edges: Edge.Set = .all, _ length: Double? = nil) -> some View { self }
    public func frame(width: Double? = nil, height: Double? = nil, alignment: Alignment = .center) -> some View {
        self
    }
    public func frame(
        minWidth: Double? = nil, idealWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil,
        idealHeight: Double? = nil, maxHeight: Double? = nil, alignment: Alignment = .center
    ) -> some View { self }
    public func fixedSize() -> some View { self }
    public func cornerRadius(_ radius: Double) -> some View { self }
    public func shadow(radius: Double) -> some View { self }

    public func foregroundColor(_ color: Color?) -> some View { self }
    public func foregroundStyle(_ style: some ShapeStyle) -> some View { self }
    public func background(_ style: some ShapeStyle, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View { self }
    public func tint(_ tint: Color?) -> some View { self }
    public func opacity(_ opacity: Double) -> some View { self }
    public func labelsHidden() -> some View { self }

    public func animation<Value: Equatable>(_ animation: Animation?, value: Value) -> some View { self }

    public func accessibilityLabel(_ label: some StringProtocol) -> some View { self }
    public func accessibilityLabel(_ label: Text) -> some View { self }
    public func accessibilityHint(_ hint: some StringProtocol) -> some View { self }
    public func accessibilityIdentifier(_ identifier: String) -> some View { self }
    public func accessibilityHidden(_ hidden: Bool) -> some View { self }
    public func help(_ text: some StringProtocol) -> some View { self }
    public func autocorrectionDisabled(_ disable: Bool = true) -> some View { self }
}
