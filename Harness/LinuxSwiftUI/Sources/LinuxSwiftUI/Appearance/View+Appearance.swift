// Modifiers of appearance: accepted, and without effect.

extension View {
    public func font(_ font: Font?) -> some View { self }
    public func monospacedDigit() -> some View { self }
    public func lineLimit(_ number: Int?) -> some View { self }
    public func foregroundStyle(_ style: some ShapeStyle) -> some View { self }

    public func padding(_ length: Double) -> some View { self }
    public func padding(_ edges: Edge.Set = .all, _ length: Double? = nil) -> some View { self }

    public func animation<Value: Equatable>(_ animation: Animation?, value: Value) -> some View { self }
    @available(macOS 13, iOS 16, macCatalyst 16, tvOS 16, watchOS 9, *)
    public func contentTransition(_ transition: ContentTransition) -> some View { self }

    public func accessibilityLabel(_ label: some StringProtocol) -> some View { self }
    public func accessibilityLabel(_ label: Text) -> some View { self }
    public func accessibilityHint(_ hint: some StringProtocol) -> some View { self }
    public func accessibilityHidden(_ hidden: Bool) -> some View { self }
}
