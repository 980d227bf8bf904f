/// A value stored elsewhere.
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
    private let getter: () -> Value
    private let setter: (Value) -> Void

    @preconcurrency
    public init(
        get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) {
        // As in SwiftUI, the functions of a binding are called where it is used, which is on the main actor.
        // `@isolated(any)` adds an isolation to a function value without changing how it is called; without `await`,
        // which a property cannot use, the language offers no checked way back.
        getter = unsafeBitCast(get, to: (@Sendable () -> Value).self)
        setter = unsafeBitCast(set, to: (@Sendable (Value) -> Void).self)
    }

    init(reading getter: @escaping () -> Value, writing setter: @escaping (Value) -> Void) {
        self.getter = getter
        self.setter = setter
    }

    public var wrappedValue: Value {
        get { getter() }
        nonmutating set { setter(newValue) }
    }

    public var projectedValue: Binding<Value> { self }

    public init(projectedValue: Binding<Value>) { self = projectedValue }

    /// A binding that always has the same value and ignores assignments.
    public static func constant(_ value: Value) -> Binding<Value> { Binding(reading: { value }, writing: { _ in }) }

    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        Binding<Subject>(
            reading: { getter()[keyPath: keyPath] },
            writing: { newValue in
                var value = getter()
                value[keyPath: keyPath] = newValue
                setter(value)
            })
    }

    /// A binding to the value of an optional one, unless it is currently `nil`.
    public init?(_ base: Binding<Value?>) {
        guard let value = base.wrappedValue else { return nil }
        self.init(reading: { base.wrappedValue ?? value }, writing: { base.wrappedValue = $0 })
    }
}

extension Binding {
    /// A binding whose writes belong to a transaction.
    @MainActor
    public func transaction(_ transaction: Transaction) -> Binding<Value> {
        Binding(
            reading: getter,
            writing: { [setter] newValue in
                // Called where the binding is used, as its other functions are.
                let isolated = UncheckedWrite(set: setter, value: newValue)
                MainActor.assumeIsolated { withTransaction(transaction) { isolated.set(isolated.value) } }
            })
    }

    /// A binding whose writes are animated.
    @MainActor
    public func animation(_ animation: Animation? = .default) -> Binding<Value> {
        transaction(Transaction(animation: animation))
    }
}

/// A write that stays on the main actor.
private struct UncheckedWrite<Value>: @unchecked Sendable {
    let set: (Value) -> Void
    let value: Value
}

extension Binding: @unchecked Sendable where Value: Sendable {}

extension Binding: DynamicProperty {}
