/// A model of postponed events, made of arrays.
struct PostponementModel<State: PostponingState> {
    typealias Event = PostponingMachine<State>.Event

    private(set) var outputs: [String] = []
    /// The number of offers.
    private(set) var offers = 0
    /// The event that exceeded the limit.
    private(set) var overflow: String?
    /// The indices of the events that are postponed at the end, in order.
    var left: [Int] { postponed.sorted() }

    private var mode = 0
    private var postponed: Set<Int> = []
    private let comparesStates: Bool

    init(_ events: [Event], limit: Int, comparesStates: Bool) {
        self.comparesStates = comparesStates
        var queue = Array(events.indices)
        while !queue.isEmpty {
            let next = queue.removeFirst()
            let wasPostponed = postponed.remove(next) != nil
            switch macrostep(events[next]) {
            case .ended: return
            case .postponed:
                if !wasPostponed, postponed.count >= limit { overflow = events[next].name }
                postponed.insert(next)
                if overflow != nil { return }
            case .same: break
            case .changed: queue = postponed.union(queue).sorted()
            }
        }
    }

    private enum Result { case postponed, same, changed, ended }

    private mutating func macrostep(_ event: Event) -> Result {
        var stack = [event]
        var result = Result.same
        while let event = stack.popLast() {
            offers += 1
            if event.postponedIn.contains(mode) { return .postponed }
            if event.unexpectedIn.contains(mode) { continue }
            let before = mode
            mode = event.mode ?? mode
            outputs.append(event.name)
            if event.ends { return .ended }
            if mode != before || !comparesStates { result = .changed }
            stack += event.actions.reversed()
        }
        return result
    }
}
