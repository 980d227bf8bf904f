import NIOCore
import Synchronization

/// Makes pages send their events on time: each at an even pace, with a phase of its own.
final class Pacer: Sendable {
    /// The pages by their phase within the interval.
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

    /// Sends all events, and returns after the last one.
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
            // Even if the next event is late, received data is read in between: a loop with pending work does not read
            // its connections.
            if number % 16 == 15 {
                loop.scheduleTask(in: .microseconds(50)) { self.sendWhatIsDue() }
                return
            }
        }
    }
}
