/// What has happened, in order, for a test to look at or to wait for.
@MainActor
public final class Journal {
    public private(set) var entries: [String] = []
    private var waiting: [(condition: ([String]) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

    public nonisolated init() {}

    public func note(_ entry: String) {
        entries.append(entry)
        let satisfied = waiting.filter { $0.condition(entries) }
        waiting.removeAll { $0.condition(entries) }
        for wait in satisfied { wait.continuation.resume() }
    }

    public func count(of entry: String) -> Int { entries.count { $0 == entry } }

    public func wait(until condition: @escaping ([String]) -> Bool) async {
        if condition(entries) { return }
        await withCheckedContinuation { waiting.append((condition, $0)) }
    }

    /// Waits until something has happened, however often.
    public func wait(for entry: String, times: Int = 1) async {
        await wait { entries in entries.count { $0 == entry } >= times }
    }
}
