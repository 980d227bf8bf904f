import Foundation
import OakDurable
import OakDurableTesting
import OakTesting
import Orders
import Synchronization
import Testing

/// Holds a host of durable machines against the model of its crashes.
@Suite("Orders in processes that crash as in the model")
struct CrashWalkTests {
    @Test("After each step of a random walk, the store of a host has the row of the model")
    func walks() async {
        await explore(seeds: 1...300, events: Self.walk) { walk in
            let rehearsal = try await Rehearsal()
            for step in walk { try await rehearsal.take(step) }
            await rehearsal.close()
        }
    }

    /// An event with what a host then does of its own accord, and perhaps a crash.
    struct Step: Sendable {
        let event: CrashModel.Event
        /// The number of transactions before the crash; `nil` if there is none.
        var crash: Int?
    }

    static let walk = Generator<[Step]> { random in
        var state = CrashModel.State(.knowsOrders)
        var walk: [Step] = []
        while !state.isTerminal, walk.count < 60 {
            let isPatient = Int.random(in: 0..<12, using: &random) > 0
            let events = state.events.filter { !isPatient || !$0.endsOrder }
            guard let event = events.randomElement(using: &random) else { continue }
            let crashes = state.process != nil && Int.random(in: 0..<8, using: &random) == 0
            // A deadline that has passed stays so, unless it begins again.
            let isLost = event != .timeoutFires(.expiry) && event != .timeoutFires(.pause)
            let commits = Int.random(in: isLost ? 0...2 : 1...2, using: &random)
            walk.append(Step(event: event, crash: crashes ? commits : nil))
            state.take(walk[walk.count - 1])
        }
        return walk
    }
}

extension CrashModel.Event {
    /// Whether it comes early if it comes as often as others, so that few orders are shipped.
    fileprivate var endsOrder: Bool {
        self == .send(.cancel) || self == .timeoutFires(.expiry) || self == .timeoutFires(.limit)
    }
}

extension CrashModel.State {
    fileprivate mutating func take(_ step: CrashWalkTests.Step) {
        CrashModel.update(&self, event: step.event)
        var commits = 0
        while commits < step.crash ?? .max, let event = nextInner {
            CrashModel.update(&self, event: event)
            if event != .machineTakesMessage { commits += 1 }
        }
        if step.crash != nil { CrashModel.update(&self, event: .processCrashes) }
    }

    /// The next step of a host before it waits.
    private var nextInner: CrashModel.Event? {
        events.first { event in
            switch event {
            case .receiptIsCommitted, .macrostepIsCommitted, .machineTakesMessage: true
            case .processStarts, .processCrashes, .send, .machineTakesAnswer, .timeoutFires: false
            case .serviceAnswers, .strayArrives, .strayIsLost: false
            }
        }
    }
}

/// A host that does what happens in the model, one process after the other.
private final class Rehearsal {
    private let shop = Shop()
    private let id: DurableID<Order> = "17"
    private var model = CrashModel.State(.knowsOrders)
    private var process: Process?

    init() async throws {
        let host = try await shop.open(Counter())
        _ = try await host.start(Order.self, id: id, initialState: .cart(Shop.basket))
        await host.close()
    }

    func take(_ step: CrashWalkTests.Step) async throws {
        // In a shorter walk, an event may no longer be possible.
        guard model.events.contains(step.event) else { return }
        let before = model
        model.take(step)
        try await perform(step.event, before, commits: step.crash)
        if model.row.number > before.row.number { await process?.reach(model.row.number) }
        if step.crash != nil { try await crash() }
        try await compare(after: step)
    }

    func close() async { await process?.host.close() }

    /// - Parameter commits: The number of transactions before a crash; `nil` if there is none.
    private func perform(_ event: CrashModel.Event, _ before: CrashModel.State, commits: Int?) async throws {
        process?.willCrash(after: commits)
        switch event {
        case .processStarts: process = try await Process(shop, commits: commits)
        case .processCrashes: try await crash()
        case .send(let message):
            do {
                try await process?.host.send(
                    message == .checkOut ? .checkOut : .cancel, to: id, deduplication: "\(message)")
            } catch DurableError.instanceEnded {
                expectThat(!model.received.contains(message), "\(message) was refused")
            } catch {
                expectThat(commits == 0, "\(message) was not kept: \(error)")
            }
        case .machineTakesAnswer(let work):
            guard case .answered(let answer) = before.process?.calls[work] else { return }
            process?.answer(work, number: before.row.work[work], with: answer)
        case .timeoutFires:
            guard let due = try await shop.store.instance(id.name)?.deadlines.first?.due else { return }
            try await shop.clock.untilAsleep()
            await shop.clock.advance(by: .seconds(due.timeIntervalSince(shop.date)))
        case .serviceAnswers, .strayArrives, .strayIsLost: break
        case .receiptIsCommitted, .macrostepIsCommitted, .machineTakesMessage: break
        }
    }

    private func crash() async throws {
        process?.store.crash()
        await process?.host.close()
        process = nil
        // The next host finds a lease that was given up, and need not suspect the order of the crash.
        let leases = try await shop.store.claim(by: StoreOwner(), at: shop.date)
        try await shop.store.release(leases, at: shop.date)
    }

    /// Compares the rows of the store with those of the model, unless a crash has closed the store.
    private func compare(after step: CrashWalkTests.Step) async throws {
        guard process != nil, let stored = try await shop.store.instance(id.name) else { return }
        let state = try JSONDecoder().decode(Order.State.self, from: stored.state)
        let expected = model.row.state
        expectThat(state == expected, "After \(step.event), the store has \(state) instead of \(expected)")
        expectThat(stored.number == model.row.number, "After \(step.event), there are \(stored.number) macrosteps")
        let work = (stored.activities.map(\.number) + stored.deadlines.map(\.number)).sorted()
        expectThat(work == model.row.work.values.sorted(), "After \(step.event), the work began with \(work)")
        let journal = try await shop.store.journal(of: stored.key, after: 0, limit: 100)
        let messages = journal.count { $0.cause == .event || $0.cause == .unexpectedEvent }
        expectThat(messages == model.journal.count, "After \(step.event), \(messages) messages are processed")
    }
}

extension Shop {
    fileprivate var date: Date { Date(timeIntervalSince1970: Double(clock.now.offset.components.seconds)) }
}

/// A process, whose store refuses everything from its crash on.
private final class Process: Sendable {
    let host: DurableHost
    let store: FaultyStore
    private let script: Script
    private let macrosteps: AsyncStream<Int>

    /// - Parameter commits: The number of transactions before the crash; `nil` if none is ahead.
    init(_ shop: Shop, commits: Int?) async throws {
        let script = Script(commits)
        let (macrosteps, numbers) = AsyncStream.makeStream(of: Int.self)
        (self.script, self.macrosteps) = (script, macrosteps)
        store = FaultyStore(shop.store, faults: Generator { _ in script.nextFault() }, seed: 0, operations: [.commit])
        host = DurableHost(
            store: store, clock: .counting(shop.clock, from: shop.date),
            observer: { if case .macrostep(_, let number, _) = $0 { numbers.yield(number) } })
        try await host.register(Order.self, env: script.env)
        try await host.open()
    }

    func willCrash(after commits: Int?) { script.commits.withLock { $0 = commits } }

    func answer(_ work: CrashModel.Work, number: Int?, with event: Order.Event) {
        script.answer(to: work, number: number).open(returning: event)
    }

    /// Waits until a macrostep is durable.
    func reach(_ number: Int) async {
        for await present in macrosteps where present == number { return }
    }
}

/// The fate of a process, decided by the test.
private final class Script: Sendable {
    let commits: Mutex<Int?>
    private let answers = Mutex<[String: Gate<Order.Event>]>([:])

    init(_ commits: Int?) { self.commits = Mutex(commits) }

    func nextFault() -> StoreFault {
        commits.withLock { commits in
            guard let left = commits else { return .none }
            commits = max(0, left - 1)
            return left > 0 ? .none : .crashBefore
        }
    }

    /// The answer to an activity, known by the macrostep that began it.
    func answer(to work: CrashModel.Work, number: Int?) -> Gate<Order.Event> {
        answers.withLock { answers in
            let key = "\(work)#\(number ?? -1)"
            let gate = answers[key] ?? Gate(key)
            answers[key] = gate
            return gate
        }
    }

    private func wait(for work: CrashModel.Work) async throws -> Order.Event {
        try await answer(to: work, number: DurableActivity.current?.key.number).wait()
    }

    var env: Order.Env {
        Order.Env(
            reserve: { _, _ in
                guard case .stock(let answer) = try await self.wait(for: .reserve) else { throw CancellationError() }
                return answer
            },
            charge: { _ in
                guard case .bank(let answer) = try await self.wait(for: .charge) else { throw CancellationError() }
                return answer
            },
            ship: { _ in
                guard case .sent(let parcel) = try await self.wait(for: .ship) else { throw CancellationError() }
                return parcel
            },
            voidCharge: { _, _ in _ = try await self.wait(for: .voidCharge) },
            release: { _ in _ = try await self.wait(for: .releaseStock) })
    }
}
