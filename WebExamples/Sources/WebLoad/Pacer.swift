import NIOCore
import Synchronization

/// Lets pages send their events when they are due: each at an even pace, with a phase of its own.
final class Pacer: Sendable {
    /// The pages by the moment in each interval at which they send.
    private let turns: [(phase: Duration, page: OpenPage)]
    private let load: Load
    private let tally: SharedTally
    private let loop: any EventLoop
    private let start = NIODeadline.now()
    private let turn = Mutex(0)
    private let isDone: EventLoopPromise<Void>

    init(_ pages: [OpenPage], load: Load, tally: SharedTally, loop: any EventLoop) {
        var generator = SeededGenerator(seed: load.seed)
        turns = pages.map { page in
            (load.interval * Double.random(in: 0..<1, using: &generator), page)
        }.sorted { $0.phase < $1.phase }
        self.load = load
        self.tally = tally
        self.loop = loop
        isDone = loop.makePromise()
    }

    /// Sends all events, and returns when the last one is sent.
    func run() async throws {
        loop.execute { self.sendWhatIsDue() }
        try await isDone.futureResult.get()
    }

    private func sendWhatIsDue() {
        while true {
            let number = turn.withLock { $0 }
            if number == load.events { return isDone.succeed() }
            let (phase, page) = turns[number % turns.count]
            let due = start + TimeAmount(phase + load.interval * (number / turns.count))
            let now = NIODeadline.now()
            if now < due {
                loop.scheduleTask(deadline: due) { self.sendWhatIsDue() }
                return
            }
            if now - due > TimeAmount(Tally.tolerance) { tally.add { $0.late += 1 } }
            page.send()
            turn.withLock { $0 += 1 }
            // However late the next event is, what has come is read in between: a loop that has something to do at once
            // does not look at its connections.
            if number % 16 == 15 {
                loop.scheduleTask(in: .microseconds(50)) { self.sendWhatIsDue() }
                return
            }
        }
    }
}
