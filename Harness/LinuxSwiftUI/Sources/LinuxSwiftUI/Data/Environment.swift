/// A value from the environment at the place of the view.
@propertyWrapper
public struct Environment<Value> {
    private let keyPath: KeyPath<EnvironmentValues, Value>
    private var value: Value?

    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

    public var wrappedValue: Value { value ?? EnvironmentValues()[keyPath: keyPath] }
}

extension Environment: @unchecked Sendable where Value: Sendable {}

extension Environment: ConnectedProperty {
    @MainActor
    mutating func connect(to slots: inout Slots) { value = slots.node.environment[keyPath: keyPath] }
}
