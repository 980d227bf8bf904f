import Counters
import MachineTool
import Oak
import OakGraph
import Timers

extension Machines {
    /// The largest value that is counted to, in either direction.
    private static let bound = 2

    static var counter: ExploredMachine {
        .machine(
            Counter.self, from: [.init()],
            events: .generated { state in
                (state.value < bound ? [.increment] : []) + (state.value > -bound ? [.decrement] : []) + [.reset]
            })
    }

    static var effectCounter: ExploredMachine {
        .machine(
            EffectCounter.self, from: [.init()],
            events: .generated { state in
                (state.value < bound ? [.increment] : []) + (state.value > -bound ? [.decrement] : [])
                    + [.reset, .incrementReady, .decrementReady]
            }.includingAnswers())
    }

    /// How often a timer has ticked does not matter.
    private enum Phase: Hashable {
        case stopped, running, terminated

        init(_ state: Timers.State) {
            self =
                switch state {
                case .start: .stopped
                case .running: .running
                case .terminated: .terminated
                }
        }
    }

    static var timers: ExploredMachine {
        .machine(
            Timers.self, from: [.init()], events: .events(.start, .stop, .ping, .terminate).includingAnswers(),
            showing: { Phase($0) },
            properties: [
                .leadsTo(
                    "A timer that runs can be stopped", from: { Phase($0) == .running },
                    to: { Phase($0) != .running }, under: .strong)
            ])
    }

    /// One timer stands for all, since they do not know of each other.
    private struct Board: Hashable {
        let page: Page
        /// `nil` after its removal.
        let timer: Phase?

        enum Page: Hashable { case list, detail }

        init(_ state: TimerBoard.State) {
            page = state.page == .list ? .list : .detail
            timer = state.timers[1].map { Phase($0) }
        }
    }

    static var timerBoard: ExploredMachine {
        .machine(
            TimerBoard.self, from: [.init()],
            events: .events(
                .open(1), .back, .remove(1), .timer(1, .start), .timer(1, .stop), .timer(1, .ping),
                .timer(1, .terminate)
            ).includingAnswers(),
            showing: { Board($0) },
            allowing: [
                GraphExemption(.deadEnds, because: "Without the timer, the events of the others go on.") { state, _ in
                    Board(state).timer == nil
                }
            ])
    }
}
