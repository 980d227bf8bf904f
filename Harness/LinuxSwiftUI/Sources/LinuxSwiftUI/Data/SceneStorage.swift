public import Foundation
public import Observation

/// A value of a view that belongs to its scene, and that the system restores with the scene.
@propertyWrapper
public struct SceneStorage<Value> {
    private let initialValue: Value
    private let key: String
    private var scene: SceneValues?

    private init(_ initialValue: Value, under key: String) {
        self.initialValue = initialValue
        self.key = key
    }

    public var wrappedValue: Value {
        get { scene?[key] as? Value ?? initialValue }
        nonmutating set { scene?[key] = newValue }
    }

    public var projectedValue: Binding<Value> {
        Binding(reading: { wrappedValue }, writing: { wrappedValue = $0 })
    }
}

extension SceneStorage where Value == String {
    public init(wrappedValue: Value, _ key: String) { self.init(wrappedValue, under: key) }
}

extension SceneStorage where Value == Data {
    public init(wrappedValue: Value, _ key: String) { self.init(wrappedValue, under: key) }
}

extension SceneStorage where Value == Data? {
    public init(_ key: String) { self.init(nil, under: key) }
}

extension SceneStorage: Sendable where Value: Sendable {}

extension SceneStorage: ConnectedProperty {
    @MainActor
    mutating func connect(to slots: inout Slots) { scene = slots.node.environment.scene }
}

/// The values of a scene; a screen that is given those of another restores them.
public final class SceneValues: Observable, @unchecked Sendable {
    private let registrar = ObservationRegistrar()
    private var values: [String: Any] = [:]

    public init() {}

    subscript(key: String) -> Any? {
        get {
            MainActor.assertIsolated("A @SceneStorage is read outside the main actor.")
            registrar.access(self, keyPath: \.values)
            return values[key]
        }
        set {
            MainActor.preconditionIsolated("A @SceneStorage is set outside the main actor.")
            MainActor.assumeIsolated {
                precondition(!Evaluation.isUnderWay, "A @SceneStorage is set while a view is evaluated.")
            }
            registrar.withMutation(of: self, keyPath: \.values) { values[key] = newValue }
        }
    }
}

private enum SceneKey: EnvironmentKey {
    static var defaultValue: SceneValues? { nil }
}

extension EnvironmentValues {
    /// The values of the scene that the view is part of.
    var scene: SceneValues? {
        get { self[SceneKey.self] }
        set { self[SceneKey.self] = newValue }
    }
}
