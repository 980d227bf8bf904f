#if canImport(SwiftUI)
    import SwiftUI

    /// The state of a machine that belongs to its view: changed in place, with word to the view.
    ///
    /// It is an object because the machine goes on with it however often the value of the view is made anew. The
    /// machine and the view both touch it on the main actor.
    final class KeptState<Value>: Storage {
        private var value: Value
        /// A `@State` of the view that changes when the value does. Below the systems with Observation, nothing else
        /// has a view evaluated.
        private var changes: Binding<Int>?

        init(_ value: Value) { self.value = value }

        /// The value for a view, which is told from now on that it has changed.
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
