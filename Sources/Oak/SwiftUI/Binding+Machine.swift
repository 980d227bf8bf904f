#if canImport(SwiftUI)
    public import SwiftUI

    /// A storage whose value is elsewhere, such as in a `@State` of a view.
    extension Binding: Storage {
        @_documentation(visibility: internal) @inlinable
        public var storedValue: Value {
            get { wrappedValue }
            nonmutating set { wrappedValue = newValue }
        }
    }

    /// A subject that keeps the latest output.
    extension Binding: Subject {
        @_documentation(visibility: internal)
        public func send(_ value: Value, isolated systemActor: isolated any Actor) async throws {
            wrappedValue = value
        }

        @_documentation(visibility: internal)
        public func isImmediate(on actor: (any Actor)?) -> Bool { true }

        @_documentation(visibility: internal)
        public func receive(_ value: Value) { wrappedValue = value }
    }
#endif
