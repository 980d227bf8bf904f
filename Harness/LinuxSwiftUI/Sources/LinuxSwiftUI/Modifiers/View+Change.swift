extension View {
    @available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, *)
    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
    ) -> some View {
        modified { node, content in
            var slots = Slots(of: node)
            let isNew = node.slots.isEmpty
            let place = slots.object { ValuePlace(value) }
            let old = place.value
            place.value = value
            if isNew, initial { node.screen?.afterUpdate { action(value, value) } }
            if old != value { node.screen?.afterUpdate { action(old, value) } }
            node.child(.index(0), content)
        }
    }

    @available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, *)
    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View {
        onChange(of: value, initial: initial) { _, _ in action() }
    }

    /// The form of the first releases.
    public func onChange<Value: Equatable>(
        of value: Value, perform action: @escaping (_ newValue: Value) -> Void
    ) -> some View {
        onChange(of: value) { _, new in action(new) }
    }
}

private final class ValuePlace<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}
