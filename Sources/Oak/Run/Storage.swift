/// The place where a running machine keeps its state.
///
/// The run loop reads and writes the value on the system actor, once for each transition.
public protocol Storage<Value> {
    /// The type of the state.
    associatedtype Value

    /// The current state.
    ///
    /// SwiftUI's `Binding` has this name too, where it would hide a property of the state: hence not simply `value`.
    var storedValue: Value { get set }
}

/// Keeps the state inside the run, where nobody else can reach it.
public struct LocalStorage<Value>: Storage {
    public var storedValue: Value

    /// Creates a storage.
    ///
    /// - Parameter value: The initial state.
    @inlinable
    public init(value: Value) { storedValue = value }
}

/// Keeps the state in a property of an object, where its owner can observe it.
public struct KeyPathStorage<Host, Value>: Storage {
    @usableFromInline let host: Host
    @usableFromInline let keyPath: ReferenceWritableKeyPath<Host, Value>

    /// Creates a storage.
    ///
    /// - Parameters:
    ///   - host: The object that holds the state; kept alive until the run has ended.
    ///   - keyPath: The property of that object.
    @inlinable
    public init(host: Host, keyPath: ReferenceWritableKeyPath<Host, Value>) {
        self.host = host
        self.keyPath = keyPath
    }

    @inlinable
    public var storedValue: Value {
        get { host[keyPath: keyPath] }
        nonmutating set { host[keyPath: keyPath] = newValue }
        nonmutating _modify { yield &host[keyPath: keyPath] }
    }
}
