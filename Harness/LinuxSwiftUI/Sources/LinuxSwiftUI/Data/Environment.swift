public import Observation

/// A value from the environment at the place of the view.
@propertyWrapper
public struct Environment<Value> {
    private enum Source {
        case keyPath(KeyPath<EnvironmentValues, Value>)
        case object((EnvironmentValues) -> Value?)
    }

    private let source: Source
    private var value: Value?

    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { source = .keyPath(keyPath) }

    @available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, *)
    public init(_ objectType: Value.Type) where Value: AnyObject & Observable {
        source = .object { $0[object: objectType] }
    }

    @available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, *)
    public init<Object: AnyObject & Observable>(_ objectType: Object.Type) where Value == Object? {
        source = .object { .some($0[object: objectType]) }
    }

    public var wrappedValue: Value {
        if let value { return value }
        switch source {
        case .keyPath(let keyPath): return EnvironmentValues()[keyPath: keyPath]
        // SwiftUI stops the program as well; no other value could be returned.
        case .object: fatalError("There is no \(Value.self) in the environment.")
        }
    }
}

extension Environment: @unchecked Sendable where Value: Sendable {}

extension Environment: ConnectedProperty {
    @MainActor
    mutating func connect(to slots: inout Slots) {
        switch source {
        case .keyPath(let keyPath): value = slots.node.environment[keyPath: keyPath]
        case .object(let find): value = find(slots.node.environment)
        }
    }
}
