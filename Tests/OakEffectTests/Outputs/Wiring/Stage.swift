import Oak
import OakTesting
import TestSupport

/// A stage of a pipe, which makes a new parcel of each one it receives, and ends after the last one.
protocol Stage: Transducer
where State == StageState, Event == Parcel, Output == Parcel, TransitionResult == Parcel, Env == Void {
    static func end(of proxy: Proxy) -> any Subject<Parcel> & Sendable
}

extension Stage {
    static func update(_ state: inout StageState, event: Parcel) -> Parcel {
        state.isTerminal = event.isLast
        return Parcel(event.number, from: event.source, isLast: event.isLast, stage: state.number + 1, in: event.ledger)
    }
}

struct StageState: Terminable, Sendable {
    let number: Int
    var isTerminal = false
}

/// A stage whose senders wait for the macrostep.
enum SuspendingStage: Stage {
    typealias Proxy = SyncSuspendingProxy<Parcel>
    static func end(of proxy: Proxy) -> any Subject<Parcel> & Sendable { proxy.input }
}

/// A stage with a buffer.
enum BufferedStage: Stage {
    static func end(of proxy: Oak.Proxy<Parcel>) -> any Subject<Parcel> & Sendable { proxy.input }
}

/// An event that can be counted while it is in memory.
final class Parcel: Sendable {
    let number: Int
    let source: Int
    let isLast: Bool
    let ledger: Ledger
    private let stage: Int

    init(_ number: Int, from source: Int = 0, isLast: Bool = false, stage: Int = 0, in ledger: Ledger) {
        self.number = number
        self.source = source
        self.isLast = isLast
        self.stage = stage
        self.ledger = ledger
        ledger.note(1, at: stage)
    }

    deinit { ledger.note(-1, at: stage) }
}

/// Counts the parcels in memory at each stage of a pipe.
final class Ledger: Sendable {
    private let counts: Guarded<(live: [Int], peaks: [Int])>

    init(stages: Int) {
        counts = Guarded((Array(repeating: 0, count: stages + 1), Array(repeating: 0, count: stages + 1)))
    }

    fileprivate func note(_ change: Int, at stage: Int) {
        counts.withLock { counts in
            counts.live[stage] += change
            counts.peaks[stage] = max(counts.peaks[stage], counts.live[stage])
        }
    }

    /// The greatest number of parcels at each stage.
    var peaks: [Int] { counts.withLock { $0.peaks } }
    /// The number of parcels in memory.
    var live: Int { counts.withLock { $0.live.reduce(0, +) } }
}

/// A row of stages, each connected to the next.
struct Pipe<S: Stage & SendableMetatype>: Sendable where S.Proxy: Sendable {
    let proxies: [S.Proxy]
    let ledger: Ledger

    init(depth: Int, bufferSize: Int = 8) {
        proxies = (0..<depth).map { _ in S.Proxy(bufferSize: bufferSize) }
        ledger = Ledger(stages: depth)
    }

    /// Runs all stages to their ends.
    ///
    /// - Parameter receive: Receives the outputs of the last stage.
    func run(receive: @escaping @Sendable (Parcel) async throws -> Void) async throws {
        try await withThrowingTaskGroup { stages in
            for number in proxies.indices {
                stages.addTask {
                    if number + 1 < proxies.count {
                        try await Self.run(number, proxies[number], into: S.end(of: proxies[number + 1]))
                    } else {
                        try await Self.run(number, proxies[number], into: Callback { try await receive($0) })
                    }
                }
            }
            try await stages.waitForAll()
        }
    }

    private static func run(_ number: Int, _ proxy: S.Proxy, into next: some Subject<Parcel>) async throws {
        _ = try await S.run(initialState: StageState(number: number), proxy: proxy, output: next)
    }
}
