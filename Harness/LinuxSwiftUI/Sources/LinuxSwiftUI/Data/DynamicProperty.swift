// For Apple platforms, the model is only type-checked, without the private parts of the standard library.
#if os(Linux)
    @_spi(Reflection) import Swift
#endif

/// A stored variable that the runtime connects to the place of its view in the tree before `body` is read.
public protocol DynamicProperty {
    /// Called before each evaluation of `body`.
    mutating func update()
}

extension DynamicProperty {
    public mutating func update() {}
}

/// A dynamic property that needs storage at its place in the tree.
protocol ConnectedProperty: DynamicProperty {
    /// Connects the property to the place of its view.
    ///
    /// - Parameter slots: The storage of that place, one slot after the other.
    @MainActor
    mutating func connect(to slots: inout Slots)
}

/// The storage for the properties of a view, at its place in the tree.
@MainActor
struct Slots {
    let node: Node
    private var next = 0

    init(of node: Node) { self.node = node }

    /// The object in the next slot, created when the view is first evaluated at this place.
    mutating func object<Object: AnyObject>(_ make: () -> Object) -> Object {
        defer { next += 1 }
        guard next < node.slots.count else {
            let object = make()
            node.slots.append(object)
            return object
        }
        if let object = node.slots[next] as? Object { return object }
        let object = make()
        node.slots[next] = object
        return object
    }
}

/// Connects all dynamic properties of a value, including nested ones.
@MainActor
func connectProperties<Value>(of value: inout Value, to slots: inout Slots) {
    #if os(Linux)
        withUnsafeMutablePointer(to: &value) { base in
            let base = UnsafeMutableRawPointer(base)
            var current = slots
            _ = _forEachField(of: Value.self) { _, offset, type, _ in
                if let type = type as? any DynamicProperty.Type {
                    connect(type, at: base + offset, to: &current)
                }
                return true
            }
            slots = current
        }
    #endif
}

@MainActor
private func connect<Property: DynamicProperty>(
    _ type: Property.Type, at address: UnsafeMutableRawPointer, to slots: inout Slots
) {
    let property = address.assumingMemoryBound(to: Property.self)
    if var connected = property.pointee as? any ConnectedProperty {
        connected.connect(to: &slots)
        if let connected = connected as? Property { property.pointee = connected }
    } else {
        connectProperties(of: &property.pointee, to: &slots)
    }
    property.pointee.update()
}
