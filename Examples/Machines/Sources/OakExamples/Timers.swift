import Oak
import Terminal
import Timers

extension Terminal<Timers> {
    static var timers: Self {
        Self(
            "A timer: start, stop, terminate.",
            text: { state in
                switch state {
                case .start(let count): "\(count), stopped."
                case .running(let count): "\(count), ticking."
                case .terminated: "The timer has ended."
                }
            },
            words: { state in
                switch state {
                case .start: [("start", .start), ("terminate", .terminate)]
                case .running: [("stop", .stop), ("terminate", .terminate)]
                case .terminated: []
                }
            })
    }
}
