/// What becomes of the children of a view in what a screen reader says: accepted, and without effect.
public struct AccessibilityChildBehavior: Sendable {
    public static let combine = Self(), contain = Self(), ignore = Self()
}

extension View {
    public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View { self }
}
