// Where Combine is, the model is only type-checked.
#if !canImport(Combine)
    /// An object that announces its changes.
    ///
    /// It is a part of Combine, of which the model has only the usual publisher of an object.
    public protocol ObservableObject: AnyObject {
        var objectWillChange: ObservableObjectPublisher { get }
    }

    /// Announces the changes of an object to the places in the tree that hold the object.
    public final class ObservableObjectPublisher {
        private var subscribers: [ObjectIdentifier: () -> Void] = [:]

        public init() {}

        /// Announces a change that is about to happen.
        public func send() {
            MainActor.preconditionIsolated("An object changes outside the main actor.")
            MainActor.assumeIsolated {
                precondition(!Evaluation.isUnderWay, "An object changes while a view is evaluated.")
            }
            for notify in subscribers.values { notify() }
        }

        func subscribe(_ subscriber: AnyObject, _ notify: @escaping () -> Void) {
            subscribers[ObjectIdentifier(subscriber)] = notify
        }

        func unsubscribe(_ subscriber: AnyObject) { subscribers[ObjectIdentifier(subscriber)] = nil }
    }
#endif
