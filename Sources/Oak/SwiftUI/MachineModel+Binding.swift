#if canImport(SwiftUI)
    public import SwiftUI

    extension MachineModel {
        /// Makes a binding to a value of the state, whose writes are events.
        ///
        /// ```swift
        /// struct TextView: View {
        ///     @StateTransducer(of: Editor.self) private var editor = Editor.State()
        ///
        ///     var body: some View {
        ///         TextField("Text", text: _editor.binding(\.text, sending: Editor.Event.typed))
        ///     }
        /// }
        ///
        /// enum Editor: Transducer {
        ///     struct State: NonTerminal { var text = "" }
        ///     enum Event { case typed(String) }
        ///
        ///     static func update(_ state: inout State, event: Event) {
        ///         switch event {
        ///         case .typed(let text): state.text = text
        ///         }
        ///     }
        /// }
        /// ```
        ///
        /// The binding reads the current state whenever it is read. A machine at rest processes the event within the
        /// write, so the binding has the value that the machine makes of it, also if that is another one.
        ///
        /// A view that reads the binding is evaluated when the value has changed, as with ``select(_:)``.
        ///
        /// - Parameters:
        ///   - value: The value in a state.
        ///   - event: Makes an event of a written value; usually an enum case.
        /// - Returns: The binding. It keeps no machine alive; writes to one that has ended are logged.
        public func binding<Value: Equatable>(
            _ value: KeyPath<Machine.State, Value>, sending event: @escaping (Value) -> Machine.Event
        ) -> Binding<Value> {
            let reference = reference
            return Binding(reading: { reference.written(to: value) }) { written in
                reference.write(event(written))
                reference.noteWriting(written, to: value)
            }
        }

        /// Makes a binding to a value that a function finds in the state, whose writes are events.
        ///
        /// A view that reads the binding is evaluated with each change of the state.
        ///
        /// - Parameters:
        ///   - value: The value in a state.
        ///   - event: Makes an event of a written value; usually an enum case.
        /// - Returns: The binding. It keeps no machine alive; writes to one that has ended are logged.
        public func binding<Value>(
            _ value: @escaping (Machine.State) -> Value, sending event: @escaping (Value) -> Machine.Event
        ) -> Binding<Value> {
            let reference = reference
            return Binding(reading: { value(reference.state) }, writing: { reference.write(event($0)) })
        }

        /// Makes a binding to an optional item of the state, whose dismissal is an event.
        ///
        /// It is for `.sheet(item:)` and others that show an item while there is one, and write `nil` to dismiss it. A
        /// dismissal of what the machine has removed already is no event.
        ///
        /// A view that reads the binding is evaluated when the item has changed, as with ``select(_:)``.
        ///
        /// - Parameters:
        ///   - item: The item in a state, or `nil` if there is none.
        ///   - event: The event.
        /// - Returns: The binding, which ignores other values than `nil`.
        public func binding<Item: Equatable>(
            _ item: KeyPath<Machine.State, Item?>, dismissing event: @escaping @autoclosure () -> Machine.Event
        ) -> Binding<Item?> {
            let reference = reference
            return Binding(reading: { reference.select(item) }) { value in
                if value == nil, reference.unobservedState[keyPath: item] != nil { reference.write(event()) }
            }
        }

        /// Makes a binding to an optional item that a function finds in the state, whose dismissal is an event.
        ///
        /// A view that reads the binding is evaluated with each change of the state.
        ///
        /// - Parameters:
        ///   - item: The item in a state, or `nil` if there is none.
        ///   - event: The event.
        /// - Returns: The binding, which ignores other values than `nil`.
        public func binding<Item>(
            _ item: @escaping (Machine.State) -> Item?, dismissing event: @escaping @autoclosure () -> Machine.Event
        ) -> Binding<Item?> {
            let reference = reference
            return Binding(reading: { item(reference.state) }) { value in
                if value == nil, item(reference.unobservedState) != nil { reference.write(event()) }
            }
        }

        /// Makes a binding to a value that tells whether something is shown, and whose dismissal is an event.
        ///
        /// - Parameters:
        ///   - isPresented: The value in a state.
        ///   - event: The event.
        /// - Returns: The binding, which ignores `true`.
        public func binding(
            _ isPresented: KeyPath<Machine.State, Bool>, dismissing event: @escaping @autoclosure () -> Machine.Event
        ) -> Binding<Bool> {
            let reference = reference
            return Binding(reading: { reference.select(isPresented) }) { value in
                if !value, reference.unobservedState[keyPath: isPresented] { reference.write(event()) }
            }
        }

        /// Makes a binding to the answer of a function whether something is shown, and whose dismissal is an event.
        ///
        /// - Parameters:
        ///   - isPresented: The value in a state.
        ///   - event: The event.
        /// - Returns: The binding, which ignores `true`.
        public func binding(
            _ isPresented: @escaping (Machine.State) -> Bool,
            dismissing event: @escaping @autoclosure () -> Machine.Event
        ) -> Binding<Bool> {
            binding({ isPresented($0) ? true : nil }, dismissing: event())
        }

        /// Makes a binding that tells whether the state has an item, and whose dismissal is an event.
        ///
        /// It is for `.alert(_:isPresented:presenting:actions:)` and others that write `false` to dismiss an item.
        ///
        /// - Parameters:
        ///   - item: The item in a state, or `nil` if there is none.
        ///   - event: The event.
        /// - Returns: The binding, which ignores `true`.
        @_disfavoredOverload
        public func binding<Item>(
            _ item: KeyPath<Machine.State, Item?>, dismissing event: @escaping @autoclosure () -> Machine.Event
        ) -> Binding<Bool> {
            binding(item.appending(path: \.isPresent), dismissing: event())
        }

        /// Makes a binding that tells whether a function finds an item in the state, and whose dismissal is an event.
        ///
        /// - Parameters:
        ///   - item: The item in a state, or `nil` if there is none.
        ///   - event: The event.
        /// - Returns: The binding, which ignores `true`.
        @_disfavoredOverload
        public func binding<Item>(
            _ item: @escaping (Machine.State) -> Item?, dismissing event: @escaping @autoclosure () -> Machine.Event
        ) -> Binding<Bool> {
            binding({ item($0) != nil }, dismissing: event())
        }
    }

    extension Optional {
        fileprivate var isPresent: Bool { self != nil }
    }

    extension MachineReference {
        /// Sends an event for a writer that gets no error.
        fileprivate func write(_ event: Machine.Event) {
            // It stays on the main actor, where the machine is.
            port.sendOrLog(Disconnected(event).value)
        }
    }

    extension Binding {
        /// Makes a binding of functions on the main actor, where SwiftUI calls them.
        ///
        /// They know the machine, whose type cannot be captured where a binding is made; here there is only a value.
        @MainActor
        fileprivate init(reading read: @escaping () -> Value, writing write: @escaping (Value) -> Void) {
            self.init(get: { @MainActor in read() }, set: { @MainActor in write($0) })
        }
    }

    // MARK: - Bindings as storages

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
