import Foundation
import Oak
import OakGraph
import OakTesting
import OakWeb
import Testing

@testable import OakInspector

@Suite("C38 An inspector")
struct InspectorTests {
    private let bench = Bench()

    @Test("A state is not copied while nobody watches")
    func noCopies() async throws {
        let host = TransducerHost(
            of: Heap.self, initialState: Heap.State(), observer: bench.inspector.watch("heap"))
        for _ in 0..<10 { try await InputPort(host.proxy.mailbox).sendWaitingForMacrostep(.grow) }
        let state = await host.state
        #expect(state.steps == 10)
        #expect(state.copies == 0)
        try await bench.watching { try await InputPort(host.proxy.mailbox).sendWaitingForMacrostep(.grow) }
        // The transition while somebody watched was reported, with the state before it.
        #expect(await host.state.copies == 1)
    }

    @Test("A page that opens shows the state of a machine at rest")
    func rest() async throws {
        let host = bench.door()
        try await bench.send(.unlock(code: Door.Code(digits: "4711")), to: host)
        #expect(try bench.detail().state == nil)
        try await bench.watching {
            let shown = await bench.until { try bench.detail().state }
            #expect(shown?.text == "closed(unlocked)")
        }
        host.cancel()
    }

    @Test("Transitions are shown with their events, states and diagram")
    func transitions() async throws {
        try await Bench().watchingDoor { bench, host in
            try await bench.send(.unlock(code: Door.Code(digits: "4711")), to: host)
            try await bench.send(.open, to: host)
            try await bench.send(.close, to: host)
            let detail = try bench.detail()
            #expect(detail.entries.filter { $0.kind == .event }.map(\.event) == ["close", "open", "unlock"])
            #expect(detail.state?.name == "closed.unlocked")
            #expect(detail.before?.name == "open")
            let arrows = detail.diagram?.arrows.map { "\($0.source) → \($0.target): \($0.label)" }
            #expect(
                arrows?.sorted() == [
                    "closed.locked → closed.unlocked: unlock", "closed.unlocked → open: open",
                    "open → closed.unlocked: close",
                ])
            #expect(detail.diagram?.boxes.first(where: \.isCurrent)?.name == "closed.unlocked")
        }
    }

    @Test("A hidden value reaches no page, neither in an event nor in a refusal")
    func redaction() async throws {
        try await Bench().watchingDoor(.open) { bench, host in
            try await bench.send(.unlock(code: Door.Code(digits: "4711")), to: host)
            var state = Inspection.State()
            state.query = Query(run: 1)
            state.picture = bench.inspector.ledger.picture(for: state.query)
            #expect(state.picture.detail?.entries.first?.kind == .unexpected)
            #expect(state.scene(at: PagePaths(machines: "a")).markup.contains("unlock"))
            #expect(!state.scene(at: PagePaths(machines: "a")).markup.contains("4711"))
        }
    }

    @Test("An earlier moment is shown as it was, until the present is asked for")
    func timeTravel() async throws {
        try await Bench().watchingDoor { bench, host in
            try await bench.send(.unlock(code: Door.Code(digits: "")), to: host)
            try await bench.send(.open, to: host)
            let first = try #require(try bench.detail().entries.last { $0.kind == .event })
            let past = try bench.detail(Query(run: 1, moment: first.number))
            #expect(past.state?.name == "closed.unlocked")
            #expect(past.before?.name == "closed.locked")
            #expect(try bench.detail().state?.name == "open")
        }
    }

    @Test("Entries beyond the rate are left out and counted, and the state is shown all the same")
    func flood() async throws {
        try await Bench(entriesPerSecond: 10).watchingDoor(.closed(.unlocked)) { bench, host in
            try await bench.swing(host, times: 50)
            try await bench.send(.lock, to: host)
            #expect(try bench.detail().row.events == 101)
            #expect(try bench.detail().omitted == 91)
            #expect(try bench.detail().entries.filter { $0.kind == .event }.count == 10)
            // The clock stands still until somebody lets the next picture come.
            try await bench.clock.untilAsleep(2)
            await bench.clock.advance(by: Ledger.interval)
            // A thread of its own makes the picture.
            #expect(await bench.until { try bench.detail().state?.name == "closed.locked" ? true : nil } == true)
        }
    }

    @Test("A machine that was at rest may keep the entries of a second at once")
    func burst() async throws {
        try await Bench(entriesPerSecond: 400).watchingDoor(.closed(.unlocked)) { bench, host in
            try await bench.swing(host, times: 150)
            #expect(try bench.detail().omitted == 0)
            try await bench.swing(host, times: 100)
            #expect(try bench.detail().omitted == 100)
            try await bench.clock.untilAsleep(2)
            await bench.clock.advance(by: Ledger.interval)
            // Ten more with each picture.
            _ = await bench.until { try bench.detail().state?.name == "closed.unlocked" ? true : nil }
            for _ in 0..<10 { try await bench.send(.open, to: host) }
            #expect(try bench.detail().omitted <= 101)
        }
    }

    @Test("Any rate may be set", arguments: [.min, 0, 1, 39, .max])
    func rate(entriesPerSecond: Int) async throws {
        try await Bench(entriesPerSecond: entriesPerSecond).watchingDoor(.open) { bench, host in
            for event in [Door.Event.close, .open] {
                try await bench.clock.untilAsleep(2)
                await bench.clock.advance(by: Ledger.interval)
                // Only then has the interval begun.
                try await bench.clock.untilAsleep(2)
                try await bench.send(event, to: host)
            }
            #expect(try bench.detail().row.events == 2)
        }
    }

    @Test("A change that no page shows is not missed in a warning")
    func hiddenChanges() async throws {
        for (value, isMissed) in [
            (ValueTree(.hidden), false), (ValueTree(.list, [.init(label: nil, ValueTree(.omitted))]), false),
            (ValueTree(.beginning("long")), false), (ValueTree(.plain("5")), true),
            (ValueTree(.structure("S"), [.init(label: "m", .init(.tuple))]), false),
        ] {
            let ledger = Ledger(settings: InspectorSettings(), clock: TestClock())
            let run = ledger.newRecord(News.Title(name: "a", machine: "A"), access: nil, start: .zero)
            for _ in 0..<200 {
                var entry = Entry(.event, at: .zero, ValueTree(.enumCase("e")))
                entry.complete(from: value, to: value)
                run.take(.entry(entry), at: .zero)
            }
            #expect(run.row().hasTroubles == isMissed, "\(value)")
        }
    }

    @Test("Work is shown from its beginning to its end, also if it began while nobody watched")
    func work() async throws {
        let host = bench.door()
        try await bench.send(.wait, to: host)
        await bench.clock.advance(by: .seconds(5))
        try await bench.watching {
            #expect(try bench.detail().effects.map(\.text) == ["the operation waiting"])
            #expect(try bench.detail().effects.map(\.age) == [.seconds(5)])
            try await bench.send(.stop, to: host)
            let effects = await bench.until { try bench.detail().effects.isEmpty ? true : nil }
            #expect(effects == true)
        }
        host.cancel()
    }

    @Test("An event that is unexpected again and again is warned of")
    func warnings() async throws {
        try await Bench().watchingDoor(.open) { bench, host in
            for _ in 0..<3 { try await bench.send(.lock, to: host) }
            #expect(try bench.detail().row.hasTroubles)
            #expect(try bench.detail().warnings.contains { $0.hasPrefix("The event lock was unexpected 3 times.") })
        }
    }

    @Test("A run that has ended stays in the list with its result, and the oldest are forgotten")
    func ended() async throws {
        var settings = InspectorSettings()
        settings.endedRuns = 2
        let inspector = Inspector(settings: settings, clock: bench.clock)
        for name in ["first", "second", "third"] {
            let host = TransducerHost(of: Door.self, initialState: .open, observer: inspector.watch(name))
            host.cancel()
            _ = try? await host.untilEnded()
        }
        let picture = inspector.ledger.picture(for: Query())
        #expect(picture.rows.map(\.name) == ["second", "third"])
        #expect(picture.rows.allSatisfy { $0.standing == .failed("\(TransducerError.cancelled)", isDeadlock: false) })
        #expect(picture.forgotten == 1)
    }

    @Test("A page sends events and cancels only where the program allows it")
    func control() async throws {
        let host = bench.door(.open)
        _ = await bench.until { bench.inspector.ledger.run(1) }
        let other = TransducerHost(of: Door.self, initialState: .open, observer: bench.inspector.watch("other"))
        bench.inspector.control(host, sending: ["Close": .close])
        try await bench.send(.close, to: other)
        #expect(try bench.detail().controls?.sends == ["Close"])
        #expect(try bench.detail(Query(run: 2)).controls == nil)
        let record = try #require(bench.inspector.ledger.run(1))
        let control = try #require(bench.inspector.ledger.control(of: record))
        try control.sends[0].perform()
        for await state in host.states where state == .closed(.unlocked) { break }
        control.cancel()
        _ = try? await host.untilEnded()
        #expect(bench.inspector.ledger.control(of: record) == nil)
        other.cancel()
    }

    @Test("C38 A page pauses a machine, lets it process one event, and lets it go on")
    func pause() async throws {
        let host = bench.door(.closed(.unlocked))
        bench.inspector.control(host)
        // The run has begun afterwards.
        try await bench.send(.open, to: host)
        let page = TransducerHost(
            of: Inspection.self, initialState: Inspection.State(), env: bench.inspector.ledger)
        func ask(_ event: Inspection.Event) async throws {
            try await InputPort(page.proxy.mailbox).sendWaitingForMacrostep(event)
        }
        try await ask(.select(run: 1))
        try await ask(.pause)
        #expect(try bench.detail().controls?.isPaused == true)
        try host.send(.close)
        try host.send(.lock)
        await bench.turn()
        #expect(await host.state == .open)
        try await ask(.stepMachine)
        await bench.turn()
        #expect(await host.state == .closed(.unlocked))
        #expect(try bench.detail().row.waiting == 1)
        try await ask(.resume)
        #expect(try bench.detail().controls?.isPaused == false)
        for await state in host.states where state == .closed(.locked) { break }
        page.cancel()
        host.cancel()
    }

    @Test("C38 A paused machine goes on when the last page is closed")
    func closedPage() async throws {
        let host = bench.door(.closed(.unlocked))
        bench.inspector.control(host)
        // The run has begun afterwards, and is the first one.
        try await bench.send(.open, to: host)
        // A report to an inspector elsewhere could let nothing go on.
        let report = Task { [ledger = bench.inspector.ledger] in try await ledger.report { _ in } }
        try await bench.watching {
            let record = try #require(bench.inspector.ledger.run(1))
            bench.inspector.ledger.control(of: record)?.pause()
            #expect(bench.inspector.ledger.picture(for: Query()).rows.map(\.isPaused) == [true])
            try host.send(.close)
            await bench.turn()
            #expect(await host.state == .open)
        }
        for await state in host.states where state == .closed(.unlocked) { break }
        report.cancel()
        host.cancel()
    }

    @Test("C38 The events between machines tell who has sent them")
    func sequence() async throws {
        let door = bench.door(.open)
        let proxy = door.proxy
        let guardian = TransducerHost(
            of: Guardian.self, initialState: Guardian.State(), env: { try proxy.send($0) },
            observer: bench.inspector.watch("guardian"))
        try await bench.watching {
            try await InputPort(guardian.proxy.mailbox).sendWaitingForMacrostep(.pass)
            for await state in door.states where state == .closed(.unlocked) { break }
            try await bench.send(.open, to: door)
            let picture = bench.inspector.ledger.picture(for: Query(isOfSequence: true))
            let sequence = try #require(picture.sequence)
            #expect(sequence.participants.map(\.name).sorted() == ["door", "guardian"])
            let runs = Dictionary(uniqueKeysWithValues: sequence.participants.map { ($0.name, $0.run) })
            let guardianRun = try #require(runs["guardian"])
            let told = sequence.messages.map { "\($0.text) \($0.sender == .run(guardianRun)) \($0.result)" }
            #expect(told.contains("close true closed.unlocked"))
            #expect(told.contains("open false open"))
            #expect(told.filter { $0.hasPrefix("pass") }.count == 1)
        }
        door.cancel()
        guardian.cancel()
    }

    @Test("C38 A machine that has ended is still known as the sender of an event")
    func endedSender() async throws {
        let observer = bench.inspector.watch("sender")
        let sender = TransducerHost(of: Door.self, initialState: .open, observer: observer)
        try await bench.send(.close, to: sender)
        sender.cancel()
        _ = try? await sender.untilEnded()
        try await bench.watching {
            let host = bench.door(.open)
            // The run has begun once it has processed an event.
            try await bench.send(.close, to: host)
            try await SendingRun.$current.withValue(observer.watch) { try await bench.send(.open, to: host) }
            bench.inspector.ledger.refresh()
            #expect(try bench.detail(Query(run: 2)).entries.compactMap(\.sender) == [1])
        }
    }

    @Test("C38 An error of Oak tells no value, once something is hidden")
    func errorsOfOak() {
        var settings = InspectorSettings()
        let error = TransducerError.unexpectedEvent(transducer: "T", child: [], state: "S(s: 4711)", event: "E(4711)")
        #expect(settings.text(of: error) == "\(error)")
        settings.redaction = Redaction().hiding(Door.Code.self)
        #expect(settings.text(of: error) == "unexpectedEvent (…)")
        #expect(settings.text(of: TransducerError.cancelled) == "\(TransducerError.cancelled)")
    }

    @Test("C38 Values are shown as they encode themselves, unless something is hidden")
    func encoding() {
        var settings = InspectorSettings()
        settings.showsEncoding = true
        let parcel = Crate(weight: 1250, sender: Crate.Address(city: "Oslo"), notes: ["fragile"], code: nil)
        #expect(
            settings.tree(of: parcel).text
                == "Crate(kilograms: 1.25, place: (city: Oslo), notes: [fragile], next: Address(city: Oslo))")
        #expect(settings.tree(of: Door.State.closed(.locked)).text == "closed(locked)")
        // An encoding may tell of values that no mirror shows.
        settings.redaction = Redaction().hiding(Door.Code.self)
        var secret = parcel
        secret.code = Door.Code(digits: "4711")
        #expect(settings.tree(of: secret).text.contains("weight: 1250"))
        #expect(!settings.tree(of: secret).text.contains("4711"))
    }

    @Test("C38 A page tells how long a time-out still waits")
    func timeout() async throws {
        let host = bench.door()
        try await bench.send(.wait, to: host)
        try await bench.send(.limit, to: host)
        #expect(try bench.detail().effects.map(\.rest) == [nil, .seconds(90)])
        await bench.clock.advance(by: .seconds(20))
        #expect(try bench.detail().effects.map(\.rest) == [nil, .seconds(70)])
        #expect(try bench.detail().effects.map(\.age) == [.seconds(20), .seconds(20)])
        host.cancel()
    }

    @Test("C38 The whole diagram of a machine has the states that were not seen, and hides what is hidden")
    func outline() async throws {
        let events: Alphabet<Door> = [.open, .close, .lock, .unlock(code: Door.Code(digits: "4711")), .wait]
        bench.inspector.draw(StateGraph(of: Door.self, from: [.open], events: events) { "\($0)" })
        let host = bench.door(.open)
        try await bench.watching {
            try await bench.send(.close, to: host)
            let detail = try bench.detail()
            let diagram = try #require(detail.diagram)
            #expect(detail.hasOutline)
            #expect(diagram.boxes.map(\.name) == ["open", "closed.unlocked", "closed.locked"])
            #expect(diagram.boxes.map(\.isSeen) == [true, true, false])
            let arrows = diagram.arrows.map { "\($0.source) \($0.events) \($0.target) \($0.count)" }
            #expect(
                arrows.sorted() == [
                    "closed.locked unlock closed.unlocked 0", "closed.locked wait closed.locked 0",
                    "closed.unlocked lock closed.locked 0", "closed.unlocked open open 0",
                    "closed.unlocked wait closed.unlocked 0", "open close closed.unlocked 1", "open wait open 0",
                ])
            let title = try #require(bench.inspector.ledger.run(1)).title
            let report = Report(run: 1, time: .zero, news: .began(title))
            #expect(!String(decoding: try JSONEncoder().encode(report), as: UTF8.self).contains("4711"))
        }
        host.cancel()
    }

    @Test("C38 A failure and a rejected event are logged although an inspector observes the host")
    @MainActor
    func logged() async throws {
        let lines = Protected<[String]>([])
        await PlatformLog.$substitute.withValue({ lines.value += [$0] }) {
            let host = TransducerHost(
                of: Door.self, initialState: .open, proxy: Door.Proxy(bufferSize: 0),
                observer: bench.inspector.watch("door"))
            host.input(.close)
            host.cancel()
            _ = try? await host.untilEnded()
            let model = ObservableTransducer(
                of: Door.self, initialState: .open, proxy: Door.Proxy(initialEvent: .fail), env: (),
                observer: bench.inspector.watch("door"))
            for _ in 0..<100_000 where model.isRunning { await Task.yield() }
            #expect(!model.isRunning)
        }
        #expect(lines.value.count { $0.contains("an event was rejected") } == 1)
        #expect(lines.value.count { $0.contains("Door has failed") } == 1)
    }

    @Test("A value is shown within its limits, and a large part leaves room for the others")
    func limits() {
        var settings = InspectorSettings()
        settings.textLength = 10
        let value = (list: Array(0..<100_000), text: String(repeating: "a", count: 100_000), last: 1)
        let tree = Redaction().tree(of: value, within: settings.limits)
        #expect(tree.parts.map(\.label) == ["list", "text", "last"])
        #expect(tree.parts[0].value.parts.count == 51)
        #expect(tree.parts[0].value.parts.last?.value.text == "…")
        #expect(tree.parts[1].value.text == "aaaaaaaaaa…")
        #expect(tree.parts[2].value.text == "1")
    }

    @Test("C38 A hidden value in an error reaches no page, however deep it is")
    func deepError() async throws {
        let host = TransducerHost(
            of: Door.self, initialState: .open, proxy: Door.Proxy(initialEvent: .fail),
            observer: bench.inspector.watch("door"))
        _ = try? await host.untilEnded()
        guard case .failed(let error, _) = try bench.detail().row.standing else {
            Issue.record("the machine has not failed")
            return
        }
        #expect(error.contains("Jammed") && !error.contains("4711"))
    }
}
