import Observation

/// A value that belongs to the place of a view in the tree and outlives the view values there.
@propertyWrapper
public struct State<Value> {
    private let initialValue: Value
    private var place: StatePlace<Value>?

    public init(wrappedValue: Value) { initialValue = wrappedValue }
    public init(initialValue: Value) { self.initialValue = initialValue }

    public var wrappedValue: Value {
        get { place?.value ?? initialValue }
        nonmutating set { place?.value = newValue }
    }

    public var projectedValue: Binding<Value> {
        guard let place else { return .constant(initialValue) }
        return Binding(reading: { place.value }, writing: { place.value = $0 })
    }
}

extension State where Value: ExpressibleByNilLiteral {
    public init() { self.init(wrappedValue: nil) }
}

extension State: Sendable where Value: Sendable {}

extension State: ConnectedProperty {
    @MainActor
    mutating func connect(to slots: inout Slots) {
        place = slots.object { [initialValue] in StatePlace(initialValue) }
    }
}

/// The storage of a `@State`. In this model it may be used on the main actor only, and stops the program elsewhere.
final class StatePlace<Value>: Observable, @unchecked Sendable {
    private let registrar = ObservationRegistrar()
    private var stored: Value

    init(_ value: Value) { stored = value }

    var value: Value {
        get {
            MainActor.assertIsolated("A @State is read outside the main actor.")
            registrar.access(self, keyPath: \.value)
            return stored
        }
        set {
            MainActor.preconditionIsolated("A @State is set outside the main actor.")
            MainActor.assumeIsolated {
                precondition(!Evaluation.isUnderWay, "A @State is set while a view is evaluated.")
            }
            if let old = stored as? any Equatable, old.isEqual(to: newValue) { return }
            registrar.withMutation(of: self, keyPath: \.value) { stored = newValue }
        }
    }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}
