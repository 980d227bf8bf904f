import Dispatch
import Foundation
import Oak
@testable import OakDurable
import OakDurableTesting
import OakTesting
import TestSupport
import Testing

@Suite("D19 Queues limit the activities of all instances")
struct QueueTests {
    @Test("D19 No more activities are at work than the queue allows, each has its turn, and few are in memory")
    func limit() async {
        await explore(seeds: 1...20) {
            let fixture = HostFixture(
                settings: DurableSettings(idleInstances: 5, queues: ["mail": DurableQueue(atOnce: 3)]))
            let desk = Desk()
            let host = try await fixture.host(Letter.self, desk.env)
            for number in 0..<40 { try await start(number, on: host) }
            for _ in 0..<40 {
                while desk.atWork.isEmpty { await Task.yield() }
                await turns(30)
                expectThat(desk.atWork.count <= 3 && desk.most <= 3)
                expectThat(await host.instancesInMemory < 20)
                desk.finish()
            }
            for number in 0..<40 { try await host.value(of: DurableID<Letter>("\(number)")) }
            // Those that have their turn at the same time may begin in any order.
            expectThat(desk.begun.enumerated().allSatisfy { abs($0.offset - $0.element) < 3 }, "\(desk.begun)")
            await host.close()
        }
    }

    @Test("D19 Every place of a queue is taken, however late the store answers")
    func places() async {
        await explore(seeds: 1...60) {
            var fixture = HostFixture()
            fixture.store = FaultyStore(
                MemoryStore(), faults: .weighted([(1, .none), (3, .delay(before: 1, after: 9))]), seed: 1,
                operations: [.queued])
            fixture.settings.queues = ["mail": DurableQueue(atOnce: 4)]
            let desk = Desk()
            let host = try await fixture.host(Letter.self, desk.env)
            for number in 0..<20 { try await start(number, on: host) }
            for ended in 0...12 {
                await turns(60)
                expectThat(desk.atWork.count == 4, "\(desk.atWork) are at work after \(ended)")
                // Several end while the store is asked.
                desk.finish()
                desk.finish()
                await turns(5)
                desk.finish()
                await turns(200)
                if desk.begun.count >= 16 { break }
            }
            desk.letAll()
            while !desk.atWork.isEmpty { desk.finish() }
            for number in 0..<20 { try await host.value(of: DurableID<Letter>("\(number)")) }
            await host.close()
        }
    }

    @Test("D19 A turn that comes while an activity begins to wait is not lost")
    func turn() async throws {
        // Two threads, which no other test has.
        try await withTaskExecutorPreference(Threads()) {
            let count = 10_000
            let queues = ActivityQueues()
            queues.open(["mail": DurableQueue(atOnce: count)], lastSeen: nil)
            for number in 0..<count {
                let instance = InstanceName(machine: "letter", id: "\(number)")
                let activity = QueuedActivity(key: Int64(number), instance: instance, activity: "send", number: 0)
                let hasBegun = Guarded(false)
                async let waiting: Void = {
                    try await queues.wait(activity, in: "mail")
                    hasBegun.withLock { $0 = true }
                }()
                // The turn comes at another moment each time.
                for _ in 0..<number % 97 { _ = queues.waitingCount }
                _ = queues.admit([activity], upTo: 1, in: "mail")
                while !hasBegun.withLock({ $0 }) {
                    await Task.yield()
                    // An activity that waits still, though it has its turn, waits for ever.
                    try #require(queues.waitingCount == 0)
                }
                try await waiting
            }
        }
    }

    private final class Threads: TaskExecutor {
        private let queue = DispatchQueue(label: "QueueTests", attributes: .concurrent)

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    @Test("D19 The turns go on after a crash, with the limit", arguments: 1...4)
    func crash(seed: UInt64) async {
        await explore(seeds: 1...10, with: MemoryStore()) { contents in
            let clock = DurableClock.whenIdle
            var random = SeededGenerator(seed: seed)
            for round in 0..<4 {
                let isLast = round == 3
                let store = FaultyStore(contents, faults: .ofProcess(isLast: isLast), seed: random.next())
                let settings = DurableSettings(
                    idleInstances: 1, queues: ["mail": DurableQueue(atOnce: 2)], storeFailures: .max)
                let desk = Desk()
                desk.letAll()
                let host = DurableHost(store: store, clock: clock, settings: settings)
                try await host.register(Letter.self, env: desk.env)
                guard (try? await host.open()) != nil else { continue }
                for number in 0..<6 { _ = try? await start(number, on: host) }
                if isLast {
                    for number in 0..<6 { while (try? await start(number, on: host)) == nil {} }
                    let ended = InstanceQuery(statuses: [.ended])
                    try await clock.pass(while: { (try? await host.count(where: ended)) != 6 })
                }
                await host.close()
                expectThat(desk.most <= 2)
            }
        }
    }

    @Test("D19 No more activities begin within a time than the queue allows, also after a restart")
    func rate() async {
        await explore(seeds: 1...10) {
            let fixture = HostFixture(
                clock: TestClock(advancing: .whenIdle),
                settings: DurableSettings(queues: ["mail": DurableQueue(atOnce: 100, starts: 3, perSeconds: 10)]))
            let clock = fixture.durableClock
            let begun = Recorder<Date>()
            for round in 0..<2 {
                let desk = Desk { begun.record(clock.now) }
                desk.letAll()
                let host = try await fixture.host(Letter.self, desk.env)
                if round == 0 { for number in 0..<14 { try await start(number, on: host) } }
                let expected = round == 0 ? 5 : 14
                try await clock.pass(while: { begun.values.count < expected })
                await host.close()
            }
            let times = begun.values
            for (first, fourth) in zip(times, times.dropFirst(3)) {
                expectThat(fourth.timeIntervalSince(first) >= 9.999, "\(first) \(fourth)")
            }
        }
    }

    @Test("D19 An activity that waits for a place after its turn counts from its beginning")
    func rateOfLateOnes() async {
        await explore(seeds: 1...20) {
            let clock = DurableClock.whenIdle
            let settings = DurableSettings(queues: ["mail": DurableQueue(atOnce: 100, starts: 2, perSeconds: 10)])
            let begun = Recorder<Date>()
            let host = DurableHost(store: MemoryStore(), clock: clock, settings: settings)
            let env: Letter.Env = { number in
                begun.record(clock.now)
                // The next one begins just before others have their turn.
                if number.isMultiple(of: 2) { try await clock.sleep(until: clock.now.addingTimeInterval(9.5)) }
            }
            try await host.register(Letter.self, env: env, activitiesAtOnce: 1)
            try await host.open()
            for number in 0..<10 { try await start(number, on: host) }
            for number in 0..<10 { try await host.value(of: DurableID<Letter>("\(number)")) }
            await host.close()
            let times = begun.values
            expectThat(times.count == 10)
            for (first, third) in zip(times, times.dropFirst(2)) {
                expectThat(third.timeIntervalSince(first) >= 9.999, "\(first) \(third)")
            }
        }
    }

    @Test("D19 An activity of a failed instance takes no place, and has its turn after the retry")
    func failure() async {
        await explore(
            seeds: 1...20, with: HostFixture(settings: DurableSettings(queues: ["mail": DurableQueue(atOnce: 1)]))
        ) { fixture in
            let desk = Desk()
            let host = try await fixture.host(Letter.self, desk.env)
            for number in 0..<3 { try await start(number, on: host) }
            while desk.atWork != [0] { await Task.yield() }
            desk.fail(0)
            while desk.atWork != [1] { await Task.yield() }
            try await host.cancel("1" as DurableID<Letter>)
            while desk.atWork != [2] { await Task.yield() }
            try await host.retry("0" as DurableID<Letter>)
            desk.finish()
            while desk.atWork != [0] { await Task.yield() }
            desk.finish()
            try await host.value(of: DurableID<Letter>("0"))
            await host.close()
        }
    }

    @Test("D19 A queue that the host does not have parks the instance, and a new program moves its activities")
    func unknownQueue() async {
        await explore(seeds: 1...10) {
            var fixture = HostFixture()
            let desk = Desk()
            let host = try await fixture.host(Letter.self, desk.env)
            try await start(0, on: host)
            let id: DurableID<Letter> = "0"
            while try await host.summary(of: id).status != .failed { await Task.yield() }
            let problem = try await host.summary(of: id).problem ?? ""
            expectThat(problem.contains("unknownQueue"), "\(problem)")
            await host.close()
            fixture.settings.queues = ["mail": DurableQueue()]
            let next = try await fixture.host(Letter.self, desk.env)
            desk.letAll()
            try await next.retry(id)
            try await next.value(of: id)
            await next.close()
        }
    }

    @Test("D19 A machine does not take a queue that the host does not have for the failure of its activity")
    func unknownQueueOfOneThatFails() async {
        await explore(seeds: 1...10) {
            var fixture = HostFixture()
            let host = try await fixture.host(Call.self, ())
            let id = try await host.start(Call.self, id: "0", initialState: .calling)
            while try await host.summary(of: id).status == .running { await Task.yield() }
            expectThat(try await host.summary(of: id).problem?.contains("unknownQueue") ?? false)
            expectThat(try await host.state(of: id) == .calling)
            await host.close()
            fixture.settings.queues = ["lines": DurableQueue()]
            let next = try await fixture.host(Call.self, ())
            try await next.retry(id)
            try await next.value(of: id)
            expectThat(try await next.state(of: id) == .answered)
            await next.close()
        }
    }

    @discardableResult
    private func start(_ number: Int, on host: DurableHost) async throws -> DurableID<Letter> {
        try await host.start(Letter.self, id: DurableID("\(number)"), initialState: .sending(number))
    }
}

@Suite("D18 The attempts of an activity survive the process")
struct AttemptTests {
    @Test("D18 The attempts and the pauses go on with the next process", arguments: [nil, "mail"])
    func restarts(queue: String?) async {
        await explore(seeds: 1...10) {
            let attempts = Attempts()
            let id: DurableID<Charge> = "1"
            for round in 0..<6 {
                let host = try await attempts.host()
                if round == 0 { try await host.start(Charge.self, id: id, initialState: .charging(queue)) }
                // Each process ends in the middle of a pause of a hundred seconds.
                try await attempts.clock.sleep(until: HostFixture.start.addingTimeInterval(Double(round) * 100 + 50))
                if round == 5 { try await host.value(of: id) }
                await host.close()
            }
            expectThat(attempts.times.values == [0, 100, 200, 300], "\(attempts.times.values)")
        }
    }

    @Test(
        "D18 A host that drains does not wait for a pause, which goes on with the next one", arguments: [nil, "mail"])
    func draining(queue: String?) async {
        await explore(seeds: 1...10) {
            let attempts = Attempts()
            let first = try await attempts.host()
            let id = try await first.start(Charge.self, id: "1", initialState: .charging(queue))
            try await attempts.clock.sleep(until: HostFixture.start.addingTimeInterval(10))
            await first.close(draining: .seconds(1000))
            expectThat(attempts.seconds == 10)
            let next = try await attempts.host()
            try await next.value(of: id)
            await next.close()
            expectThat(attempts.times.values == [0, 100, 200, 300], "\(attempts.times.values)")
        }
    }

    @Test("D18 An activity that waits in a queue for its next attempt is not in memory, and each failure is heard of")
    func memory() async {
        await explore(seeds: 1...10, with: MemoryStore()) { store in
            let clock = DurableClock.whenIdle
            let settings = DurableSettings(idleInstances: 3, queues: ["mail": DurableQueue(atOnce: 2)])
            let failures = Recorder<Int>()
            let observer = DurableObserver {
                if case .attemptFailed(_, let attempt, _, _) = $0 { failures.record(attempt) }
            }
            let host = try await DurableHost(store: store, clock: clock, settings: settings, observer: observer)
                .opened(Charge.self, { throw Broken() })
            for number in 0..<20 {
                try await host.start(Charge.self, id: DurableID("\(number)"), initialState: .charging("mail"))
            }
            try await clock.sleep(until: HostFixture.start.addingTimeInterval(50))
            expectThat(failures.values == Array(repeating: 1, count: 20), "\(failures.values)")
            expectThat(await host.instancesInMemory <= 5)
            for number in 0..<20 { try await host.value(of: DurableID<Charge>("\(number)")) }
            expectThat(failures.values.count == 60)
            await host.close()
        }
    }
}

/// Sends itself, by an activity in a queue.
private enum Letter: EffectTransducer, DurableTransducer {
    enum State: Codable, Hashable, Sendable, Terminable {
        case sending(Int), sent
        var isTerminal: Bool { self == .sent }
    }
    enum Event: Codable, Hashable, Sendable { case sent }
    typealias Env = @Sendable (Int) async throws -> Void

    static let machineName = "letter"

    static func queue(of activity: EffectID) -> String? { "mail" }

    static func activities(in state: State) -> [Effect] {
        switch state {
        case .sending(let number):
            [Effect(id: "send", { env in try await env(number) }, success: { _ in .sent })]
        case .sent: []
        }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        state = .sent
        return nil
    }
}

/// Attempts a charge four times, a hundred seconds apart.
private enum Charge: EffectTransducer, DurableTransducer {
    enum State: Codable, Hashable, Sendable, Terminable {
        case charging(String?), rejected
        var isTerminal: Bool { self == .rejected }
    }
    enum Event: Codable, Hashable, Sendable { case charged, failed }
    typealias Env = @Sendable () async throws -> Void

    static let machineName = "charge"

    static func queue(of activity: EffectID) -> String? { activity == EffectID("mail") ? "mail" : nil }

    static func activities(in state: State) -> [Effect] {
        switch state {
        case .charging(let queue):
            [
                .retry(
                    id: queue ?? "charge", attempts: 4, backoff: .constant(.seconds(100)), { env in try await env() },
                    success: { _ in .charged }, failure: { _ in .failed })
            ]
        case .rejected: []
        }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        state = .rejected
        return nil
    }
}

/// Processes that charge in vain, and the seconds at which they do.
private struct Attempts {
    let times = Recorder<Double>()
    let clock: DurableClock
    private let fixture = HostFixture(
        clock: TestClock(advancing: .whenIdle), settings: DurableSettings(queues: ["mail": DurableQueue(atOnce: 1)]))

    init() { clock = fixture.durableClock }

    var seconds: Double { clock.now.timeIntervalSince(HostFixture.start).rounded() }

    func host() async throws -> DurableHost {
        try await fixture.host(Charge.self) {
            times.record(seconds)
            throw Broken()
        }
    }
}

/// Takes each error of its activity for an answer.
private enum Call: EffectTransducer, DurableTransducer {
    enum State: Codable, Hashable, Sendable, Terminable {
        case calling, answered, unanswered

        var isTerminal: Bool { self != .calling }
    }
    enum Event: Codable, Hashable, Sendable { case answered, failed }

    static let machineName = "call"

    static func queue(of activity: EffectID) -> String? { "lines" }

    static func activities(in state: State) -> [Effect] {
        guard state == .calling else { return [] }
        return [
            Effect(
                id: "call", { try Task.checkCancellation() }, success: { _ in .answered }, failure: { _ in .failed })
        ]
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        state = event == .answered ? .answered : .unanswered
        return nil
    }
}

/// Lets the letters of a test go one after the other.
private final class Desk: Sendable {
    private struct Work {
        var begun: [Int] = []
        var atWork: [Int: CheckedContinuation<Void, any Error>] = [:]
        var atOnce = 0
        var most = 0
        var lets = false
    }

    private let work = Guarded(Work())
    private let note: @Sendable () -> Void

    init(_ note: @escaping @Sendable () -> Void = {}) { self.note = note }

    var env: Letter.Env { { number in try await self.send(number) } }
    var begun: [Int] { work.withLock { $0.begun } }
    var atWork: [Int] { work.withLock { $0.atWork.keys.sorted() } }
    var most: Int { work.withLock { $0.most } }

    func letAll() { work.withLock { $0.lets = true } }

    /// Finishes the letter that has begun first.
    func finish() {
        work.withLock { work in
            let first = work.begun.first { work.atWork[$0] != nil }
            return first.flatMap { work.atWork.removeValue(forKey: $0) }
        }?.resume()
    }

    func fail(_ number: Int) { work.withLock { $0.atWork.removeValue(forKey: number) }?.resume(throwing: Broken()) }

    private func send(_ number: Int) async throws {
        note()
        let lets = work.withLock { work in
            work.begun.append(number)
            work.atOnce += 1
            work.most = max(work.most, work.atOnce)
            return work.lets
        }
        defer { work.withLock { $0.atOnce -= 1 } }
        if lets { return await Task.yield() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                work.withLock { $0.atWork[number] = continuation }
                if Task.isCancelled { giveUp(number) }
            }
        } onCancel: {
            giveUp(number)
        }
    }

    private func giveUp(_ number: Int) {
        work.withLock { $0.atWork.removeValue(forKey: number) }?.resume(throwing: CancellationError())
    }
}
