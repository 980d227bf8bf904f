import Oak
public import Timers
public import OakInspector
public import OakWeb

extension TimerBoard {
    /// A page with several timers.
    ///
    /// - Parameters:
    ///   - env: The dependencies of the timers.
    ///   - inspector: The inspector of the machines.
    public static func page(env: Env = Env(), inspector: Inspector = Inspector()) -> OakWeb.Page {
        Page(
            for: TimerBoard.self, at: "timers", title: "Timers",
            summary: "Several timers at once: a list that leads to each of them, and ticks while nobody looks.",
            host: {
                TransducerHost(
                    of: TimerBoard.self, initialState: State(), env: env,
                    observer: inspector.watch("Timers", of: TimerBoard.self))
            },
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
