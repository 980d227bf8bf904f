/// A value that belongs to a view's place in the tree and outlives the view values that come and go there.
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
        return Binding(get: { place.value }, set: { place.value = $0 })
    }
}

extension State where Value: ExpressibleByNilLiteral {
    public init() { self.init(wrappedValue: nil) }
}

extension State: Sendable where Value: Sendable {}

extension State: @MainActor ConnectedProperty {
    mutating func connect(to slots: inout Slots) {
        let node = slots.node
        place = slots.object { [initialValue] in StatePlace(initialValue, of: node) }
    }
}

/// Where a `@State` keeps its value. In this model it is used on the main actor only, and says so when it is not.
final class StatePlace<Value>: @unchecked Sendable {
    private var stored: Value
    private weak let node: Node?

    @MainActor
    init(_ value: Value, of node: Node) {
        stored = value
        self.node = node
    }

    var value: Value {
        get {
            MainActor.assertIsolated("A @State is read outside the main actor.")
            return stored
        }
        set {
            MainActor.preconditionIsolated("A @State is set outside the main actor.")
            stored = newValue
            MainActor.assumeIsolated { [node] in node?.invalidate() }
        }
    }
}
