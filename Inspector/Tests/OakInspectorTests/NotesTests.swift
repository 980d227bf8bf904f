import Oak
import OakTesting
import Testing

@testable import OakInspector

@Suite("Notes of a machine")
struct NotesTests {
    private let bench = Bench()

    @Test("C38 A log is the same whether the machine or another thread describes its values")
    func same() async throws {
        var logs: [[String]] = []
        for describesItself in [true, false] {
            let bench = Bench(entriesPerSecond: 4000)
            try await bench.watching {
                let host = bench.door(describesItself: describesItself)
                let code = Door.Event.unlock(code: Door.Code(digits: "4711"))
                for event in [.open, code, .open, .wait, .limit, .stop, .close, .lock, .lock] {
                    try await bench.send(event, to: host)
                }
                try await bench.send(.fail, to: host)
                _ = try? await host.untilEnded()
            }
            let record = try #require(bench.inspector.ledger.run(1))
            _ = await bench.until { record.hasEnded ? true : nil }
            let detail = try bench.detail()
            logs.append(
                detail.entries.reversed().map { entry in
                    let step = entry.step.map { "\($0.source) → \($0.target)" } ?? ""
                    let states = "\(entry.before?.text ?? "") → \(entry.state?.text ?? "")"
                    return "\(entry.kind) \(entry.text) \(entry.remark) \(step) \(states)"
                })
            #expect(detail.row.events == 10)
        }
        #expect(logs[0].count > 12)
        // Returns of operations come in any order.
        #expect(logs[0].sorted() == logs[1].sorted())
    }

    @Test("C38 A machine with sendable values looks at none of them, while another one does")
    func looks() async throws {
        for isSendable in [true, false] {
            let bench = Bench()
            let looks = Looks()
            let observer =
                isSendable ? bench.inspector.watch("probe", of: Probe.self) : bench.inspector.watch("probe")
            let host = TransducerHost(of: Probe.self, initialState: Probe.State(looks: looks), observer: observer)
            try await bench.watching {
                let input = InputPort(host.proxy.mailbox)
                try await input.sendWaitingForMacrostep(.step)
                bench.inspector.ledger.refresh()
                let before = looks.count
                for _ in 0..<5 { try await input.sendWaitingForMacrostep(.step) }
                #expect(looks.count == (isSendable ? before : before + 5))
                bench.inspector.ledger.refresh()
                #expect(looks.count == before + 5)
            }
            #expect(try bench.detail().entries.first?.state?.text == "State(steps: 6, owner: nobody, numbers: [])")
            host.cancel()
        }
    }

    @Test("C38 The properties of an object are read by its machine only, and large values are not kept")
    func unkept() async throws {
        let (looks, crowd) = (Looks(), Looks())
        let owner = TransducerHost(
            of: Probe.self, initialState: Probe.State(looks: looks, owner: .somebody(Owner(name: "Ada"))),
            observer: bench.inspector.watch("owner", of: Probe.self))
        let many = TransducerHost(
            of: Probe.self, initialState: Probe.State(looks: crowd, numbers: Array(0..<1000)),
            observer: bench.inspector.watch("many", of: Probe.self))
        try await bench.watching {
            for (host, looks) in [(owner, looks), (many, crowd)] {
                let input = InputPort(host.proxy.mailbox)
                try await input.sendWaitingForMacrostep(.step)
                bench.inspector.ledger.refresh()
                let before = looks.count
                try await input.sendWaitingForMacrostep(.step)
                #expect(looks.count == before + 1)
            }
        }
        let states = try (1...2).map { try bench.detail(Query(run: $0)).state?.text }
        #expect(Set(states).contains("State(steps: 2, owner: somebody(Owner(name: Ada)), numbers: [])"))
        owner.cancel()
        many.cancel()
    }

    @Test("C38 A mirror of its own, and a place for an object, are read by the machine from the first picture on")
    func selfDescribing() async throws {
        let owner = Owner(name: "Ada")
        let host = TransducerHost(
            of: Teller.self, initialState: Teller.State(), observer: bench.inspector.watch("teller", of: Teller.self))
        try await bench.watching {
            let input = InputPort(host.proxy.mailbox)
            try await input.sendWaitingForMacrostep(.step)
            bench.inspector.ledger.refresh()
            for event in [Teller.Event.step, .step, .adopt(owner)] { try await input.sendWaitingForMacrostep(event) }
            let entries = try bench.detail().entries.reversed().filter { $0.kind == .event }
            #expect(
                entries.dropFirst().map { $0.state?.text } == [
                    "State(tally: Tally(count: 2), owner: nil)", "State(tally: Tally(count: 3), owner: nil)",
                    "State(tally: Tally(count: 4), owner: Owner(name: Ada))",
                ])
        }
        host.cancel()
        withExtendedLifetime(owner) {}
    }

    @Test("C38 Another thread leaves out the properties of an object, until the machine reads them")
    func adopted() async throws {
        let host = TransducerHost(
            of: Probe.self, initialState: Probe.State(looks: Looks()),
            observer: bench.inspector.watch("probe", of: Probe.self))
        try await bench.watching {
            let input = InputPort(host.proxy.mailbox)
            for event in [Probe.Event.step, .adopt(Owner(name: "Ada"))] {
                try await input.sendWaitingForMacrostep(event)
                bench.inspector.ledger.refresh()
            }
            #expect(try bench.detail().state?.text == "State(steps: 2, owner: somebody(Owner(…)), numbers: [])")
            // The next picture asks the machine, once it is at rest.
            _ = await bench.until { host.proxy.mailbox.isAwaited ? true : nil }
            try await bench.clock.untilAsleep(2)
            await bench.clock.advance(by: Ledger.interval)
            let asked = await bench.until { () -> String? in
                let text = try bench.detail().state?.text
                return text?.contains("Ada") == true ? text : nil
            }
            #expect(asked == "State(steps: 2, owner: somebody(Owner(name: Ada)), numbers: [])")
            try await input.sendWaitingForMacrostep(.step)
            #expect(
                try bench.detail().state?.text == "State(steps: 3, owner: somebody(Owner(name: Ada)), numbers: [])")
        }
        host.cancel()
    }

    @Test("C38 An observer for the values of one machine watches another one safely")
    func otherMachine() async throws {
        let looks = Looks()
        let host = TransducerHost(
            of: Probe.self, initialState: Probe.State(looks: looks),
            observer: bench.inspector.watch("probe", of: Door.self))
        try await bench.watching {
            let input = InputPort(host.proxy.mailbox)
            try await input.sendWaitingForMacrostep(.step)
            let before = looks.count
            try await input.sendWaitingForMacrostep(.step)
            #expect(looks.count > before)
        }
        host.cancel()
    }

    @Test("C38 Notes that nobody delivers are delivered by the machine, before they are too many")
    func crowd() async throws {
        try await Bench().watchingDoor(.closed(.unlocked)) { bench, host in
            // The clock stands still, so that only the machine is left to deliver them.
            for _ in 0..<5000 { try await bench.send(.wait, to: host) }
            let record = try #require(bench.inspector.ledger.run(1))
            #expect(record.withContent { !$0.effects.isEmpty })
        }
    }

    @Test("C38 A delivery that is asked for during another one overtakes nothing")
    @MainActor
    func overtaking() async throws {
        let looks = Looks()
        let model = ObservableTransducer(
            of: Probe.self, initialState: Probe.State(looks: looks),
            observer: bench.inspector.watch("probe", of: Probe.self))
        try await bench.watching { @MainActor [ledger = bench.inspector.ledger] in
            _ = await bench.until { ledger.run(1) }
            try model.send(.step)
            ledger.refresh()
            try model.send(.step)
            looks.react {
                MainActor.assumeIsolated {
                    try? model.send(.step)
                    ledger.refresh()
                }
            }
            ledger.refresh()
            let entries = try bench.detail().entries.reversed().filter { $0.kind == .event }
            #expect(entries.map { $0.state?.text } == (1...3).map { "State(steps: \($0), owner: nobody, numbers: [])" })
        }
        model.cancel()
    }

    @Test("C38 Notes are delivered once and in their order, although several deliver them", arguments: 0..<20)
    func order(seed: Int) async throws {
        let host = bench.door(.closed(.unlocked))
        try await bench.watching {
            let deliveries = (0..<3).map { _ in
                Task { [ledger = bench.inspector.ledger] in
                    while !Task.isCancelled {
                        ledger.refresh()
                        await Task.yield()
                    }
                }
            }
            try await bench.swing(host, times: 4)
            deliveries.forEach { $0.cancel() }
            for delivery in deliveries { await delivery.value }
        }
        let record = try #require(bench.inspector.ledger.run(1))
        let entries = record.withContent(\.log.entries)
        let told = entries.filter { $0.kind == .event }
        #expect(told.map(\.event) == (0..<4).flatMap { _ in ["open", "close"] })
        for (former, next) in zip(told, told.dropFirst()) { #expect(former.state == next.before) }
        host.cancel()
    }
}

/// A machine whose state counts how often somebody looks at it.
private enum Probe: Transducer {
    struct State: NonTerminal, Sendable {
        var steps: Steps
        var owner = Ownership.nobody
        var numbers: [Int] = []

        init(looks: Looks, owner: Ownership = .nobody, numbers: [Int] = []) {
            steps = Steps(0, looks)
            (self.owner, self.numbers) = (owner, numbers)
        }
    }

    /// An owner whom no type of a property tells of.
    enum Ownership: Sendable { case nobody, somebody(Owner) }

    enum Event: Sendable { case step, adopt(Owner) }

    static func update(_ state: inout State, event: Event) {
        state.steps.count += 1
        if case .adopt(let owner) = event { state.owner = .somebody(owner) }
    }
}

/// A machine whose state has a mirror that reads an object, and a place for another one.
private enum Teller: Transducer {
    struct State: NonTerminal, Sendable {
        var tally = Tally()
        weak var owner: Owner?
    }

    struct Tally: Sendable, CustomReflectable {
        let count = Protected(0)

        var customMirror: Mirror { Mirror(self, children: ["count": count.value], displayStyle: .struct) }
    }

    enum Event: Sendable { case step, adopt(Owner) }

    static func update(_ state: inout State, event: Event) {
        state.tally.count.value += 1
        if case .adopt(let owner) = event { state.owner = owner }
    }
}

private final class Looks: Sendable {
    private let number = Protected(0)
    private let reaction = Protected<(@Sendable () -> Void)?>(nil)

    var count: Int { number.withLock { $0 } }

    func note() {
        number.withLock { $0 += 1 }
        reaction.withLock { $0.take() }?()
    }

    /// Calls a function at the next look.
    func react(_ body: @escaping @Sendable () -> Void) { reaction.withLock { $0 = body } }
}

private final class Owner: Sendable {
    let name: String

    init(name: String) { self.name = name }
}

/// A number that notes when it is described.
private struct Steps: BinaryInteger, Sendable {
    var count: Int
    private let looks: Looks?

    init(_ count: Int, _ looks: Looks?) { (self.count, self.looks) = (count, looks) }

    var description: String {
        looks?.note()
        return "\(count)"
    }

    static var isSigned: Bool { true }
    var words: Int.Words { count.words }
    var bitWidth: Int { count.bitWidth }
    var trailingZeroBitCount: Int { count.trailingZeroBitCount }
    var magnitude: UInt { count.magnitude }
    func hash(into hasher: inout Hasher) { count.hash(into: &hasher) }
    static func == (lhs: Steps, rhs: Steps) -> Bool { lhs.count == rhs.count }
    static func < (lhs: Steps, rhs: Steps) -> Bool { lhs.count < rhs.count }

    init(integerLiteral value: Int) { self.init(value, nil) }
    init?(exactly source: some BinaryInteger) {
        guard let count = Int(exactly: source) else { return nil }
        self.init(count, nil)
    }
    init?(exactly source: some BinaryFloatingPoint) {
        guard let count = Int(exactly: source) else { return nil }
        self.init(count, nil)
    }
    init(_ source: some BinaryInteger) { self.init(Int(source), nil) }
    init(_ source: some BinaryFloatingPoint) { self.init(Int(source), nil) }
    init(truncatingIfNeeded source: some BinaryInteger) { self.init(Int(truncatingIfNeeded: source), nil) }
    init(clamping source: some BinaryInteger) { self.init(Int(clamping: source), nil) }

    private func with(_ count: Int) -> Steps { Steps(count, looks) }
    static func + (lhs: Steps, rhs: Steps) -> Steps { lhs.with(lhs.count + rhs.count) }
    static func - (lhs: Steps, rhs: Steps) -> Steps { lhs.with(lhs.count - rhs.count) }
    static func * (lhs: Steps, rhs: Steps) -> Steps { lhs.with(lhs.count * rhs.count) }
    static func / (lhs: Steps, rhs: Steps) -> Steps { lhs.with(lhs.count / rhs.count) }
    static func % (lhs: Steps, rhs: Steps) -> Steps { lhs.with(lhs.count % rhs.count) }
    static func += (lhs: inout Steps, rhs: Steps) { lhs.count += rhs.count }
    static func -= (lhs: inout Steps, rhs: Steps) { lhs.count -= rhs.count }
    static func *= (lhs: inout Steps, rhs: Steps) { lhs.count *= rhs.count }
    static func /= (lhs: inout Steps, rhs: Steps) { lhs.count /= rhs.count }
    static func %= (lhs: inout Steps, rhs: Steps) { lhs.count %= rhs.count }
    static func &= (lhs: inout Steps, rhs: Steps) { lhs.count &= rhs.count }
    static func |= (lhs: inout Steps, rhs: Steps) { lhs.count |= rhs.count }
    static func ^= (lhs: inout Steps, rhs: Steps) { lhs.count ^= rhs.count }
    static func <<= (lhs: inout Steps, rhs: some BinaryInteger) { lhs.count <<= rhs }
    static func >>= (lhs: inout Steps, rhs: some BinaryInteger) { lhs.count >>= rhs }
    static prefix func ~ (value: Steps) -> Steps { value.with(~value.count) }
}
