#if canImport(SwiftUI)
    public import SwiftUI

    /// A binding receives the outputs of a machine: its value is the latest one.
    extension Binding: Subject {
        public func send(_ value: Value, isolated systemActor: isolated any Actor) async throws {
            wrappedValue = value
        }
    }
#endif
