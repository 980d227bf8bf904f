import Oak
import OakTesting
import OakWeb
import Testing

@testable import OakInspector

@Suite("The machine of the page")
struct InspectionTests {
    @Test("A picture that answers an earlier query is not shown")
    @available(macOS 15, *)
    func latePicture() {
        var state = Inspection.State()
        let old = state.query
        _ = Inspection.update(&state, event: .select(run: 3))
        _ = Inspection.update(&state, event: .shown(Picture(others: 7), for: old))
        #expect(state.picture == Picture())
        _ = Inspection.update(&state, event: .shown(Picture(others: 8), for: state.query))
        #expect(state.picture.others == 8)
    }

    @Test("Steps lead through the visible entries and end in the present")
    @available(macOS 15, *)
    func steps() {
        var state = Inspection.State()
        state.query.run = 1
        var detail = Picture.Detail(
            row: Picture.Row(
                number: 1, name: "", machine: "", standing: .running, state: nil, events: 0, waiting: 0,
                hasTroubles: false), start: .zero)
        detail.entries = [7, 5, 2].map { Entry(number: $0, time: .zero, kind: .event, text: "") }
        state.picture.detail = detail
        var moments: [Int?] = []
        for step in [-1, -1, -1, -1, 1, 1, 1, 1] {
            _ = Inspection.update(&state, event: .step(by: step))
            moments.append(state.query.moment)
        }
        #expect(moments == [7, 5, 2, 2, 5, 7, nil, nil])
    }

    @Test("Every message of the page has an event, whatever values come with it", arguments: InspectionMessage.allCases)
    @available(macOS 15, *)
    func messages(message: InspectionMessage) {
        let values = [
            "run": "1", "link": "1", "text": "a", "kinds": "events", "entry": "2", "title": "Go", "field": "search",
        ]
        #expect(InspectionMessage.decode(Message(message.rawValue, values: values)) != nil)
    }

    @Test("A log forgets its oldest entries, and finds the others by their numbers")
    func log() {
        var log = Log(limit: 100)
        for number in 0..<1000 { log.append(Entry(number: number, time: .zero, kind: .event, text: "\(number)")) }
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
        rates.note(at: .seconds(1))
        rates.note(at: .milliseconds(1900))
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
        @available(macOS 15, *)
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
