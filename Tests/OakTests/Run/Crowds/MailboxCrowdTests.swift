import Oak
import OakTesting
import TestSupport
import Testing

/// Checks that the events of each sender arrive in order and without gaps.
private enum CountingMachine: EffectTransducer {
    struct State: Terminable {
        /// The latest number of each sender.
        var latest: [Int]
        var isTerminal = false

        mutating func count(_ numbered: NumberedEvent) {
            expectThat(
                numbered.number == latest[numbered.sender] + 1,
                "of sender \(numbered.sender) came \(numbered.number) behind \(latest[numbered.sender])")
            latest[numbered.sender] = numbered.number
        }
    }
    struct NumberedEvent: Sendable { let sender, number: Int }
    enum Event: Sendable { case numbered(NumberedEvent), employ(Way, sender: Int, count: Int, done: Gate<Void>), end }
    typealias Output = [Int]

    static func update(_ state: inout State, event: Event) -> (Effect?, [Int]) {
        switch event {
        case .numbered(let numbered): state.count(numbered)
        case .employ(let way, let sender, let count, let done):
            let operation = Effect { _, input in
                try await way.send(count, of: sender, atOnce: { try input.send(contentsOf: $0.map(Event.numbered)) }) {
                    try await input.sendWaitingForRoom(.numbered($0))
                }
                done.open()
            }
            return (operation, [])
        case .end: state.isTerminal = true
        }
        return (nil, state.isTerminal ? state.latest : [])
    }
}

/// The way in which a sender sends its events.
private enum Way: CaseIterable, Sendable {
    case waiting, retrying, inPairs

    func send(
        _ count: Int, of sender: Int, atOnce send: ([CountingMachine.NumberedEvent]) throws -> Void,
        whenRoom: (CountingMachine.NumberedEvent) async throws -> Void
    ) async throws {
        var next = 1
        while next <= count {
            let last = self == .inPairs ? min(next + 1, count) : next
            let events = (next...last).map { CountingMachine.NumberedEvent(sender: sender, number: $0) }
            switch self {
            case .waiting: for numbered in events { try await whenRoom(numbered) }
            case .retrying, .inPairs:
                while true {
                    do {
                        try send(events)
                        break
                    } catch TransducerError.bufferOverflow { await Task.yield() }
                }
            }
            next = last + 1
        }
    }
}

extension Crowds {
    @Suite("C2 C13 C15 C16 Many events through a mailbox of four places")
    struct MailboxCrowdTests {
        /// Sends events from outside and from operations, in every way.
        private static func crowd(eachSends count: Int, isSlow: Bool) async throws {
            let proxy = CountingMachine.Proxy(bufferSize: 4)
            // Outside there is one more way to wait.
            let outside = Way.allCases + [.waiting]
            let state = CountingMachine.State(latest: Array(repeating: 0, count: outside.count + Way.allCases.count))
            async let run = result {
                if isSlow {
                    try await CountingMachine.run(
                        initialState: state, proxy: proxy,
                        output: Callback { (_: [Int]) async throws in await Task.yield() })
                } else {
                    try await CountingMachine.run(initialState: state, proxy: proxy)
                }
            }
            try await withThrowingTaskGroup { senders in
                for (sender, way) in outside.enumerated() {
                    senders.addTask {
                        try await way.send(
                            count, of: sender,
                            atOnce: { try proxy.send(contentsOf: $0.map(CountingMachine.Event.numbered)) }
                        ) {
                            if sender < Way.allCases.count {
                                try await proxy.sendWaitingForRoom(.numbered($0))
                            } else {
                                try await InputPort(proxy.mailbox).sendWaitingForMacrostep(.numbered($0))
                            }
                        }
                    }
                }
                for (index, way) in Way.allCases.enumerated() {
                    senders.addTask {
                        let done = Gate<Void>("an operation")
                        try await proxy.sendWaitingForRoom(
                            .employ(way, sender: outside.count + index, count: count, done: done))
                        try await done.wait()
                    }
                }
                try await senders.waitForAll()
            }
            try await proxy.sendWaitingForRoom(.end)
            let counts = try await run.get()
            expectThat(counts.allSatisfy { $0 == count }, "of \(count) events each came \(counts)")
        }

        @Test("No event is lost, duplicated or reordered, in every interleaving")
        func interleavings() async {
            for isSlow in [false, true] {
                await explore(seeds: Effort.seeds(250)) {
                    try await Self.crowd(eachSends: 3, isSlow: isSlow)
                }
            }
        }

        @Test(
            "No event is lost, duplicated or reordered, on several threads",
            arguments: [false, true])
        func threads(isSlow: Bool) async throws {
            try await Self.crowd(eachSends: Effort.size(2_000), isSlow: isSlow)
        }
    }
}
