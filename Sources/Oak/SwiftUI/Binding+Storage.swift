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
#endif
