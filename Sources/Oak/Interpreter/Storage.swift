/// A type that holds the state of a running machine.
///
/// The run loop reads and writes the value on the system actor, once for each transition.
public protocol Storage<Value> {
    /// The type of the state.
    associatedtype Value

    /// The current state.
    ///
    /// Not named `value`, because SwiftUI's `Binding` has this property as well, and `value` would hide a property of
    /// the state there.
    var storedValue: Value { get set }

    /// Whether the storage hears of transitions; the answer never changes.
    @_documentation(visibility: internal)
    static var _hearsOfTransitions: Bool { get }

    /// Called before a transition changes the value.
    @_documentation(visibility: internal)
    mutating func _beginTransition()

    /// Called after a transition.
    @_documentation(visibility: internal)
    mutating func _endTransition()
}

@_documentation(visibility: internal) extension Storage {
    @inlinable public static var _hearsOfTransitions: Bool { false }

    @inlinable public mutating func _beginTransition() {}
    @inlinable public mutating func _endTransition() {}
}

/// A storage in a property of an object, which its owner can observe.
public struct PropertyStorage<Host, Value>: Storage {
    @usableFromInline let property: ReferenceWritableKeyPath<Host, Value>
    @usableFromInline let host: Host

    /// Creates a storage.
    ///
    /// - Parameters:
    ///   - property: The property that holds the state.
    ///   - host: The object with the property; retained until the run has ended.
    @inlinable public init(_ property: ReferenceWritableKeyPath<Host, Value>, of host: Host) {
        self.property = property
        self.host = host
    }

    @_documentation(visibility: internal) @inlinable
    public var storedValue: Value {
        get { host[keyPath: property] }
        nonmutating set { host[keyPath: property] = newValue }
        nonmutating _modify { yield &host[keyPath: property] }
    }
}

/// A storage inside the run, inaccessible from outside.
public struct LocalStorage<Value>: Storage {
    @_documentation(visibility: internal)
    public var storedValue: Value

    /// Creates a storage.
    ///
    /// - Parameter value: The initial state.
    public init(value: Value) { storedValue = value }
}
