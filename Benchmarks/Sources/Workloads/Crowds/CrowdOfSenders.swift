import Oak
import Synchronization

// Senders that wait for room in large numbers. Those outside of a machine line up before it begins.

extension Crowd {
    static let senders = [sendersServed, sendersCancelled, sendersEnded, operationsThatWaitForRoom]

    private static let sendersServed = Workload("suspended senders served") { count, stopwatch in
        let proxy = Throng.Proxy(bufferSize: 1, initialEvent: .answered)
        let senders = try await line(of: count, before: proxy)
        stopwatch.start()
        try await Throng.run(missing: count + 1, proxy: proxy)
        for sender in senders { _ = await sender.result }
        stopwatch.stop()
    }

    private static let sendersCancelled = Workload("suspended senders cancelled") { count, stopwatch in
        let proxy = Throng.Proxy(bufferSize: 1, initialEvent: .close)
        let senders = try await line(of: count, before: proxy)
        stopwatch.start()
        for sender in senders { sender.cancel() }
        for sender in senders { _ = await sender.result }
        stopwatch.stop()
        try await Throng.run(missing: 1, proxy: proxy)
    }

    private static let sendersEnded = Workload("suspended senders when the machine ends") { count, stopwatch in
        let proxy = Throng.Proxy(bufferSize: 1, initialEvent: .close)
        let senders = try await line(of: count, before: proxy)
        stopwatch.start()
        try await Throng.run(missing: 1, proxy: proxy)
        for sender in senders { _ = await sender.result }
        stopwatch.stop()
    }

    /// Starts tasks that wait for room in front of a full mailbox.
    private static func line(of count: Int, before proxy: Throng.Proxy) async throws -> [Task<Void, any Error>] {
        let line = Line()
        let senders = (0..<count).map { _ in
            Task {
                line.length.add(1, ordering: .relaxed)
                try await proxy.sendWaitingForRoom(.answered)
            }
        }
        // The last tasks join the line a moment after they are counted.
        while line.length.load(ordering: .relaxed) < count { await Task.yield() }
        return senders
    }

    private final class Line: Sendable {
        let length = Atomic(0)
    }

    private static let operationsThatWaitForRoom = Workload("operations that each wait for room") { count, stopwatch in
        let proxy = Throng.Proxy(bufferSize: 8)
        try proxy.send(
            .carryOut {
                .events(
                    Throng.events(0..<count) { _ in
                        Throng.Effect { _, input in try await input.sendWaitingForRoom(.answered) }
                    })
            })
        stopwatch.start()
        try await Throng.run(missing: count, proxy: proxy)
        stopwatch.stop()
    }
}
