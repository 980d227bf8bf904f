extension View {
    public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        modified { node, content in
            if let action { node.onAppear.append(action) }
            node.child(.index(0), content)
        }
    }

    public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        modified { node, content in
            if let action { node.onDisappear.append(action) }
            node.child(.index(0), content)
        }
    }

    /// Does something for as long as the view is there.
    public func task(
        priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
    ) -> some View {
        task(id: 0, priority: priority, action)
    }

    /// Does something for as long as the view is there, and anew when a value changes.
    public func task<ID: Equatable>(
        id: ID, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
    ) -> some View {
        let action = TaskAction(perform: action)
        return modified { node, content in
            var slots = Slots(of: node)
            let place = slots.object { TaskPlace<ID>() }
            if let last = place.id, last != id, place.task != nil {
                // As in SwiftUI, the old one is cancelled and the new one begins in the same update.
                place.stop()
                place.start(action, id: id, priority: priority)
            }
            node.onAppear.append { place.start(action, id: id, priority: priority) }
            node.onDisappear.append { place.stop() }
            node.child(.index(0), content)
        }
    }

    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
    ) -> some View {
        modified { node, content in
            var slots = Slots(of: node)
            let isNew = node.slots.isEmpty
            let place = slots.object { ValuePlace(value) }
            let old = place.value
            place.value = value
            if isNew, initial { node.onAppear.append { action(value, value) } }
            if old != value { node.screen.afterUpdate { action(old, value) } }
            node.child(.index(0), content)
        }
    }

    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View {
        onChange(of: value, initial: initial) { _, _ in action() }
    }

    /// Gives the view an identity: with another one it is another view, which keeps nothing of the one before.
    public func id<ID: Hashable>(_ id: ID) -> some View {
        modified { node, content in node.child(.id(AnyHashable(id)), content) }
    }
}

private struct TaskAction: @unchecked Sendable {
    let perform: @isolated(any) () async -> Void
}

private final class TaskPlace<ID> {
    private(set) var id: ID?
    private(set) var task: Task<Void, Never>?

    @MainActor
    func start(_ action: TaskAction, id: ID, priority: TaskPriority) {
        self.id = id
        task = Task(priority: priority) { await action.perform() }
    }

    func stop() {
        task?.cancel()
        task = nil
    }
}

private final class ValuePlace<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}
