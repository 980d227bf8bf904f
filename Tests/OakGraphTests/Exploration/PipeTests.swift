import Oak
import OakGraph
import Testing

struct PipeTests {
    enum Producer: Transducer {
        enum State: Hashable { case idle, busy }
        enum Event: CaseIterable { case start, acknowledged }
        static func update(_ state: inout State, event: Event) -> Bool {
            state = event == .start ? .busy : .idle
            return event == .start
        }
    }
    enum Consumer: Transducer {
        enum State: Hashable { case empty, full }
        enum Event: CaseIterable { case item, clear }
        static func update(_ state: inout State, event: Event) -> Bool {
            state = event == .item ? .full : .empty
            return event == .item
        }
    }
    enum OneWay: Pipe {
        typealias Source = Producer
        typealias Sink = Consumer
        static func event(for output: Bool) -> Consumer.Event? { output ? .item : nil }
    }
    enum BothWays: Pipe {
        typealias Source = Producer
        typealias Sink = Consumer
        static func event(for output: Bool) -> Consumer.Event? { output ? .item : nil }
        static func reply(to output: Bool) -> Producer.Event? { output ? .acknowledged : nil }
    }

    @Test("An output becomes an event of the other machine")
    func outputEventOther() {
        let graph = StateGraph(
            of: Piped<OneWay>.self, from: [.init(.idle, .empty)], events: [.first(.start), .second(.clear)])
        #expect(graph.states.map(\.second) == [.empty, .full, .empty])
        #expect(graph.verdict(on: .deadEnds) == .holds)
    }

    @Test("Two machines that wait for each other are a dead end")
    func twoMachinesWait() throws {
        let graph = StateGraph(
            of: Piped<BothWays>.self, from: [.init(.idle, .empty)], events: [.first(.start), .second(.clear)])
        let finding = try #require(graph.check([.deadEnds]).findings.first)
        #expect(finding.path?.events.count == 1)
        #expect(finding.state?.condition == .deadlocked)
    }

    enum UnexpectingConsumer: EffectTransducer {
        enum State: Hashable { case only }
        enum Event: CaseIterable, Sendable { case item, other }
        static func update(_ state: inout State, event: Event) -> Effect? { event == .item ? .unexpected : nil }
    }
    enum ToUnexpecting: Pipe {
        typealias Source = Producer
        typealias Sink = UnexpectingConsumer
        static func event(for output: Bool) -> UnexpectingConsumer.Event? { output ? .item : nil }
    }

    @Test("An unexpected event stops a pipe, and from outside it fails the check for unexpected events")
    func unexpectedEventStops() {
        let piped = StateGraph(
            of: Piped<ToUnexpecting>.self, from: [.init(.idle, .only)], events: [.first(.start)])
        #expect(piped.states.last?.condition == .stopped(.unexpected))
        #expect(piped.verdict(on: .deadEnds) == .fails)
        let direct = StateGraph(
            of: Piped<ToUnexpecting>.self, from: [.init(.idle, .only)], events: [.second(.item)])
        #expect(direct.verdict(on: .unexpectedEvents) == .fails)
    }
}
