import Foundation
import Oak
import OakTesting
import OakWeb
import Testing

@testable import OakInspector

@Suite("C38 An inspector for programs elsewhere")
struct WireTests {
    @Test("Every report comes back from its line as it was")
    func roundTrip() throws {
        let tree = Redaction().hiding(Door.Code.self).tree(
            of: (text: "a\n\"", numbers: [1, 2], pairs: [6: 1.5], door: Door.State.closed(.locked), none: Int?.none))
        var event = Entry(.event, at: .milliseconds(1500), tree)
        event.origin = .operation(3)
        event.complete(from: ValueTree(.hidden), to: tree)
        var tally = Tally(events: 3, omitted: 1, full: 2, unexpected: ["open": 4], waiting: 0, isStale: true)
        tally.noteMacrostep("open", .milliseconds(3))
        let news: [News] = [
            .began(News.Title(name: "door", machine: "Door")),
            .began(
                News.Title(
                    name: "door", machine: "Door",
                    outline: Outline(states: ["a", "b"], edges: [Edge(source: "a", target: "b", event: "open")]))),
            .entry(event),
            .entry(Entry(.effect, at: .milliseconds(1500), "the operation", remark: "begins")), .state(tree),
            .effect(3, .begins("the operation", after: nil)),
            .effect(3, .begins("the operation", after: .milliseconds(1500))), .effect(3, .cancelled),
            .effect(3, .overdue), .effect(3, .ends),
            .tally(tally), .tally(Tally()), .end(.ended("5")), .end(.ended("")),
            .end(.failed("error", isDeadlock: true)), .end(.lost),
        ]
        for news in news {
            let report = Report(run: 7, time: .milliseconds(1500), news: news)
            #expect(try read(try JSONEncoder().encode(report)) == [report])
        }
    }

    private func read(_ line: some Sequence<UInt8>) throws -> [Report] {
        var reader = ReportReader(after: TraceGreeting(program: "house"))
        return try reader.reports(of: Data(line))
    }

    @Test("A report with an odd time, an unknown kind of value or nothing at all ends no program")
    func oddLines() {
        let lines = [
            #"{"at": 1e300, "run": 1, "state": {"plain": "5"}}"#, #"{"at": -1e300, "run": 1, "state": {"new": 1}}"#,
            #"{"at": 0, "run": 9223372036854775807, "tally": {"events": 5, "later": true}}"#,
        ]
        for line in lines { #expect((try? read(line.utf8)) != nil) }
        for line in ["{}", "[]", "", #"{"at": 0, "run": 1}"#, #"{"at": 0, "run": 1, "entry": {}}"#] {
            #expect((try? read(line.utf8)) == nil)
        }
    }

    @Test("Values and numbers of another program stay within the limits, whatever it says")
    func limits() throws {
        let ledger = Ledger(settings: InspectorSettings(), clock: TestClock())
        var runs = RemoteRuns(of: String(repeating: "p", count: 1 << 16), in: ledger)
        let long = String(repeating: "a", count: 1 << 16)
        let deep =
            String(repeating: #"{"list": [{"value": "#, count: 100) + #"{"text": "\#(long)"}"#
            + String(repeating: "}]}", count: 100)
        let wide =
            #"{"type": "\#(long)", "parts": [\#(Array(repeating: #"{"value": {}}"#, count: 9999).joined(separator: ","))]}"#
        let odd =
            #"{"states": ["\#(long)", "\#(long)", "a", "a"], "edges": [{"source": "b", "target": "\#(long)", "event": ""}]}"#
        let lines = [
            #""began": {"name": "\#(long)", "machine": "\#(long)", "outline": \#(odd)}"#, #""state": \#(deep)"#,
            #""event": \#(wide), "before": \#(deep), "state": \#(wide), "child": ["\#(long)"]"#,
            #""note": "problem", "text": "\#(long)", "remark": "\#(long)""#,
            #""change": "started", "number": -1, "text": "\#(long)""#,
            #""tally": {"events": \#(Int.max), "omitted": \#(Int.max), "full": \#(Int.max), "waiting": \#(Int.min)}"#,
            #""tally": {"events": \#(Int.max), "omitted": \#(Int.min), "full": \#(Int.max)}"#,
            #""tally": {"slowest": {"event": "\#(long)", "microseconds": 1e308}, "unexpected": {"\#(long)": \#(Int.max)}}"#,
            #""tally": {"slowest": {"event": "", "microseconds": -1e308}, "unexpected": {"\#(long)": \#(Int.max)}}"#,
            #""began": {"name": "again", "machine": "A"}"#,
        ]
        for line in lines {
            for report in try read(#"{"at": 1, "run": 1, \#(line)}"#.utf8) { runs.take(report) }
        }
        let query = Query(run: 1)
        var state = Inspection.State()
        (state.query, state.picture) = (query, ledger.picture(for: query))
        #expect(state.picture.rows.count == 1)
        #expect(state.scene(at: PagePaths(machines: "a")).markup.utf8.count < 100_000)
        runs.take(Report(run: 1, time: .zero, news: .end(.ended(long))))
        runs.take(Report(run: 1, time: .zero, news: .end(.ended(long))))
        #expect(ledger.picture(for: query).rows.count == 1)
    }

    @Test("A queue leaves out entries beyond its limit, counts them, and loses no beginning or end")
    func queue() {
        let queue = ReportQueue(limit: 3)
        queue.put(Report(run: 1, time: .zero, news: .began(News.Title(name: "a", machine: "A"))))
        for _ in 0..<10 { queue.put(Report(run: 1, time: .seconds(1), news: .entry(Entry(.event, at: .zero, "")))) }
        queue.put(Report(run: 1, time: .seconds(2), news: .end(.ended(""))))
        let reports = queue.takeAll()
        #expect(reports.count == 5)
        #expect(reports[3].news == .end(.ended("")))
        #expect(reports[4].news == .tally(Tally(omitted: 8, isStale: true)))
        #expect(queue.takeAll().isEmpty)
    }

    @Test("The runs of another program are shown as their own, and are lost with the connection")
    func remote() async throws {
        let (near, far) = (Bench(), Bench())
        let reports = ReportQueue()
        let reporting = Task { try await far.inspector.ledger.report { reports.put($0) } }
        try await far.clock.untilAsleep(2)
        let host = far.door()
        try await far.send(.unlock(code: Door.Code(digits: "4711")), to: host)
        try await far.send(.open, to: host)
        far.inspector.ledger.refresh()
        var runs = RemoteRuns(of: "house", in: near.inspector.ledger)
        for report in reports.takeAll() {
            let line = try JSONEncoder().encode(report)
            #expect(!String(decoding: line, as: UTF8.self).contains("4711"))
            for report in try read(line) { runs.take(report) }
        }
        let detail = try near.detail()
        #expect(detail.row.machine == "Door in house")
        #expect(detail.row.events == 2)
        #expect(detail.state?.name == "open")
        #expect(detail.entries.map(\.event) == ["open", "unlock", ""])
        runs.end()
        #expect(try near.detail().row.standing == .lost)
        reporting.cancel()
        host.cancel()
    }

    @Test("C38 Runs that report one after the other keep the times of their events, and the clock of none goes back")
    func times() throws {
        let bench = Bench()
        var runs = RemoteRuns(of: "house", in: bench.inspector.ledger)
        func take(_ run: Int, _ milliseconds: [Int]) {
            for time in milliseconds {
                let entry = Entry(.event, at: .zero, ValueTree(.enumCase("at \(time)")))
                runs.take(Report(run: run, time: .milliseconds(time), news: .entry(entry)))
            }
        }
        for run in 1...2 {
            runs.take(Report(run: run, time: .zero, news: .began(News.Title(name: "\(run)", machine: "Door"))))
        }
        take(1, [10, 30, 50])
        take(2, [20, 40, 5])
        let picture = bench.inspector.ledger.picture(for: Query(isOfSequence: true))
        let messages = try #require(picture.sequence).messages
        #expect(messages.map(\.text) == ["at 10", "at 20", "at 30", "at 40", "at 5", "at 50"])
        runs.end()
    }

    #if Inspector
        enum Lamp: Transducer {
            enum State: Codable, Sendable, Terminable {
                case off, on(level: Int), broken
                var isTerminal: Bool { if case .broken = self { true } else { false } }
            }
            enum Event: Codable, Sendable { case turn(level: Int), drop }
            static func update(_ state: inout State, event: Event) {
                state = if case .turn(let level) = event { .on(level: level) } else { .broken }
            }
        }

        @Test("C38 A page shows the trace of a recorder as the run that it was")
        func recorded() async throws {
            let (recorder, proxy) = (TraceRecorder(of: Lamp.self), Lamp.Proxy())
            try proxy.send(contentsOf: [.turn(level: 3), .drop])
            try await Lamp.run(initialState: .off, proxy: proxy, observer: recorder)
            let inspector = Inspector()
            try inspector.open(Data(try recorder.trace.json().utf8))
            let detail = try #require(inspector.ledger.picture(for: Query(run: 1)).detail)
            #expect(detail.row.name == "WireTests.Lamp" && detail.row.standing == .ended(""))
            #expect(detail.entries.map(\.text) == ["", "drop", "turn(level: 3)", "off"])
            #expect(detail.entries.map { $0.step?.target } == [nil, "broken", "on", nil])
        }

        @Test("The trace of a run shows the same entries when it is opened again")
        func trace() async throws {
            try await Bench().watchingDoor { bench, host in
                try await bench.send(.unlock(code: Door.Code(digits: "4711")), to: host)
                try await bench.send(.open, to: host)
                try await bench.send(.open, to: host)
                let detail = try bench.detail()
                let trace = try #require(bench.inspector.ledger.export(named: "trace-1.jsonl"))
                #expect(!trace.contains("4711"))
                let later = Bench()
                try later.inspector.open(Data(trace.utf8))
                let opened = try later.detail()
                #expect(opened.entries.map(\.text) == detail.entries.map(\.text))
                #expect(opened.entries.map(\.step) == detail.entries.map(\.step))
                #expect(opened.state == detail.state)
                #expect(opened.row.standing == .lost)
                let cut = Bench()
                try cut.inspector.open(Data(trace.utf8.dropLast(20)))
                #expect(try cut.detail().entries.map(\.text) == detail.entries.map(\.text))
                #expect(try cut.detail().row.standing == .lost)
                let greeting = trace.prefix { $0 != "\n" }
                let others = [0, 2].map { (1, #"{"oak": \#($0), "program": "a"}"#, "reads version 1") }
                for (line, text, words) in [(1, "", ""), (1, "{}", ""), (2, "\(greeting)\n5\n", "")] + others {
                    do throws(InspectorError) {
                        try later.inspector.open(Data(text.utf8))
                        Issue.record("\(text) is no trace")
                    } catch {
                        guard case .unreadableTrace(let place, let reason) = error else { throw error }
                        #expect(place == line)
                        #expect(words.isEmpty || reason.contains(words))
                    }
                }
            }
        }
    #endif

    @Test("A test and a diagram are made of the transitions that were seen")
    func exports() async throws {
        try await Bench().watchingDoor { bench, host in
            try await bench.send(.unlock(code: Door.Code(digits: "4711")), to: host)
            try await bench.send(.open, to: host)
            _ = try bench.detail()
            let test = try #require(bench.inspector.ledger.export(named: "test-1.swift"))
            #expect(
                test == """
                    import Testing

                    @Test("The recorded run of door")
                    func theRecordedRunOfDoor() {
                        // Fill in the values in <#…#>: they were hidden, or too large to be recorded.
                        var state: Door.State = .closed(.locked)

                        _ = Door.update(&state, event: .unlock(code: <#hidden#>))
                        #expect(state == .closed(.unlocked))

                        _ = Door.update(&state, event: .open)
                        #expect(state == .open)
                    }

                    """)
            let keys = ValueTree(
                .dictionary,
                [
                    .init(key: ValueTree(.hidden), ValueTree(.text("\""))),
                    .init(key: ValueTree(.text("6")), ValueTree(.beginning("a"))),
                    .init(key: ValueTree(.plain("6")), ValueTree(.text("\u{202E}"))),
                ])
            var entry = Entry(.event, at: .zero, keys)
            entry.complete(from: keys, to: keys)
            let record = bench.inspector.ledger.newRecord(
                News.Title(name: "a", machine: "A"), access: nil, start: .zero)
            record.take(.entry(entry), at: .zero)
            let spelled = #"[<#hidden#>: "\"", "6": <#a text that begins with a#>, 6: "\u{202E}"]"#
            #expect(record.testSource.contains(spelled))
            let diagram = try #require(bench.inspector.ledger.export(named: "diagram-1.mmd"))
            #expect(diagram.contains("s0 --> s1: unlock (1)"))
            for name in ["", "trace-2.jsonl", "trace-1.swift", "../trace-1.jsonl", "trace-x.jsonl", "test-01.swift"] {
                #expect(bench.inspector.ledger.export(named: name) == nil)
            }
        }
    }

    #if Inspector
        @Test("A program reports to a listener, and a wrong token or version is refused in words")
        func connection() async throws {
            let listener = Inspector()
            let address = try await listener.listen()
            await #expect(throws: InspectorError.alreadyListening) { try await listener.listen() }
            let program = Inspector()
            let host = TransducerHost(of: Door.self, initialState: .open, observer: program.watch("door"))
            let (news, heard) = AsyncStream.makeStream(of: News.self)
            listener.ledger.outlets.set(0) { heard.yield($0.news) }
            let reporting = Task { try await program.report(to: address, as: "house") }
            for await news in news { if case .state = news { break } }
            let row = try #require(listener.ledger.picture(for: Query()).rows.first)
            #expect(row.machine == "Door in house" && row.state == "open")
            reporting.cancel()
            for await news in news { if case .end = news { break } }
            #expect(listener.ledger.picture(for: Query()).rows.map(\.standing) == [.lost])
            let wrong = String(address.dropLast(1)) + (address.hasSuffix("0") ? "1" : "0")
            do {
                try await Inspector().report(to: wrong, as: "house")
                Issue.record("the token was accepted")
            } catch InspectorError.refused(let reason) { #expect(reason.contains("token")) }
            for text in ["", "localhost", "localhost:80", "localhost:0/a", "localhost:a/b", ":1/a", "localhost:1/"] {
                await #expect(throws: InspectorError.unusableAddress(text)) {
                    try await Inspector().report(to: text, as: "")
                }
            }
            await listener.stop()
            host.cancel()
        }
    #endif
}
