#if canImport(SwiftUI)
    import SwiftUI

    /// The state of a machine that a view owns; it changes in place and informs the view.
    ///
    /// It is an object, because it outlives each value of the view. Machine and view both touch it on the main actor.
    final class KeptState<Value>: Storage {
        private var value: Value
        /// A `@State` of the view that changes with the value. On systems without Observation, only such a change makes
        /// SwiftUI evaluate the view.
        private var changes: Binding<Int>?

        init(_ value: Value) { self.value = value }

        /// The value, for a view that is informed of changes from now on.
        func value(countingIn changes: Binding<Int>) -> Value {
            self.changes = changes
            return value
        }

        var storedValue: Value {
            get { value }
            set {
                value = newValue
                changes?.wrappedValue &+= 1
            }
            _modify {
                yield &value
                changes?.wrappedValue &+= 1
            }
        }
    }
#endif
