/// The treatment of the children of a view by a screen reader: accepted, and without effect.
public struct AccessibilityChildBehavior: Sendable {
    public static let combine = Self(), contain = Self(), ignore = Self()
}

extension View {
    public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View { self }
}
