/// A tree of views without a display, and the means to operate it: the device and its user.
///
/// ```swift
/// let screen = Screen(CounterView())
/// try screen.tap("Increment")
/// await screen.wait { $0.texts == ["1"] }
/// ```
@MainActor
public final class Screen {
    private(set) var root: Node?
    private var stale: [ObjectIdentifier: Node] = [:]
    private var afterwards: [() -> Void] = []
    private var isUpdating = false
    private var isScheduled = false
    private var waiting: [Wait] = []
    private var lastNumber = 0

    private struct Wait {
        let number: Int
        let condition: (Screen) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    /// Shows a view.
    ///
    /// - Parameters:
    ///   - view: The view.
    ///   - environment: The values that the view inherits.
    ///   - scene: The values that views keep with `@SceneStorage`; those of an earlier screen restore its scene.
    public init(
        _ view: some View, environment: EnvironmentValues = EnvironmentValues(), scene: SceneValues = SceneValues()
    ) {
        var environment = environment
        environment.scene = scene
        let root = Node(on: self, in: nil, environment: environment)
        self.root = root
        isUpdating = true
        root.put(view)
        isUpdating = false
        update()
    }

    isolated deinit { close() }

    /// Removes everything, as when a window is closed.
    public func close() {
        root?.remove()
        root = nil
    }

    /// Waits until a condition holds, or until the task is cancelled.
    public func wait(until condition: @escaping (Screen) -> Bool) async {
        update()
        if condition(self) { return }
        lastNumber += 1
        let number = lastNumber
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let wait = Wait(number: number, condition: condition, continuation: continuation)
                if Task.isCancelled { continuation.resume() } else { waiting.append(wait) }
            }
        } onCancel: {
            Task { @MainActor in self.stopWaiting(number) }
        }
    }

    private func stopWaiting(_ number: Int) {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: index).continuation.resume()
    }
}

// MARK: - Updates

extension Screen {
    func setNeedsUpdate(_ node: Node) {
        stale[ObjectIdentifier(node)] = node
        guard !isScheduled, !isUpdating else { return }
        isScheduled = true
        Task { @MainActor [weak self] in
            self?.isScheduled = false
            self?.update()
        }
    }

    func noteUpdated(_ node: Node) { stale[ObjectIdentifier(node)] = nil }

    /// Runs an action at the end of the current update.
    func afterUpdate(_ action: @escaping () -> Void) { afterwards.append(action) }

    /// Evaluates changed views until nothing changes any more.
    public func update() {
        guard !isUpdating else { return }
        isUpdating = true
        var rounds = 0
        repeat {
            while let node = stale.values.min(by: { $0.depth < $1.depth }) {
                stale[ObjectIdentifier(node)] = nil
                node.update()
                rounds += 1
                precondition(rounds < 10_000, "A view changes its own state in each evaluation.")
            }
            root?.appear()
            let actions = afterwards
            afterwards = []
            for action in actions { action() }
        } while !stale.isEmpty || !afterwards.isEmpty
        isUpdating = false
        resumeWaiting()
    }

    private func resumeWaiting() {
        var satisfied: [Wait] = []
        waiting.removeAll { wait in
            guard wait.condition(self) else { return false }
            satisfied.append(wait)
            return true
        }
        for wait in satisfied { wait.continuation.resume() }
    }
}
