import Oak
import Synchronization

/// Something of which many can stand by at the same time, to see what memory one of them takes.
public enum Idle: String, Sendable {
    case oak = "idle running machine"
    case asyncStream = "idle `AsyncStream` loop"
    case handwrittenMailbox = "idle loop on a hand-written mailbox"
    case bareTask = "suspended task"

    /// Starts a number of them, each in a task of its own, and calls a function while all of them wait for an event.
    @concurrent
    public func stand(count: Int, whileWaiting measure: () async -> Void) async throws {
        var handles: [any Sendable] = []
        var tasks: [Task<Void, any Error>] = []
        handles.reserveCapacity(count)
        tasks.reserveCapacity(count)
        Attendance.shared.expect(count)
        for _ in 0..<count {
            let (handle, task) = start()
            handles.append(handle)
            tasks.append(task)
        }
        await Attendance.shared.complete()
        await measure()
        for task in tasks { task.cancel() }
    }

    private func start() -> (any Sendable, Task<Void, any Error>) {
        switch self {
        case .oak:
            let proxy = Bystander.Proxy()
            return (proxy, Task { try await Bystander.run(initialState: .waiting, proxy: proxy) })
        case .asyncStream:
            let (stream, continuation) = AsyncStream.makeStream(of: Door.Event.self)
            return (
                continuation,
                Task {
                    Attendance.shared.note()
                    await runDoor(on: stream)
                }
            )
        case .handwrittenMailbox:
            let mailbox = HandwrittenMailbox<Door.Event>()
            return (
                mailbox,
                Task {
                    Attendance.shared.note()
                    await runDoor(on: mailbox)
                }
            )
        case .bareTask:
            return (
                0,
                Task {
                    Attendance.shared.note()
                    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
                }
            )
        }
    }
}

/// The door as a machine that says when its run has begun.
private enum Bystander: Transducer {
    enum State { case waiting }
    typealias Event = Door.Event

    static func initialOutput(initialState: State) -> Void? {
        Attendance.shared.note()
        return ()
    }

    static func update(_ state: inout State, event: Event) {}
}

/// Counts who has begun.
private final class Attendance: Sendable {
    static let shared = Attendance()

    private let missing = Atomic<Int>(0)
    private let completion = AsyncStream.makeStream(of: Void.self)

    func expect(_ count: Int) {
        missing.store(count, ordering: .relaxed)
    }

    func note() {
        if missing.subtract(1, ordering: .relaxed).newValue == 0 { completion.continuation.finish() }
    }

    func complete() async {
        for await _ in completion.stream {}
    }
}
