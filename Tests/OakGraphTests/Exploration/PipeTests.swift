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

    enum Loader: EffectTransducer {
        enum State: Hashable { case idle, loading, loaded }
        enum Event: Hashable, Sendable { case load, arrived, saved }
        typealias Output = Bool
        static func update(_ state: inout State, event: Event) -> (Effect?, Bool) {
            switch (state, event) {
            case (.idle, .load):
                state = .loading
                return (Effect(id: "fetch") { _, _ in }, false)
            case (.loading, .arrived):
                state = .loaded
                return (nil, true)
            case (.loaded, .saved):
                state = .idle
                return (nil, false)
            case (_, _): return (nil, false)
            }
        }
    }
    enum Saver: EffectTransducer {
        enum State: Hashable { case idle, saving }
        enum Event: Hashable, Sendable { case save, done, stop }
        typealias Output = Bool
        static func update(_ state: inout State, event: Event) -> (Effect?, Bool) {
            switch (state, event) {
            case (.idle, .save):
                state = .saving
                return (Effect(id: "write") { _, _ in }, false)
            case (.saving, .done):
                state = .idle
                return (nil, true)
            case (.saving, .stop):
                state = .idle
                return (.cancelTask("write"), false)
            case (_, _): return (nil, false)
            }
        }
    }
    enum Saving: Pipe {
        typealias Source = Loader
        typealias Sink = Saver
        static func event(for output: Bool) -> Saver.Event? { output ? .save : nil }
        static func reply(to output: Bool) -> Loader.Event? { output ? .saved : nil }
    }

    @Test("The effects of both machines of a pipe answer as declared, and only while they are under way")
    func effectsOfPipes() {
        let graph = StateGraph(
            of: Piped<Saving>.self, from: [.init(.idle, .idle)],
            events: .events(.first(.load), .second(.stop))
                .answers(of: EffectID("fetch", in: .first), .first(.arrived))
                .answers(of: EffectID("write", in: .second), .second(.done)))
        let expected: [PipedState<Loader.State, Saver.State>] = [
            .init(.idle, .idle), .init(.loading, .idle), .init(.loaded, .saving), .init(.loaded, .idle),
        ]
        #expect(graph.states == expected)
        #expect(graph.verdict(on: .undeclaredAnswers) == .holds)
        let silent = StateGraph(
            of: Piped<Saving>.self, from: [.init(.idle, .idle)], events: .events(.first(.load), .second(.stop)))
        #expect(silent.states.count == 2)
        let finding = silent.check([.undeclaredAnswers]).findings.first
        #expect(finding?.message.contains("'.answers(of: EffectID(\"fetch\", in: .first), …)'") == true)
    }

    enum Loud: Pipe {
        typealias Source = ScriptedMachine
        typealias Sink = Consumer
        static func event(for output: Void) -> Consumer.Event? { nil }
    }

    @Test("Parts behind an action event of a piped machine begin after its transition")
    func partsBehindActionEvents() {
        let script = Script([
            [.input(0): .go(to: 1, .sequence(nil, [.operation(0), .event(0), .operation(1)]))],
            [.inner(0): .go(to: 1, .cancel(1)), .last(of: 0): .go(to: 2), .last(of: 1): .go(to: 2)],
            [:],
        ])
        let start = Position(script: script)
        let piped = StateGraph(
            of: Piped<Loud>.self, from: [.init(start, .empty)],
            events: .events(.first(.input(0))).answers(of: EffectID(1, in: .first), .first(.last(of: 1)))
                .answers(of: EffectID(0, in: .first)))
        let alone = StateGraph(
            of: ScriptedMachine.self, from: [start],
            events: .events(.input(0)).answers(of: 1, .last(of: 1)).answers(of: 0))
        #expect(piped.states.map(\.first) == alone.states)
        #expect(piped.transitionCount == alone.transitionCount)
    }
}
