extension View {
    /// Runs an action for as long as the view is present.
    public func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
    ) -> some View {
        task(id: 0, priority: priority, action)
    }

    /// Runs an action for as long as the view is present, and restarts it when a value changes.
    public func task<ID: Equatable>(
        id: ID, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
    ) -> some View {
        let action = TaskAction(perform: action)
        return modified { node, content in
            var slots = Slots(of: node)
            let place = slots.object { TaskPlace<ID>() }
            if let last = place.id, last != id {
                node.screen?.afterUpdate {
                    // The view may have appeared in this very update.
                    guard place.task != nil, place.id != id else { return }
                    place.stop()
                    place.start(action, id: id, priority: priority)
                }
            }
            node.onAppear.append { place.start(action, id: id, priority: priority) }
            node.onDisappear.append { place.stop() }
            node.child(.index(0), content)
        }
    }
}

private struct TaskAction: @unchecked Sendable {
    let perform: @isolated(any) () async -> Void
}

/// The task of a view while it is present; `nil` otherwise.
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
