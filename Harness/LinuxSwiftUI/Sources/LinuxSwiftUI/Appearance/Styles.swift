// Styles of controls, accepted and without effect.

public protocol PrimitiveButtonStyle {}
public struct BorderedButtonStyle: PrimitiveButtonStyle { public init() {} }
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle { public init() {} }
@available(tvOS 17, *)
public struct BorderlessButtonStyle: PrimitiveButtonStyle { public init() {} }
public struct PlainButtonStyle: PrimitiveButtonStyle { public init() {} }

extension PrimitiveButtonStyle where Self == BorderedButtonStyle { public static var bordered: Self { Self() } }
@available(tvOS 17, *)
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle { public static var borderless: Self { Self() } }
extension PrimitiveButtonStyle where Self == PlainButtonStyle { public static var plain: Self { Self() } }
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    public static var borderedProminent: Self { Self() }
}

public protocol TextFieldStyle {}
public struct RoundedBorderTextFieldStyle: TextFieldStyle { public init() {} }
extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
    public static var roundedBorder: Self { Self() }
}

public protocol ListStyle {}
public struct PlainListStyle: ListStyle { public init() {} }
public struct InsetListStyle: ListStyle { public init() {} }
extension ListStyle where Self == PlainListStyle { public static var plain: Self { Self() } }
extension ListStyle where Self == InsetListStyle { public static var inset: Self { Self() } }

@available(tvOS 18, watchOS 9, *)
public enum ControlSize: Sendable { case mini, small, regular, large }

@available(tvOS 17, *)
public struct KeyboardShortcut: Sendable {
    public static let defaultAction = KeyboardShortcut(), cancelAction = KeyboardShortcut()
}

extension View {
    public func buttonStyle(_ style: some PrimitiveButtonStyle) -> some View { self }
    public func textFieldStyle(_ style: some TextFieldStyle) -> some View { self }
    public func listStyle(_ style: some ListStyle) -> some View { self }
    @available(tvOS 18, watchOS 9, *)
    public func controlSize(_ controlSize: ControlSize) -> some View { self }
    @available(tvOS 17, *)
    public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View { self }
}
