import Foundation
import Oak
import OakDurable
import OakDurableTesting
import OakTesting
import TestSupport
import Testing

@Suite("D15 An instance is found by its tags")
struct AskingTests {
    @Test("D15 A list shows the tags of the last durable states, also after a restart and the end")
    func tags() async {
        await explore(seeds: 1...20, with: HostFixture()) { fixture in
            let host = try await fixture.host(Loan.self, ())
            for number in 1...4 { try await host.start(Loan.self, id: DurableID("\(number)"), initialState: .open) }
            try await host.send(.lend(to: 7), to: DurableID<Loan>("2"))
            try await host.send(.lend(to: 7), to: DurableID<Loan>("3"))
            try await host.send(.lend(to: 8), to: DurableID<Loan>("4"))
            try await host.send(.giveBack, to: DurableID<Loan>("3"))
            try await host.send(.retire, to: DurableID<Loan>("1"))
            try await expectLoans(in: host)
            await host.close()
            let next = try await fixture.host(Loan.self, ())
            try await expectLoans(in: next)
            await next.close()
        }
    }

    private func expectLoans(in host: DurableHost) async throws {
        func ids(_ query: InstanceQuery) async throws -> [String] {
            let (list, count) = (try await host.list(where: query), try await host.count(where: query))
            expectThat(count == list.count, "\(query) counts \(count)")
            for limit in [-1, 1, list.count, 100] {
                var pages = query
                pages.limit = limit
                let all = try await host.instances(where: pages).reduce(into: []) { $0.append($1) }
                expectThat(all == list, "\(pages) finds \(all)")
            }
            return list.map(\.name.id)
        }
        expectThat(try await ids(.tag("phase", is: "lent")) == ["2", "4"])
        expectThat(try await ids(.tag("phase", is: "open")) == ["3"])
        expectThat(try await ids(.tag("phase", is: "retired")) == ["1"])
        expectThat(try await ids(.tag("reader", is: 7)) == ["2"])
        expectThat(try await ids(.tag("reader", is: "7")) == [])
        expectThat(try await ids(InstanceQuery(machine: "loan", tags: ["phase": "lent", "reader": 8])) == ["4"])
        expectThat(try await ids(InstanceQuery(statuses: [.running], tags: ["phase": "retired"])) == [])
        expectThat(try await host.count(where: InstanceQuery(machine: "loan", limit: 1)) == 4)
        let summary = try await host.summary(of: DurableID<Loan>("4"))
        expectThat(summary.tags == ["phase": "lent", "reader": 8] && summary.status == .running)
        let states = try await host.states(of: ["4", "1", "unknown"] as [DurableID<Loan>])
        expectThat(states == ["1": .retired, "4": .lent(7 + 1)])
    }

    @Test("D15 No fault of the store parts a state from its tags", arguments: [1, 2, 3, 4])
    func faults(seed: UInt64) async {
        await explore(seeds: 1...25, with: MemoryStore()) { contents in
            let store = FaultyStore(contents, faults: .ofProcess(isLast: true), seed: seed)
            let host = try await DurableHost(store: store, clock: .whenIdle, settings: .patient).opened(Loan.self, ())
            _ = try? await host.start(Loan.self, id: "1", initialState: .open)
            for reader in 1...6 {
                async let lent: Void? = try? host.send(.lend(to: reader), to: DurableID<Loan>("1"))
                async let back: Void? = try? host.send(.giveBack, to: DurableID<Loan>("1"))
                _ = await (lent, back)
                guard let stored = try await contents.instance(InstanceName(machine: "loan", id: "1")) else { continue }
                let state = try JSONDecoder().decode(Loan.State.self, from: stored.state)
                expectThat(stored.tags == Loan.tags(in: state), "\(state) has \(stored.tags)")
            }
            await host.close()
        }
    }

    @Test("D15 The tags of a new program reach all running instances at once")
    func revision() async {
        await explore(seeds: 1...20, with: HostFixture()) { fixture in
            let former = try await fixture.host(UntaggedLoan.self, ())
            for number in 0..<250 {
                let state: Loan.State = number % 2 == 0 ? .open : .lent(number)
                try await former.start(UntaggedLoan.self, id: DurableID("\(number)"), initialState: state)
            }
            try await former.start(UntaggedLoan.self, id: "over", initialState: .retired)
            await former.close()
            let host = try await fixture.host(Loan.self, ())
            expectThat(try await host.count(where: .tag("phase", is: "lent")) == 0)
            // Read by an event, and revised so.
            async let sent: Void = host.send(.giveBack, to: DurableID<Loan>("1"))
            let revised = try await host.reviseInstances(of: Loan.self)
            try await sent
            expectThat(revised == 249 || revised == 250, "\(revised) were revised")
            expectThat(try await host.count(where: .tag("phase", is: "lent")) == 124)
            expectThat(try await host.count(where: .tag("phase", is: "open")) == 126)
            expectThat(try await host.state(of: DurableID<Loan>("1")) == .open)
            expectThat(try await host.reviseInstances(of: Loan.self) == 0)
            expectThat(try await host.history(of: DurableID<Loan>("2")).map(\.cause) == [.revision])
            await host.close()
        }
    }

    @Test("D15 A machine without tags leaves none, and a program that gives none takes them back")
    func untagged() async {
        await explore(seeds: 1...5, with: HostFixture()) { fixture in
            let former = try await fixture.host(Loan.self, ())
            try await former.start(Loan.self, id: "1", initialState: .lent(3))
            await former.close()
            let host = try await fixture.host(UntaggedLoan.self, ())
            try await host.send(.giveBack, to: DurableID<UntaggedLoan>("1"))
            expectThat(try await host.summary(of: DurableID<UntaggedLoan>("1")).tags.isEmpty)
            await host.close()
        }
    }

    @Test("An observer hears how many instances a store has, at the start and with the load")
    func counts() async throws {
        let (heard, clock) = (Recorder<[InstanceStatus: Int]>(), TestClock())
        let fixture = HostFixture(clock: clock) {
            if case .instances(of: "loan", let counts) = $0 { heard.record(counts) }
        }
        let host = try await fixture.host(Loan.self, ())
        while heard.values.isEmpty { await Task.yield() }
        try await host.start(Loan.self, id: "1", initialState: .open)
        try await host.start(Loan.self, id: "2", initialState: .retired)
        try await clock.untilAsleep()
        await clock.advance(by: .seconds(10))
        while heard.values.count < 2 { await Task.yield() }
        await host.close()
        #expect(heard.values == [[:], [.running: 1, .ended: 1], [.running: 1, .ended: 1]])
    }
}

/// A book that a library lends.
private enum Loan: EffectTransducer, DurableTransducer {
    enum State: Codable, Hashable, Sendable, Terminable {
        case open, lent(Int), retired

        var isTerminal: Bool { self == .retired }
    }
    enum Event: Codable, Sendable { case lend(to: Int), giveBack, retire }

    static let machineName = "loan"

    static func tags(in state: State) -> [String: DurableTag] {
        switch state {
        case .open: ["phase": "open"]
        case .lent(let reader): ["phase": "lent", "reader": .integer(reader)]
        case .retired: ["phase": "retired"]
        }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.open, .lend(let reader)): state = .lent(reader)
        case (.lent, .giveBack): state = .open
        case (.open, .retire): state = .retired
        case (.open, .giveBack), (.lent, .lend), (.lent, .retire), (.retired, _): return .unexpected
        }
        return nil
    }
}

/// The program before it had tags.
private enum UntaggedLoan: EffectTransducer, DurableTransducer {
    typealias State = Loan.State
    typealias Event = Loan.Event

    static let machineName = "loan"

    static func update(_ state: inout State, event: Event) -> Effect? {
        _ = Loan.update(&state, event: event)
        return nil
    }
}
