import NIOCore

/// Pages that are opened, idle for a moment, send events, and leave.
struct Round: Sendable {
    let load: Load
    let browser: Browser
    let server: ServerProcess
    /// The time for which the server keeps a session whose page has gone.
    let absence: Duration

    /// The results.
    struct Result: Sendable {
        let load: Load
        let tally: Tally
        /// The time taken to send the events.
        let span: Duration
        /// The number of events without a patch, because others had undone them before it was sent.
        let unanswered: Int
        /// The faults by page.
        let faults: [Int: [Ledger.Fault]]
        let uses: Uses
    }

    /// The resources of the server, before, meanwhile and after.
    struct Uses: Sendable {
        let before: ServerProcess.Use
        /// All pages are open, and none has sent anything.
        let idle: ServerProcess.Use
        /// All events are sent and answered.
        let busy: ServerProcess.Use
        /// The peak memory meanwhile.
        let mostMemory: Int
        /// All pages have left, and all sessions have ended.
        let after: ServerProcess.Use
    }

    func run() async throws -> Result {
        let before = try server.use()
        let tally = SharedTally(capacity: load.events)
        let pages = try await openPages(tally)
        try await Task.sleep(for: .seconds(1))
        let idle = try server.use()

        let stopwatch = Stopwatch()
        let (span, mostMemory) = try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask { try await watchMemory() }
            try await Pacer(pages, load: load, tally: tally, loop: browser.loop).run()
            let span = stopwatch.now
            try await settle(pages, tally)
            group.cancelAll()
            return (span, try await group.next() ?? idle.memory)
        }
        let busy = try server.use()

        let ends = pages.map { $0.close() }
        for departure in pages.map({ $0.leave() }) { try await departure?.get() }
        try await Task.sleep(for: absence + .seconds(1))
        return Result(
            load: load, tally: tally.now, span: span, unanswered: ends.reduce(0) { $0 + $1.unanswered },
            faults: ends.enumerated().reduce(into: [:]) { faults, end in
                if !end.element.faults.isEmpty { faults[end.offset] = end.element.faults }
            },
            uses: Uses(
                before: before, idle: idle, busy: busy, mostMemory: max(mostMemory, busy.memory),
                after: try server.use()))
    }

    /// Opens all pages, some at a time.
    private func openPages(_ tally: SharedTally) async throws -> [OpenPage] {
        let stopwatch = Stopwatch()
        return try await withThrowingTaskGroup(of: OpenPage.self) { group in
            var pages: [OpenPage] = []
            for number in 0..<load.sessions {
                if number >= 64, let page = try await group.next() { pages.append(page) }
                group.addTask {
                    let seed = load.seed &+ UInt64(number)
                    let course = Course(length: load.eventsPerSession, seed: seed)
                    return try await browser.open {
                        OpenPage(course: course, seed: seed, tally: tally, stopwatch: stopwatch, isWelcome: $0)
                    }
                }
            }
            for try await page in group { pages.append(page) }
            return pages
        }
    }

    /// Waits until every event is answered, or nothing arrives for a while.
    private func settle(_ pages: [OpenPage], _ tally: SharedTally) async throws {
        var patches = -1
        while tally.now.patches != patches {
            patches = tally.now.patches
            for _ in 0..<20 {
                if pages.allSatisfy(\.isSettled) { return }
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    /// Measures the memory of the server until the task is cancelled.
    private func watchMemory() async throws -> Int {
        var most = 0
        while !Task.isCancelled {
            most = try max(most, server.use().memory)
            try? await Task.sleep(for: .milliseconds(500))
        }
        return most
    }
}
