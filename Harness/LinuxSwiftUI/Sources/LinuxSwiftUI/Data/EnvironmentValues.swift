/// Values inherited down the tree.
public struct EnvironmentValues: @unchecked Sendable {
    private var values: [ObjectIdentifier: Any] = [:]

    public init() {}

    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    subscript<Object: AnyObject>(object type: Object.Type) -> Object? {
        get { values[ObjectIdentifier(type)] as? Object }
        set { values[ObjectIdentifier(type)] = newValue }
    }
}

/// The key of a value in the environment.
public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

// MARK: - Values that are always present

/// Dismisses the presented view.
@MainActor
public struct DismissAction {
    let dismiss: () -> Void
    public func callAsFunction() { dismiss() }
}

private enum DismissKey: EnvironmentKey {
    static let defaultValue = MainActor.assumeIsolated { DismissAction {} }
}

private enum IsEnabledKey: EnvironmentKey {
    static let defaultValue = true
}

private enum SubmitKey: EnvironmentKey {
    static var defaultValue: () -> Void { {} }
}

private enum DismissAlertKey: EnvironmentKey {
    static var defaultValue: (() -> Void)? { nil }
}

extension EnvironmentValues {
    public var dismiss: DismissAction {
        get { self[DismissKey.self] }
        set { self[DismissKey.self] = newValue }
    }

    public var isEnabled: Bool {
        get { self[IsEnabledKey.self] }
        set { self[IsEnabledKey.self] = newValue }
    }

    /// The effect of the return key in a text field.
    var submit: () -> Void {
        get { self[SubmitKey.self] }
        set { self[SubmitKey.self] = newValue }
    }

    /// The effect of a button in an alert, beside its action.
    var dismissAlert: (() -> Void)? {
        get { self[DismissAlertKey.self] }
        set { self[DismissAlertKey.self] = newValue }
    }
}
