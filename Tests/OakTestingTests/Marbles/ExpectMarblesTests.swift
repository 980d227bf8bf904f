import Oak
import OakTesting
import Testing

@Suite("Marbles")
struct ExpectMarblesTests {
    private static let events: [Character: Suggestions.Event] = [
        "a": .typed("o"), "b": .typed("oa"), "c": .typed("oak"), "x": .close,
    ]
    private static let outputs: [Character: [String]?] = ["b": ["about oa"], "c": ["about oak"], "0": []]

    /// Plays a diagram with a tenth of a second a frame.
    private func suggestions(
        _ env: Suggestions.Env = .init(), events: String, outputs: String,
        line: UInt = #line
    ) async {
        await expectMarbles(
            of: Suggestions.self, initialState: .open, env: env, clock: env.clock, frame: .milliseconds(100),
            events: events, Self.events, outputs: outputs, Self.outputs, line: line)
    }

    @Test("A search waits for a pause in typing")
    func debounced() async {
        let env = Suggestions.Env()
        await expectMarbles(
            of: Suggestions.self, initialState: .open, env: env, clock: env.clock, frame: .milliseconds(100),
            events: " a-b-----c--- x", ["a": .typed("o"), "b": .typed("oa"), "c": .typed("oak"), "x": .close],
            outputs: "-----x-----y(z|)", ["x": ["about oa"], "y": ["about oak"], "z": []])
    }

    @Test("An event due at the beginning of a frame comes before the events of that frame")
    func order() async {
        await suggestions(events: "b--c------", outputs: "---b--c---")
        await suggestions(events: "(bc)------", outputs: "---c------")
    }

    @Test("An event due between two frames belongs to the first of them")
    func between() async {
        let clock = TestClock()
        await expectMarbles(
            of: Metronome.self, initialState: .init(), env: clock, clock: clock,
            events: " s   -   -   -", ["s": .start],
            outputs: "(12)(34)5(67)", ["1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7])
    }

    @Test("The clock may have run before")
    func lateBeginning() async {
        let env = Suggestions.Env()
        await env.clock.advance(by: .milliseconds(12_345))
        await suggestions(env, events: "b----", outputs: "---b-")
    }

    @Test("A run that fails is stated, and so is one that is cancelled")
    func failures() async {
        struct Offline: Error {}
        await suggestions(.init(search: { _ in throw Offline() }), events: "b---", outputs: "---^")
        await suggestions(events: "b-;--", outputs: "--#")
        await suggestions(events: "x", outputs: "(0|)")
    }

    @Test("A machine without time")
    func withoutEnvironment() async {
        await expectMarbles(
            of: Turnstile.self, initialState: .locked, events: "cp(cp)p", ["c": .coin, "p": .push],
            outputs: "01(01)0", ["0": false, "1": true])
    }

    @Test("A difference is shown in both diagrams, with the values behind the letters")
    func difference() async {
        let issues = await Issues.of {
            await suggestions(events: "a-b ---c-------x", outputs: "----b(b0)----c(0|)", line: 7)
        }
        #expect(issues.lines == [7])
        #expect(
            issues.messages == [
                """
                The outputs are not the expected ones, from frame 4 on (at 0.4 seconds):

                    events    a-b---   c-----   --x
                    expected  ----b(b0)----c(0|)---
                    actual    -----b   ---c--   --(0|)
                                  ^

                Events:
                    a: .typed("o")
                    b: .typed("oa")
                    c: .typed("oak")
                    x: .close

                Outputs:
                    0: []
                    b: ["about oa"]
                    c: ["about oak"]
                """
            ])
    }

    @Test("Outputs without a letter in the diagram get letters of their own")
    func unknown() async {
        let issues = await Issues.of {
            await suggestions(.init(search: { [$0] }), events: "b-----x", outputs: "---b--|")
        }
        #expect(
            issues.messages == [
                """
                The outputs are not the expected ones, from frame 3 on (at 0.3 seconds):

                    events    b-----x
                    expected  ---b--|
                    actual    ---A--(0|)
                                 ^

                Events:
                    b: .typed("oa")
                    x: .close

                Outputs:
                    0: []
                    A: ["oa"]
                    b: ["about oa"]
                """
            ])
    }

    @Test("An event that the machine does not accept is a failure")
    func rejected() async {
        let issues = await Issues.of { await suggestions(events: "xa", outputs: "(0|)-") }
        #expect(
            issues.messages == [
                #"The machine does not accept "a" in frame 1, .typed("o"): The machine has ended and takes no more events; `run`, or `value` of its host, tells why."#
            ])
    }

    @Test("A diagram that cannot be read is reported where it is written")
    func malformed() async {
        let line: UInt = #line + 1
        let issues = await Issues.of { await suggestions(events: "a-(b-c)", outputs: "") }
        #expect(issues.lines == [line])
        #expect(
            issues.messages == [
                """
                The diagram of the events cannot be read, column 5: no time passes within a group.

                    a-(b-c)
                        ^
                """
            ])
        let valueless = await Issues.of { await suggestions(events: "a", outputs: "-- q") }
        #expect(
            valueless.messages == [
                """
                The diagram of the outputs cannot be read, column 4: there is no value for "q".

                    -- q
                       ^
                """
            ])
    }

    @Test("Unplayable diagrams are reported: no time, time that passes by itself, a machine that never rests")
    func misuse() async {
        let issues = await Issues.of {
            await expectMarbles(
                of: Metronome.self, initialState: .init(), env: TestClock(), clock: TestClock(), frame: .zero,
                events: "", [:], outputs: "", [:])
            await expectMarbles(
                of: Metronome.self, initialState: .init(), env: TestClock(), clock: TestClock(advancing: .whenIdle),
                events: "", [:], outputs: "", [:])
            await expectMarbles(
                of: Restless.self, initialState: .init(), events: "s", ["s": .start], outputs: "---", [:])
        }
        #expect(issues.messages.count == 3)
        #expect(issues.message(0).contains("A frame takes time"))
        #expect(issues.message(1).contains("Use one that advances on request"))
        #expect(issues.message(2).contains("does not come to rest"))
    }

    /// Ticks every 600 milliseconds, for the first time at once.
    private enum Metronome: EffectTransducer {
        struct State { var ticks = 0 }
        enum Event { case start, tick }
        typealias Env = TestClock
        typealias Output = Int?

        static func update(_ state: inout State, event: Event) -> (Effect?, Int?) {
            switch event {
            case .start:
                let ticks = Effect { clock, input in
                    while true {
                        try input.send(.tick)
                        try await clock.sleep(for: .milliseconds(600))
                    }
                }
                return (ticks, nil)
            case .tick:
                state.ticks += 1
                return (nil, state.ticks)
            }
        }
    }

    /// Works and works.
    private enum Restless: EffectTransducer {
        struct State {}
        enum Event { case start }

        static func update(_ state: inout State, event: Event) -> Effect? {
            Effect { _, _ in while !Task.isCancelled { await Task.yield() } }
        }
    }
}
