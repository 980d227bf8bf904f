import Foundation

/// Starts workers and kills them.
struct Driver {
    let folder: String
    /// Further arguments of the worker.
    let options: [String]
    var random: SeededRandom
    var traffic = Traffic()
    var figures = Figures()
    private var settled = 0
    /// The time that the last processes took to open the store, in seconds; the next is killed within it.
    private var latestStart = 0.05
    private var hasBeenKilled = false

    /// The workers get this long for what takes milliseconds, in seconds.
    private static let patience = 60.0
    /// The last worker gets longer: after so many crashes, each instance may be on trial alone for a second.
    private static let lastPatience = patience + Double(Traffic.instances)

    init(folder: String, options: [String], seed: UInt64) {
        self.folder = folder
        self.options = options
        random = SeededRandom(seed: seed)
    }

    // MARK: Killing

    /// Starts a worker, and kills it at a random moment.
    mutating func kill(at moment: Moment) async throws {
        switch moment {
        case .creating: try killNewborn()
        case .opening: try killAtOpening()
        case .working, .rivalled, .frozen: try killAtWork(moment)
        }
        figures.kills[moment, default: 0] += 1
        try checkBooks()
    }

    private mutating func killAtOpening() throws {
        let child = try spawn(folder)
        traffic.beginWorker()
        let start = ContinuousClock.now
        let limit = Double.random(in: 0..<latestStart, using: &random)
        while seconds(since: start) < limit, try !take(child, start, until: limit) {}
        try end(child)
    }

    private mutating func killAtWork(_ moment: Moment) throws {
        let child = try spawn(folder)
        let start = ContinuousClock.now
        traffic.beginWorker()
        while try !take(child, start, until: Self.patience) {
            guard seconds(since: start) < Self.patience else { throw Finding("A worker has not opened the store.") }
        }
        let begin = ContinuousClock.now
        let limit = Double.random(in: 0..<0.12, using: &random)
        try give(child)
        while seconds(since: begin) < limit {
            _ = try take(child, start, until: seconds(since: start) + limit - seconds(since: begin))
            try give(child)
        }
        switch moment {
        case .rivalled: try challenge(child)
        case .frozen:
            child.signal(SIGSTOP)
            try challenge(child)
        case .opening, .creating, .working: break
        }
        try end(child)
    }

    /// Kills a process that creates a store, and lets another one finish that.
    private mutating func killNewborn() throws {
        let folder = folder + "/newborn"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var newborn = Traffic()
        let child = try spawn(folder)
        let start = ContinuousClock.now
        let limit = Double.random(in: 0..<latestStart * 1.5, using: &random)
        while seconds(since: start) < limit {
            _ = child.exchange(milliseconds: max(0, Int((limit - seconds(since: start)) * 1e3)))
        }
        try end(child)
        let heir = try spawn(folder)
        let rebirth = ContinuousClock.now
        newborn.beginWorker()
        for command in newborn.takeQueue() { heir.send(try Wire.line(command)) }
        while !newborn.isQuiet {
            for line in heir.exchange(milliseconds: 100) { newborn.note(try Wire.message(Report.self, line)) }
            guard newborn.failures.isEmpty else { throw Finding("The heir of a newborn: \(newborn.failures[0])") }
            guard !heir.hasClosedOutput, seconds(since: rebirth) < Self.patience else {
                throw Finding("The heir of a newborn does not answer.")
            }
        }
        try end(heir)
        try FileManager.default.removeItem(atPath: folder)
    }

    /// Starts a second worker, which the store has to refuse with the name of the first.
    private mutating func challenge(_ owner: Child) throws {
        let rival = try spawn(folder)
        let start = ContinuousClock.now
        var refusal: String?
        while !rival.hasClosedOutput, seconds(since: start) < Self.patience {
            for line in rival.exchange(milliseconds: 100) {
                switch try Wire.message(Report.self, line) {
                case .refused(let reason): refusal = reason
                case .ready: throw Finding("A second process has opened the store.")
                case .opening, .done, .failed, .retried, .ended: break
                }
            }
        }
        guard let refusal, refusal.contains("storeInUse"), refusal.contains("process \(owner.process) ") else {
            throw Finding("The second process was not refused with the name of the first: \(refusal ?? "no answer")")
        }
        guard rival.end().0 == .exited(3) else { throw Finding("The second process has not ended.") }
        figures.refusals += 1
    }

    /// Kills a worker, and reads what it has said.
    private mutating func end(_ child: Child) throws {
        child.signal(SIGKILL)
        let (ending, lines) = child.end()
        hasBeenKilled = true
        for line in lines { traffic.note(try Wire.message(Report.self, line)) }
        guard ending == .killed(SIGKILL) else { throw Finding("A worker has ended by itself: \(ending)") }
        if let failure = traffic.failures.first { throw Finding("A worker has reported: \(failure)") }
    }

    // MARK: Ending

    /// Lets a worker do everything that is left, and end.
    mutating func finish() throws {
        let child = try spawn(folder)
        let start = ContinuousClock.now
        traffic.beginWorker()
        func wait(for condition: (Traffic) -> Bool) throws {
            while !condition(traffic) {
                for command in traffic.takeQueue() { child.send(try Wire.line(command)) }
                _ = try take(child, start, until: Self.lastPatience)
                if let failure = traffic.failures.first { throw Finding("The last worker has reported: \(failure)") }
                guard seconds(since: start) < Self.lastPatience, !child.hasClosedOutput else {
                    throw Finding("\(Traffic.instances - traffic.ended.count) instances have not ended.")
                }
            }
        }
        try wait { $0.isQuiet }
        traffic.finish()
        try wait { $0.ended.count == Traffic.instances }
        child.closeInput()
        while !child.hasClosedOutput, seconds(since: start) < Self.lastPatience {
            _ = child.exchange(milliseconds: 100)
        }
        guard case .exited(0) = child.end().0 else { throw Finding("The last worker has not ended well.") }
    }

    // MARK: Talking

    private func spawn(_ folder: String) throws -> Child { try Child(["worker", "--folder", folder] + options) }

    private mutating func give(_ child: Child) throws {
        for command in traffic.next(settled: settled, &random) { child.send(try Wire.line(command)) }
    }

    /// Takes what a worker says.
    ///
    /// - Returns: Whether the worker has opened the store.
    private mutating func take(
        _ child: Child, _ start: ContinuousClock.Instant, until limit: Double
    ) throws -> Bool {
        var isReady = false
        for line in child.exchange(milliseconds: max(0, Int((limit - seconds(since: start)) * 1e3))) {
            let report = try Wire.message(Report.self, line)
            switch report {
            case .ready(let time):
                isReady = true
                latestStart = seconds(since: start)
                guard hasBeenKilled else { break }
                figures.starts.append(latestStart)
                figures.recoveries.append(time)
            case .done:
                if hasBeenKilled { figures.firstAnswers.append(seconds(since: start)) }
                hasBeenKilled = false
            case .opening, .refused, .failed, .retried, .ended: break
            }
            traffic.note(report)
        }
        return isReady
    }

    private func seconds(since start: ContinuousClock.Instant) -> Double {
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return Double(seconds) + Double(attoseconds) / 1e18
    }

    /// Checks that no money was made or lost, which holds after every kill.
    private mutating func checkBooks() throws {
        let totals = try Bank(path: folder + "/bank.sqlite").totals()
        guard totals.sum + totals.onTheWay == Bank.accounts * Bank.balance else {
            throw Finding("The accounts have \(totals.sum + totals.onTheWay) cents instead of their first sum.")
        }
        settled = totals.credits
    }
}

/// A run that has found a mistake.
struct Finding: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
