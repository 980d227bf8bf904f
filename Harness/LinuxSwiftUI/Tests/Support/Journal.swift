/// A log of events in their order, for a test to look at or to wait for.
@MainActor
public final class Journal {
    private struct Wait {
        let number: Int
        let condition: ([String]) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    public private(set) var entries: [String] = []
    private var waiting: [Wait] = []
    private var lastNumber = 0

    public nonisolated init() {}

    public func note(_ entry: String) {
        entries.append(entry)
        let satisfied = waiting.filter { $0.condition(entries) }
        for wait in satisfied { stopWaiting(wait.number) }
    }

    public func forget() { entries = [] }

    public func count(of entry: String) -> Int { entries.count { $0 == entry } }

    /// Waits until the entries are as expected, or until the task is cancelled, as when a test takes too long.
    public func wait(until condition: @escaping ([String]) -> Bool) async {
        if condition(entries) { return }
        lastNumber += 1
        let number = lastNumber
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let wait = Wait(number: number, condition: condition, continuation: continuation)
                if Task.isCancelled { continuation.resume() } else { waiting.append(wait) }
            }
        } onCancel: {
            Task { @MainActor in stopWaiting(number) }
        }
    }

    /// Waits until something has happened, however often.
    public func wait(for entry: String, times: Int = 1) async {
        await wait { entries in entries.count { $0 == entry } >= times }
    }

    private func stopWaiting(_ number: Int) {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: index).continuation.resume()
    }
}
