#if canImport(SwiftUI)
    public import SwiftUI

    /// A binding keeps the state of a machine where it belongs, such as in a `@State` of a view.
    extension Binding: Storage {
        @inlinable
        public var storedValue: Value {
            get { wrappedValue }
            nonmutating set { wrappedValue = newValue }
        }
    }

    /// A binding receives the outputs of a machine: its value is the latest one.
    extension Binding: Subject {
        public func send(_ value: Value, isolated systemActor: isolated any Actor) async throws {
            wrappedValue = value
        }
    }
#endif
