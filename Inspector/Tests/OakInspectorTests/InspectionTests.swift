import Oak
import OakTesting
import OakWeb
import Testing

@testable import OakInspector

@Suite("The machine of the page")
struct InspectionTests {
    private let bench = Bench()

    @Test("A picture that answers an earlier query is not shown")
    func latePicture() {
        var state = Inspection.State()
        let old = state.query
        _ = Inspection.update(&state, event: .select(run: 3))
        _ = Inspection.update(&state, event: .shown(Picture(others: 7), for: old))
        #expect(state.picture == Picture())
        _ = Inspection.update(&state, event: .shown(Picture(others: 8), for: state.query))
        #expect(state.picture.others == 8)
    }

    @Test("Steps lead through the entries that are searched for, however far away, and end in the present")
    func steps() async throws {
        let record = bench.inspector.ledger.newRecord(
            News.Title(name: "a", machine: "A"), access: nil, start: .zero)
        bench.inspector.ledger.add(record)
        for number in 0..<2000 {
            let text = number.isMultiple(of: 700) ? "rare" : "often"
            record.take(.entry(Entry(.event, at: .zero, text)), at: .zero)
        }
        let host = TransducerHost(
            of: Inspection.self, initialState: Inspection.State(), env: bench.inspector.ledger)
        let port = InputPort(host.proxy.mailbox)
        func send(_ event: Inspection.Event) async throws -> Query {
            try await port.sendWaitingForMacrostep(event)
            return await host.state.query
        }
        _ = try await send(.select(run: record.number))
        _ = try await send(.search("RARE"))
        var moments: [Int?] = []
        for step in [-1, -1, -1, -1, 1, 1, 1, 1] { moments.append(try await send(.step(by: step)).moment) }
        #expect(moments == [1400, 700, 0, 0, 700, 1400, nil, nil])
        host.cancel()
    }

    @Test("A search that goes on from the picture before finds the same as one from the beginning", arguments: 0..<20)
    func searchAgain(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var settings = InspectorSettings()
        settings.logLength = 400
        let ledger = Ledger(settings: settings, clock: TestClock())
        let record = ledger.newRecord(News.Title(name: "a", machine: "A"), access: nil, start: .zero)
        ledger.add(record)
        var (picture, query) = (Picture(), Query(run: record.number))
        for _ in 0..<40 {
            for _ in 0..<Int.random(in: 0..<150, using: &random) {
                let kind = Entry.Kind.allCases.randomElement(using: &random) ?? .event
                let entry = Entry(kind, at: .zero, "\(Int.random(in: 0..<9, using: &random))")
                record.take(.entry(entry), at: .zero)
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                query.search = ["", "7", "8"].randomElement(using: &random) ?? ""
                query.kinds = Query.Kinds.allCases.randomElement(using: &random) ?? .all
                query.end = Bool.random(using: &random) ? nil : Int.random(in: 0..<3000, using: &random)
            }
            picture = ledger.picture(for: query, after: picture)
            let fresh = ledger.picture(for: query)
            #expect(picture.detail?.entries.map(\.number) == fresh.detail?.entries.map(\.number))
            #expect(picture.detail?.hasNewer == fresh.detail?.hasNewer)
        }
    }

    @Test("The log stands still while a moment is shown, and the moment is among its entries")
    func frozenLog() async throws {
        let record = bench.inspector.ledger.newRecord(
            News.Title(name: "a", machine: "A"), access: nil, start: .zero)
        bench.inspector.ledger.add(record)
        func add() {
            for number in 0..<300 { record.take(.entry(Entry(.event, at: .zero, "\(number)")), at: .zero) }
        }
        add()
        var state = Inspection.State()
        func look() { state.picture = bench.inspector.ledger.picture(for: state.query) }
        _ = Inspection.update(&state, event: .select(run: record.number))
        look()
        _ = Inspection.update(&state, event: .travel(to: 250))
        add()
        look()
        #expect(state.picture.detail?.entries.first?.number == 299)
        _ = Inspection.update(&state, event: .stepped(to: 20, for: state.query))
        look()
        #expect(state.picture.detail?.entries.contains { $0.number == 20 } == true)
        _ = Inspection.update(&state, event: .live)
        look()
        #expect(state.picture.detail?.entries.first?.number == 599)
    }

    @Test("Machines whose names are paths are listed below those that the paths lead to")
    func tree() {
        let ledger = Ledger(settings: InspectorSettings(), clock: TestClock())
        for name in ["a/b/c", "a", "z", "a/b", "a", "a/b", "/", "/a", "none/x", "z/"] {
            ledger.add(ledger.newRecord(News.Title(name: name, machine: "A"), access: nil, start: .zero))
        }
        let rows = ledger.picture(for: Query()).rows.map { "\($0.level) \($0.number) \($0.name)" }
        #expect(
            rows == [
                "0 2 a", "1 4 a/b", "2 1 a/b/c", "0 3 z", "1 10 z/", "0 5 a", "1 6 a/b", "0 7 /", "0 8 /a",
                "0 9 none/x",
            ])
        #expect(ledger.picture(for: Query(runs: "a/b/c")).rows.map(\.level) == [0])
    }

    @Test("Runs are listed below those that have started them, unless their names lead elsewhere")
    func starters() {
        let ledger = Ledger(settings: InspectorSettings(), clock: TestClock())
        let runs: [(name: String, parent: Int?)] = [
            ("app", nil), ("cart", 1), ("payment", 2), ("search", nil), ("search/page", 1), ("lost", 99),
            // A run below another one that it has started itself.
            ("late/early", nil), ("late", 7),
        ]
        for run in runs {
            let title = News.Title(name: run.name, machine: "A", parent: run.parent)
            ledger.add(ledger.newRecord(title, access: nil, start: .zero))
        }
        #expect(
            ledger.picture(for: Query()).rows.map { "\($0.level) \($0.name)" } == [
                "0 app", "1 cart", "2 payment", "0 search", "1 search/page", "0 lost", "0 late/early", "1 late",
            ])
    }

    @Test("C38 A machine that an operation of another one has started is its child")
    func child() async throws {
        let children = Protected<[TransducerHost<Door>]>([])
        let guardian = TransducerHost(
            of: Guardian.self, initialState: Guardian.State(), env: { _ in children.value.append(bench.door()) },
            observer: bench.inspector.watch("guardian"))
        try guardian.send(.pass)
        let rows = await bench.until { () -> [String]? in
            let rows = bench.inspector.ledger.picture(for: Query()).rows
            return rows.count == 2 ? rows.map { "\($0.level) \($0.name)" } : nil
        }
        #expect(rows == ["0 guardian", "1 door"])
        guardian.cancel()
        for child in children.value { child.cancel() }
    }

    @Test("C38 The page has no faults in any state of the things that it shows")
    func faults() async throws {
        let door = bench.door(.open)
        bench.inspector.control(door, sending: ["Close": .close])
        try await bench.send(.wait, to: door)
        try await bench.watching {
            let control = try #require(bench.inspector.ledger.run(1).flatMap { bench.inspector.ledger.control(of: $0) })
            var queries = [Query(), Query(run: 1), Query(isOfSequence: true)]
            func look() {
                for query in queries {
                    var state = Inspection.State()
                    (state.query, state.picture) = (query, bench.inspector.ledger.picture(for: query))
                    let scene = state.scene(at: PagePaths(machines: "a"))
                    #expect(scene.faults == [])
                    #expect(scene.messages.filter { InspectionMessage.decode($0) == nil } == [])
                }
            }
            look()
            for event in [Door.Event.close, .wait, .limit, .open, .open] {
                try await bench.send(event, to: door)
            }
            queries += [Query(run: 1, moment: 2), Query(run: 1, search: "close")]
            look()
            control.pause()
            look()
            control.cancel()
            _ = try? await door.untilEnded()
            look()
        }
    }

    @Test("Every message of the page has an event, whatever values come with it", arguments: InspectionMessage.allCases)
    func messages(message: InspectionMessage) {
        let values = [
            "run": "1", "link": "1", "text": "a", "kinds": "events", "entry": "2", "title": "Go", "field": "search",
        ]
        #expect(InspectionMessage.decode(Message(message.rawValue, values: values)) != nil)
    }

    @Test("Numbers that no page would send lead nowhere, and end no program")
    func oddNumbers() {
        for number in [Int.min, -1, 1 << 41, Int.max] {
            let values = ["run": "\(number)", "entry": "\(number)", "link": "\(number)"]
            #expect(InspectionMessage.decode(Message("travel", values: values)) == nil)
            #expect(InspectionMessage.decode(Message("select", values: values)) == nil)
        }
        var state = Inspection.State()
        state.query.run = 1
        let values = ["run": "\(1 << 40)", "entry": "\(1 << 40)"]
        for message in [Message("travel", values: values), Message("travel", values: ["entry": "\(1 << 40)"])] {
            if let event = InspectionMessage.decode(message) { _ = Inspection.update(&state, event: event) }
        }
        #expect(state.query.moment == 1 << 40)
    }

    @Test("A log forgets its oldest entries, and finds the others by their numbers")
    func log() {
        var log = Log(limit: 100)
        for number in 0..<1000 { log.append(Entry(.event, at: .zero, "\(number)")) }
        #expect(log.count == 1000)
        #expect((100...125).contains(log.entries.count))
        #expect(log[999]?.text == "999")
        #expect(log[log.numbers.lowerBound - 1] == nil)
        #expect(log.entries(in: 990..<2000).map(\.number) == Array(990..<1000))
        #expect(log.entries(in: 0..<10).isEmpty)
    }

    @Test("Rates forget what is older than a minute")
    func rates() {
        var rates = Rates()
        rates.note(1, at: .seconds(1))
        rates.note(1, at: .milliseconds(1900))
        rates.note(.milliseconds(3), at: .seconds(2))
        #expect(rates.minute.events.suffix(2) == [2, 0])
        #expect(rates.minute.slowest.last == .milliseconds(3))
        rates.advance(to: .seconds(60))
        #expect(rates.minute.events.first == 2)
        rates.advance(to: .seconds(1_000_000))
        #expect(rates.minute.events.allSatisfy { $0 == 0 })
    }

    #if Inspector
        @Test("A page is served at one address at a time, and again after the end")
        func serving() async throws {
            let inspector = Inspector()
            let first = try await inspector.serve()
            #expect(first.wholeMatch(of: /http:\/\/localhost:[0-9]+\/inspector-[0-9a-f]{32}/) != nil)
            await #expect(throws: InspectorError.alreadyServing) { try await inspector.serve() }
            await inspector.stop()
            let second = try await inspector.serve()
            #expect(second.suffix(32) != first.suffix(32))
            let port = try #require(Int(second.split(separator: ":")[2].prefix { $0.isNumber }))
            await #expect(throws: ListeningError.portTaken(port)) { try await Inspector().serve(port: port) }
            await inspector.stop()
        }
    #endif
}
