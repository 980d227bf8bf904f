import Oak
import TestSupport
import Testing

@testable import OakTesting

/// A line that the logger has taken is on the disk when the logger is closed.
@Suite("Race: producer against the end")
struct ProducerAgainstEndTests {
    /// Returns the lines that were taken.
    @discardableResult
    private static func write<L: Logger>(_ lines: [String], with type: L.Type) async -> [String] {
        let disk = Disk()
        let (logger, taken) = (L(disk: disk), Recorder<String>())
        await withTaskGroup { producers in
            for line in lines {
                producers.addTask {
                    if await logger.take(line) { taken.record(line) }
                }
            }
            producers.addTask { await logger.close() }
        }
        let lost = Set(taken.values).subtracting(disk.lines.values).sorted()
        expectThat(lost.isEmpty, "taken and lost: \(lost)")
        await logger.end()
        return taken.values
    }

    private static let lines = ["a", "b", "c", "d"]

    @Test("A line that comes while others are written is lost when the logger is closed")
    func viewModel() async throws {
        let found = try #require(
            await counterexample(seeds: 1...10_000, events: .always(Self.lines)) { lines in
                await Self.write(lines, with: LoggerModel.self)
            })
        found.shows("]")
        #expect(found.events.count == 1)
    }

    @Test("An event that was dealt with was dealt with, and any other is thrown back")
    func machine() async {
        // A logger that takes nothing would lose nothing.
        let counts = Guarded<Set<Int>>([])
        await explore(seeds: seedsForMachines, events: .always(Self.lines)) { lines in
            let taken = await Self.write(lines, with: LoggerWithMachine<SyncSuspendingProxy<LoggerEvent>>.self)
            counts.withLock { _ = $0.insert(taken.count) }
        }
        #expect(counts.withLock { $0 }.isSuperset(of: [0, Self.lines.count]))
    }

    @Test("An event that is in the mailbox when the machine ends is discarded: who must know waits for the macrostep")
    func mailbox() async throws {
        let found = try #require(
            await counterexample(seeds: 1...10_000, events: .always(Self.lines)) { lines in
                await Self.write(lines, with: LoggerWithMachine<Proxy<LoggerEvent>>.self)
            })
        found.shows("]")
        #expect(found.events.count == 1)
    }
}

/// Takes a while to write, and nothing any more once it is unmounted.
final class Disk: Sendable {
    let lines = Recorder<String>()
    private let clock = TestClock(advancing: .whenIdle)
    private let isMounted = Guarded(true)

    func write(_ line: String) async {
        try? await clock.sleep(for: .seconds(1))
        if isMounted.withLock({ $0 }) { lines.record(line) }
    }

    func unmount() { isMounted.withLock { $0 = false } }
}

protocol Logger: Candidate {
    init(disk: Disk)
    /// Whether the line was taken.
    func take(_ line: String) async -> Bool
    func close() async
}

// MARK: - As it is usually written

actor LoggerModel: Logger {
    private let disk: Disk
    private var pending: [String] = []
    private var isWriting = false
    private var isClosed = false

    init(disk: Disk) { self.disk = disk }

    func take(_ line: String) async -> Bool {
        guard !isClosed else { return false }
        pending.append(line)
        await flush()
        return true
    }

    func close() async {
        isClosed = true
        await flush()
        disk.unmount()
    }

    private func flush() async {
        guard !isWriting else { return }
        isWriting = true
        while !pending.isEmpty { await disk.write(pending.removeFirst()) }
        isWriting = false
    }
}

// MARK: - As a machine

enum LoggerEvent: Sendable { case take(String), written, close }

enum LoggerMachine<P: TransducerProxy<LoggerEvent>>: EffectTransducer {
    enum State: Sendable, Terminable {
        case open, closed

        var isTerminal: Bool {
            switch self {
            case .open: false
            case .closed: true
            }
        }
    }
    typealias Event = LoggerEvent
    typealias Proxy = P
    typealias Env = Disk

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.open, .take(let line)):
            return Effect(action: { disk in
                await disk.write(line)
                return .written
            })
        case (.open, .close):
            state = .closed
            return Effect(action: { disk in
                disk.unmount()
                return []
            })
        case (.open, .written), (.closed, _):
            return nil
        }
    }
}

private struct LoggerWithMachine<P: TransducerProxy<LoggerEvent>>: Logger {
    let machine: Running<LoggerMachine<P>>

    init(disk: Disk) { machine = Running(.open, env: disk) }

    func take(_ line: String) async -> Bool { await send(.take(line)) }
    func close() async { _ = await send(.close) }
    func end() async { await machine.end() }

    private func send(_ event: LoggerEvent) async -> Bool {
        do {
            switch machine.proxy {
            case let proxy as SyncSuspendingProxy<LoggerEvent>: try await proxy.send(event)
            case let proxy as Proxy<LoggerEvent>: try proxy.send(event)
            default: return false
            }
            return true
        } catch {
            return false
        }
    }
}
