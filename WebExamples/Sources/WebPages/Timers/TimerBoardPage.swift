import Oak
public import Timers
public import OakWeb

extension TimerBoard {
    /// A page with several timers.
    ///
    /// - Parameter env: The dependencies of the timers.
    public static func page(env: Env = Env()) -> OakWeb.Page {
        Page(
            for: TimerBoard.self, at: "timers", title: "Timers",
            summary: "Several timers at once: a list that leads to each of them, and ticks while nobody looks.",
            host: { TransducerHost(of: TimerBoard.self, initialState: State(), env: env) },
            render: { $0.scene },
            decode: TimerBoardMessage.decode)
    }
}

extension TimerBoard.State {
    /// The visible page: all timers, or one.
    var scene: HTML {
        HTML {
            switch page {
            case .list: list
            case .detail(let number):
                if let timer = timers[number] { timer.detail(number) }
            }
        }
    }
}
