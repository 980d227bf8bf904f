// The part of AppKit that the tests of views on a Mac use, for type-checking without it.

public import SwiftUI

public struct NSRect: Sendable {
    public init(x: Double, y: Double, width: Double, height: Double) {}
}

public enum NSAccessibility {
    public struct Role: Equatable, Sendable {
        public static var staticText: Role { Role() }
        public static var button: Role { Role() }
        public static var textField: Role { Role() }
    }
}

@MainActor public protocol NSAccessibilityProtocol: AnyObject {
    func accessibilityRole() -> NSAccessibility.Role?
    func accessibilityChildren() -> [Any]?
    func accessibilityValue() -> Any?
    func accessibilityLabel() -> String?
    func accessibilityTitle() -> String?
    func accessibilityPlaceholderValue() -> String?
    func setAccessibilityValue(_ value: Any?)
    func accessibilityPerformPress() -> Bool
}

@MainActor open class NSResponder {
    open func cancelOperation(_ sender: Any?) {}
}

@MainActor open class NSView: NSResponder {
    public override init() {}
    public func layoutSubtreeIfNeeded() {}
}

@MainActor public final class NSHostingView<Content: View>: NSView {
    public init(rootView: Content) { super.init() }
}

@MainActor public final class NSApplication {
    public enum ActivationPolicy { case regular, accessory, prohibited }
    public static var shared: NSApplication { NSApplication() }
    @discardableResult public func setActivationPolicy(_ policy: ActivationPolicy) -> Bool { true }
}

@MainActor public final class NSWindow: NSResponder {
    public struct StyleMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static var titled: StyleMask { StyleMask(rawValue: 1) }
        public static var closable: StyleMask { StyleMask(rawValue: 2) }
    }
    public enum BackingStoreType { case buffered }

    public init(contentRect: NSRect, styleMask: StyleMask, backing: BackingStoreType, defer flag: Bool) {}
    public var isReleasedWhenClosed = true
    public var contentView: NSView?
    public var title = ""
    public var attachedSheet: NSWindow? { nil }
    public func orderFrontRegardless() {}
    public func close() {}
}
