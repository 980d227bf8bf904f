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
