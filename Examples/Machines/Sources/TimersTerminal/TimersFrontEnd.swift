import Oak
public import Terminal
public import Timers

/// The timer in a terminal.
public struct TimersFrontEnd: FrontEnd {
    public typealias Machine = Timers

    /// Creates a front end.
    public init() {}

    public let introduction = "A timer that can be started and stopped."
    public let vocabulary: Set<String> = ["start", "stop", "wait", "terminate"]

    public func commands(in state: Timers.State) -> [Command<Timers>] {
        let terminate = Command<Timers>("terminate", "end the timer for good", sends: .terminate)
        return switch state {
        case .start: [Command("start", "start the timer", sends: .start), terminate]
        case .running(let count):
            [
                Command("stop", "stop the timer", sends: .stop),
                Command("wait", "in a script: go on after so many ticks") { ticks in
                    // Compares by subtraction: the number may be too large to add to.
                    { state in state.count.map { $0 - count >= ticks } ?? true }
                },
                terminate,
            ]
        case .terminated: []
        }
    }

    // The ticking never ends by itself, so waiting for its end is impossible.
    public func isWorking(in state: Timers.State) -> Bool { false }

    public func opening(in state: Timers.State) -> [Line] {
        [Line("Type start or terminate; help shows more.", .faint), "\(state.count ?? 0)"]
    }

    public func report(_ event: Timers.Event, from old: Timers.State, to new: Timers.State) -> [Line] {
        switch (event, new) {
        case (.start, .running(let count)): [Line("\(count), ticking …", .faint)]
        case (.stop, .start(let count)): [Line("\(count), stopped.", .faint)]
        case (.ping, .running(let count)): ["\(count)"]
        case (.terminate, .terminated): [Line("The timer has ended.", .faint)]
        case (_, .start), (_, .running), (_, .terminated): []
        }
    }
}
