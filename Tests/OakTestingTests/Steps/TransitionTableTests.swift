import Oak
import OakGraph
import TestSupport
import Testing

@testable import OakTesting

@Suite("Tables of transitions")
struct TransitionTableTests {
    private typealias Cell = TransitionTable.Cell

    private let signIn = TransitionTable(
        of: SignIn.self, states: SignIn.State.allCases, events: [.signInRequested, .succeeded, .cancelled])

    @Test("A cell shows state, effect and output, or an ignored event")
    func cells() {
        #expect(signIn.states == [".idle", ".signingIn", ".failed", ".signedIn (terminal)"])
        #expect(signIn.events == [".signInRequested", ".succeeded", ".cancelled"])
        let request = Cell.handled(state: ".signingIn", effect: ".operation(id: \"sign-in\")", output: nil)
        #expect(signIn.cells[0] == [request, .ignored, .ignored])
        let turnstile = TransitionTable(of: Turnstile.self, states: [.locked], events: [.coin, .push])
        #expect(
            turnstile.cells == [
                [
                    .handled(state: ".unlocked", effect: nil, output: "false"),
                    .handled(state: ".locked", effect: nil, output: "false"),
                ]
            ])
        let stack = TransitionTable(of: TextStack.self, states: [.init()], events: [.push, .pop])
        let pushed = Cell.handled(state: "State(texts: [\"text\"])", effect: nil, output: "Output(popped: nil)")
        let popped = Cell.handled(state: "State(texts: [])", effect: nil, output: "Output(popped: nil)")
        #expect(stack.cells == [[pushed, popped]])
    }

    private enum Bell: EffectTransducer {
        enum State: Equatable { case quiet }
        enum Event { case rung }
        static func update(_ state: inout State, event: Event) -> Effect? { .cancelTask("sleep") }
    }

    /// A machine with more state than a table should show.
    private enum Player: Transducer {
        struct State: Equatable { var isPlaying = false, volume = 5, presses = 0 }
        enum Event: CaseIterable { case pressed, louder, nothing }

        static func update(_ state: inout State, event: Event) {
            switch event {
            case .pressed:
                state.isPlaying.toggle()
                state.presses += 1
            case .louder: state.volume += 1
            case .nothing: break
            }
        }
    }

    @Test("A table of a part of the state does not call an event ignored if it changes the rest")
    func showing() {
        let states = [Player.State(), .init(isPlaying: true)]
        let playing = TransitionTable(
            of: Player.self, states: states, events: Player.Event.allCases, showing: \.isPlaying)
        #expect(
            "\(playing)" == """
                         .pressed    .louder    .nothing
                false    true        false      ·
                true     false       true       ·

                · ignored
                """)
        let both = TransitionTable(
            of: Player.self, states: states, events: [.louder], showing: { (playing: $0.isPlaying, volume: $0.volume) })
        #expect(both.states == ["(playing: false, volume: 5)", "(playing: true, volume: 5)"])
        #expect(both.cells[0][0].text == "(playing: false, volume: 6)")
        let own = TransitionTable(
            of: Player.self, states: states, events: [.louder], showing: { $0.isPlaying ? "on" : "off" })
        #expect(own.states == ["off", "on"])
    }

    private enum Shop: Transducer {
        struct State: Equatable { var stalls: Children<String, Turnstile.State> = ["left": .locked], name = "Oak" }
        enum Event { case open(String) }

        static func update(_ state: inout State, event: Event) {
            switch event {
            case .open(let name): state.stalls[name] = .unlocked
            }
        }
    }

    @Test("The states of children are shown under their keys")
    func children() {
        let table = TransitionTable(of: Shop.self, states: [.init()], events: [.open("right")], showing: \.stalls)
        #expect(table.states == [#"["left": .locked]"#])
        #expect(table.cells[0][0].text == #"["left": .locked, "right": .unlocked]"#)
    }

    @Test("An event with an effect is not ignored, even if it leaves the state unchanged")
    func effectAlone() {
        let table = TransitionTable(of: Bell.self, states: [.quiet], events: [.rung])
        #expect(table.cells == [[.handled(state: ".quiet", effect: ".cancelTask(\"sleep\")", output: nil)]])
    }

    @Test("The text is aligned")
    func text() {
        #expect(
            "\(signIn)" == """
                                        .signInRequested                          .succeeded    .cancelled
                .idle                   .signingIn + .operation(id: "sign-in")    ·             ·
                .signingIn              ·                                         .signedIn     .idle + .cancelTask("sign-in")
                .failed                 .signingIn + .operation(id: "sign-in")    ·             ·
                .signedIn (terminal)    ·                                         ·             ·

                · ignored
                """)
    }

    @Test("The Markdown is aligned and can be parsed")
    func markdown() {
        let table = TransitionTable(of: Turnstile.self, states: [.locked, .unlocked], events: [.coin, .push])
        #expect(
            table.markdown == """
                # Turnstile

                |             | `.coin`             | `.push`           |
                |-------------|---------------------|-------------------|
                | `.locked`   | `.unlocked / false` | `.locked / false` |
                | `.unlocked` | `.unlocked / false` | `.locked / true`  |

                """)
        #expect(Grid(markdown: table.markdown) == table.grid)
        let odd = Grid(columns: [Grid.code("a|b"), Grid.code("`c`\nd")], rows: [.init(name: "", cells: ["·", "✗"])])
        #expect(Grid(markdown: odd.markdown) == odd)
    }

    @Test("Events with the same text have separate columns")
    func duplicates() {
        #expect(
            TransitionTable(of: Turnstile.self, states: [], events: [.coin, .coin]).events == [".coin", ".coin #2"])
    }
}
