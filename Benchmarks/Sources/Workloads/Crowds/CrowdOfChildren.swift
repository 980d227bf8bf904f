import Oak

/// Guests that come, stay and are sent away.
enum Inn: CompositeTransducer {
    /// The parts that stay as long as it is there.
    enum Guest: EffectTransducer {
        struct State: Sendable {}
        enum Event: Sendable { case settle(Assembly) }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .settle(let assembly): Effect(id: "stay") { _, _ in await assembly.stay() }
            }
        }
    }

    struct State: Terminable {
        var guests = Children<Int, Guest.State>()
        var isTerminal = false
    }

    enum Event: Sendable {
        case guest(Int, Guest.Event)
        case welcome(Int, Assembly)
        case sendAway(Int)
        case sendAllAway
        case close
    }

    static let guests = ComponentCollection<Self, Int, Guest>(
        "guest", event: Event.guest,
        extract: { if case .guest(let id, let event) = $0 { (id, event) } else { nil } })

    static func callRoll(_ roll: inout Roll<Self>, of state: inout State) { roll.call(guests, in: &state.guests) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .guest(let id, let event):
            return guests.step(&state.guests, id, event: event).effect
        case .welcome(let id, let assembly):
            state.guests.add(Guest.State(), as: id)
            return guests.step(&state.guests, id, event: .settle(assembly)).effect
        case .sendAway(let id):
            state.guests.remove(id)
            return nil
        case .sendAllAway:
            state.guests.removeAll()
            return nil
        case .close:
            state.isTerminal = true
            return nil
        }
    }
}

extension Crowd {
    static let children = [childrenRemovedAtOnce, childrenRemovedOneByOne]

    private static let childrenRemovedAtOnce = Workload("children removed at once") { count, stopwatch in
        try await remove(count, by: { _ in [.sendAllAway] }, stopwatch)
    }

    private static let childrenRemovedOneByOne = Workload("children removed one by one") { count, stopwatch in
        try await remove(count, by: { $0.map { .sendAway($0) } }, stopwatch)
    }

    /// Welcomes guests, each with a live operation, and sends them away.
    private static func remove(
        _ count: Int, by events: (Range<Int>) -> [Inn.Event], _ stopwatch: any Stopwatch
    ) async throws {
        let proxy = Inn.Proxy(bufferSize: count + 1)
        let assembly = Assembly(of: count)
        try proxy.send(contentsOf: (0..<count).map { .welcome($0, assembly) })
        let run = Task { try await Inn.run(initialState: Inn.State(), proxy: proxy, systemActor: Ground()) }
        await assembly.complete()
        let removals = events(0..<count) + [.close]
        stopwatch.start()
        try proxy.send(contentsOf: removals)
        try await run.value
        stopwatch.stop()
    }
}
