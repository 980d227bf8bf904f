private typealias ValueBinding<Value> = Binding<Value>

/// The field that has the focus, or whether a field has it; here a value that nothing but code changes.
@available(macOS 12, iOS 15, macCatalyst 15, tvOS 15, watchOS 8, *)
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
    /// The focus, for the fields that may have it.
    @propertyWrapper
    public struct Binding {
        fileprivate let value: ValueBinding<Value>

        public var wrappedValue: Value {
            get { value.wrappedValue }
            nonmutating set { value.wrappedValue = newValue }
        }

        public var projectedValue: Binding { self }
    }

    private var state: State<Value>

    public init() where Value == Bool { state = State(initialValue: false) }
    public init<T: Hashable>() where Value == T? { state = State(initialValue: nil) }

    public var wrappedValue: Value {
        get { state.wrappedValue }
        nonmutating set { state.wrappedValue = newValue }
    }

    public var projectedValue: Binding { Binding(value: state.projectedValue) }
}

extension View {
    public func focused<Value: Hashable>(_ binding: FocusState<Value>.Binding, equals value: Value) -> some View {
        self
    }

    public func focused(_ condition: FocusState<Bool>.Binding) -> some View { self }
}
