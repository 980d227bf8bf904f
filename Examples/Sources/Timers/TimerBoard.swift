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
/// The page is what somebody looks at, and nothing else: the timers tick whether they are looked at or not. One that has
/// terminated stays until it is removed. The board itself never ends.
public enum TimerBoard: CompositeTransducer {
    /// The timers, and which of them is looked at.
    public struct State: NonTerminal, DefaultInitializable, Equatable, Sendable {
        /// What is looked at.
        public enum Page: Equatable, Sendable {
            /// All timers.
            case list
            /// The timer of a number; there is one.
            case detail(Int)
        }

        /// How many timers there can be.
        public static let limit = 20

        /// What is looked at.
        public internal(set) var page = Page.list
        /// The timers under their numbers.
        public internal(set) var timers = Children<Int, Timers.State>()
        /// The number of the timer that was added last, be it there or not. None is given twice.
        var lastNumber = 0

        /// Creates a board with three timers that stand still.
        public init() { for _ in 1...3 { add() } }

        /// Whether there are as many timers as there can be.
        public var isFull: Bool { timers.count >= Self.limit }

        mutating func add() {
            lastNumber += 1
            timers[lastNumber] = Timers.State()
        }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// The user wants one more timer; ignored when the board is full.
        case add
        /// The user wants to look at the timer of a number.
        case open(Int)
        /// The user wants to look at the list.
        case back
        /// The user does not want the timer of a number any more.
        case remove(Int)
        /// Something happens to the timer of a number.
        case timer(Int, Timers.Event)
    }

    /// What drives the timers.
    public typealias Env = Timers.Env

    static let timer = children("timer", Timers.self, event: Event.timer, env: { env, _ in env })

    public static func activeChildren(in state: State) -> Active<Self> { timer(state.timers) }

    /// Decides what an event leads to.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: What has happened.
    /// - Returns: What a timer has to do.
    public static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .add:
            guard !state.isFull else { return nil }
            state.add()
            return nil
        case .open(let number):
            guard state.timers[number] != nil else { return nil }
            state.page = .detail(number)
            return nil
        case .back:
            state.page = .list
            return nil
        case .remove(let number):
            // Its ticking ends because it is not there any more.
            state.timers[number] = nil
            if state.page == .detail(number) { state.page = .list }
            return nil
        case .timer(let number, let event):
            return timer.step(&state.timers, number, event).effect
        }
    }
}
