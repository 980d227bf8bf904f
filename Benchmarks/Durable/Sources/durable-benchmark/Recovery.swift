import ArgumentParser
import BenchmarkSupport
import Foundation
import Oak
import OakDurable

/// A machine that works until an activity returns.
enum Job: EffectTransducer, DurableTransducer {
    enum State: Codable, Sendable, Terminable {
        case working(customer: String)
        case done(customer: String)

        var isTerminal: Bool { if case .done = self { true } else { false } }
    }
    enum Event: Codable, Sendable { case finish }

    /// Carries out the work.
    typealias Env = @Sendable () async throws -> Void

    static let machineName = "job"

    static func update(_ state: inout State, event: Event) -> Effect? {
        guard case .working(let customer) = state else { return .unexpected }
        state = .done(customer: customer)
        return nil
    }

    static func activities(in state: State) -> [Effect] {
        guard case .working = state else { return [] }
        return [
            Effect(id: "work", { env in try await env() }, success: { _ in .finish })
        ]
    }
}

/// Starts activities, and ends the process while they are at work.
struct Interrupt: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Starts activities, and kills itself while they are at work, or closes the host.")

    @Argument(help: "The file, which must not exist.") var file: String
    @Option(help: "The number of instances.") var instances = 100_000
    @Flag(help: "Closes the host, instead of killing the process.") var closes = false

    func run() async throws {
        let host = DurableHost(store: SQLiteStore(path: file))
        try await host.register(Job.self, env: { try await Task.sleep(for: .seconds(100_000)) })
        try await host.open()
        try await forEach(of: instances) { number in
            try await host.start(Job.self, id: DurableID("job \(number)"), initialState: .working(customer: "somebody"))
        }
        if closes { await host.close() } else { kill(getpid(), SIGKILL) }
    }
}

/// Finishes interrupted activities while events are sent to other instances.
struct Recover: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Finishes the activities that `interrupt` has left.")

    @Argument(help: "The file that `interrupt` has made.") var file: String
    @Option(help: "The number of instances.") var instances = 100_000
    @Option(help: "The number of tasks that send events to other instances meanwhile.") var senders = 8

    func run() async throws {
        let clock = ContinuousClock()
        let start = clock.now
        let finished = Finished(count: instances)
        let host = DurableHost(store: SQLiteStore(path: file), observer: { finished.note($0) })
        try await host.register(Job.self, env: {})
        try await host.register(Counter.self)
        try await host.open()
        let opened = clock.now
        let sending = Task { try await send(to: host) }
        await finished.wait()
        let seconds = (clock.now - start) / .seconds(1)
        sending.cancel()
        let times = try await sending.value.sorted()
        print("| Recovery of \(instances) interrupted activities, \(senders) senders meanwhile | |\n|---|--:|")
        print("| open | \(milliseconds(opened - start)) |")
        print("| all have ended | \(figure(seconds)) s |")
        if !times.isEmpty {
            print("| events sent meanwhile | \(times.count) |")
            print("| p99 of an event | \(milliseconds(times[times.count * 99 / 100])) |")
            print("| longest time of an event | \(milliseconds(times[times.count - 1])) |")
        }
        print("| memory at most | \(Memory.greatest) |")
        await host.close()
    }

    private func send(to host: DurableHost) async throws -> [Duration] {
        try await withThrowingTaskGroup { group in
            for sender in 0..<senders {
                group.addTask {
                    let clock = ContinuousClock()
                    let id: DurableID<Counter> = DurableID("counter \(sender)")
                    try await host.start(Counter.self, id: id, initialState: .init())
                    var times: [Duration] = []
                    while !Task.isCancelled {
                        let begin = clock.now
                        try await host.send(.add(1), to: id)
                        times.append(clock.now - begin)
                    }
                    return times
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }
}

/// Counts the instances that have ended.
private final class Finished: @unchecked Sendable {
    private let lock = NSLock()
    private var missing: Int
    private var waiting: CheckedContinuation<Void, Never>?

    init(count: Int) { missing = count }

    func note(_ occurrence: DurableOccurrence) {
        if occurrence.isProblem { print(occurrence) }
        guard case .ended(let name) = occurrence, name.machine == Job.machineName else { return }
        let waiting = lock.withLock {
            missing -= 1
            return missing == 0 ? self.waiting.take() : nil
        }
        waiting?.resume()
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isDone = lock.withLock {
                if missing > 0 { waiting = continuation }
                return missing <= 0
            }
            if isDone { continuation.resume() }
        }
    }
}
