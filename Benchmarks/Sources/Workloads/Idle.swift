import Oak
import Synchronization

/// An idle machine or its counterpart, started in large numbers to measure its memory.
public enum Idle: String, Sendable {
    case oak = "idle running machine"
    case withEffectsAndCallback = "idle machine with effects and an output callback, on the main actor"
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
        // Few at a time: a crowd that begins all at once takes more memory than one that waits.
        while tasks.count < count {
            let few = min(100, count - tasks.count)
            Attendance.shared.expect(few)
            for _ in 0..<few {
                let (handle, task) = start()
                handles.append(handle)
                tasks.append(task)
            }
            await Attendance.shared.complete()
        }
        await measure()
        for task in tasks { task.cancel() }
    }

    private func start() -> (any Sendable, Task<Void, any Error>) {
        switch self {
        case .oak:
            let proxy = Bystander.Proxy()
            return (proxy, Task { try await Bystander.run(initialState: .waiting, proxy: proxy) })
        case .withEffectsAndCallback:
            let proxy = Lookout.Proxy()
            let task = Task { @MainActor in
                var seen = 0
                try await Lookout.run(initialState: .waiting, proxy: proxy, output: Callback { seen += $0 })
            }
            return (proxy, task)
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

/// The door as a machine that reports the beginning of its run.
private enum Bystander: Transducer {
    enum State { case waiting }
    typealias Event = Door.Event

    static func initialOutput(initialState: State) -> Void? {
        Attendance.shared.note()
        return ()
    }

    static func update(_ state: inout State, event: Event) {}
}

/// A machine with effects and outputs, the first of which reports the beginning of its run.
private enum Lookout: EffectTransducer {
    enum State { case waiting, looking }
    enum Event: Sendable { case look, seen(Int) }
    typealias Output = Int

    static func initialOutput(initialState: State) -> Int? {
        Attendance.shared.note()
        return 0
    }

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        switch (state, event) {
        case (.waiting, .look):
            state = .looking
            return (Effect(id: "look") { _, input in try input.send(.seen(1)) }, 0)
        case (.looking, .seen(let value)):
            state = .waiting
            return (nil, value)
        case (.waiting, .seen), (.looking, .look):
            return (nil, 0)
        }
    }
}

/// Counts the runs that have begun.
private final class Attendance: Sendable {
    static let shared = Attendance()

    private let content = Mutex((missing: 0, waiter: UnsafeContinuation<Void, Never>?.none))

    func expect(_ count: Int) {
        content.withLock { $0.missing = count }
    }

    func note() {
        let waiter = content.withLock { content in
            content.missing -= 1
            return content.missing == 0 ? content.waiter.take() : nil
        }
        waiter?.resume()
    }

    /// Waits until all expected runs have begun.
    func complete() async {
        await withUnsafeContinuation { continuation in
            let isComplete = content.withLock { content in
                if content.missing > 0 { content.waiter = continuation }
                return content.missing == 0
            }
            if isComplete { continuation.resume() }
        }
    }
}
