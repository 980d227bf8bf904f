public import Oak

/// Several timers at once: a list of them, and a page for each.
///
/// ```
///     ┌──────┐      open      ┌────────────┐
///     │ list │───────────────▶│ detail(id) │──┐ open
///     │      │◀───────────────│            │◀─┘
///     └──────┘  back, remove  └────────────┘
/// ```
///
/// The page only determines which timer the user sees: the others tick as well. A timer that has terminated stays until
/// it is removed. The board itself never ends.
public enum TimerBoard: CompositeTransducer {
    /// The timers, and the visible page.
    public struct State: NonTerminal, DefaultInitializable, Equatable, Sendable {
        /// The visible page.
        public enum Page: Equatable, Sendable {
            /// All timers.
            case list
            /// The timer with a number, which exists.
            case detail(Int)
        }

        /// The maximum number of timers.
        public static let limit = 20

        /// The visible page.
        public internal(set) var page = Page.list
        /// The timers under their numbers.
        public internal(set) var timers = Children<Int, Timers.State>()
        /// The number of the timer added last, whether or not it still exists. No number is used twice.
        var lastNumber = 0

        /// Creates a board with three stopped timers.
        public init() { for _ in 1...3 { add() } }

        /// Whether the board has the maximum number of timers.
        public var isFull: Bool { timers.count >= Self.limit }

        mutating func add() {
            lastNumber += 1
            timers[lastNumber] = Timers.State()
        }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// The user adds a timer; ignored if the board is full.
        case add
        /// The user opens the timer with a number.
        case open(Int)
        /// The user goes back to the list.
        case back
        /// The user removes the timer with a number.
        case remove(Int)
        /// An event of the timer with a number.
        case timer(Int, Timers.Event)
    }

    /// The dependencies of the timers.
    public typealias Env = Timers.Env

    static let timer = children("timer", Timers.self, event: Event.timer, env: { env, _ in env }, failure: .endsTheRun)

    public static func activeChildren(in state: State) -> some ActiveChildren<Self> { timer(state.timers) }

    public static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .add: if !state.isFull { state.add() }
        case .open(let number): if state.timers[number] != nil { state.page = .detail(number) }
        case .back: state.page = .list
        case .remove(let number):
            // Removing the timer ends its ticking.
            state.timers[number] = nil
            if state.page == .detail(number) { state.page = .list }
        case .timer(let number, let event): return timer.step(&state.timers, number, event).effect
        }
        return nil
    }
}
