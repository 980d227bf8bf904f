/// Values that are handed down the tree.
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

public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

/// A value out of the environment of the place where the view is.
@propertyWrapper
public struct Environment<Value> {
    private enum Source {
        case keyPath(KeyPath<EnvironmentValues, Value>)
        case object((EnvironmentValues) -> Value?)
    }

    private let source: Source
    private var value: Value?

    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { source = .keyPath(keyPath) }

    public init(_ type: Value.Type) where Value: AnyObject { source = .object { $0[object: type] } }

    public var wrappedValue: Value {
        if let value { return value }
        switch source {
        case .keyPath(let keyPath): return EnvironmentValues()[keyPath: keyPath]
        case .object: fatalError("There is no \(Value.self) in the environment.")
        }
    }
}

extension Environment: @unchecked Sendable where Value: Sendable {}

extension Environment: @MainActor ConnectedProperty {
    mutating func connect(to slots: inout Slots) {
        switch source {
        case .keyPath(let keyPath): value = slots.node.environment[keyPath: keyPath]
        case .object(let find): value = find(slots.node.environment)
        }
    }
}

// MARK: - Values that are there without anyone's doing

/// Dismisses what is presented.
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

extension EnvironmentValues {
    public var dismiss: DismissAction {
        get { self[DismissKey.self] }
        set { self[DismissKey.self] = newValue }
    }

    public var isEnabled: Bool {
        get { self[IsEnabledKey.self] }
        set { self[IsEnabledKey.self] = newValue }
    }
}
