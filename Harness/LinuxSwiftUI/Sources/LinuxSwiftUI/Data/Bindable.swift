public import Observation

/// Bindings to the properties of an observable object.
@available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, *)
@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Value> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) where Value: AnyObject & Observable { self.wrappedValue = wrappedValue }
    public init(_ wrappedValue: Value) where Value: AnyObject & Observable { self.wrappedValue = wrappedValue }

    public var projectedValue: Bindable<Value> { self }

    public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject>
    where Value: AnyObject {
        Binding(
            reading: { wrappedValue[keyPath: keyPath] }, writing: { wrappedValue[keyPath: keyPath] = $0 })
    }
}

@available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, *)
extension Bindable: @unchecked Sendable where Value: Sendable {}
