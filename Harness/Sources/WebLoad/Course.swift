/// The events for the counter of a page, and the value that it must show after each.
///
/// It mostly goes in one direction, and sometimes turns or resets to zero. Every event therefore changes the value,
/// consecutive values differ, and events in a different order lead to different values.
struct Course: Sendable {
    /// The events of a counter, as its page names them.
    enum Event: String, Sendable {
        case increment, decrement, reset
    }

    let events: [Event]
    /// The values after none, one, two … of the events.
    let values: [Int]

    init(events: [Event], values: [Int]) {
        self.events = events
        self.values = values
    }

    /// Creates a course from a seed.
    init(length: Int, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var direction = Event.increment
        var events: [Event] = []
        var values = [0]
        for _ in 0..<length {
            let value = values[values.count - 1]
            let event: Event
            switch Int.random(in: 0..<10, using: &generator) {
            case 0 where value != 0:
                event = .reset
            case 1:
                direction = direction == .increment ? .decrement : .increment
                event = direction
            case _:
                event = direction
            }
            events.append(event)
            values.append(event.applied(to: value))
        }
        self.init(events: events, values: values)
    }
}

extension Course.Event {
    fileprivate func applied(to value: Int) -> Int {
        switch self {
        case .increment: value + 1
        case .decrement: value - 1
        case .reset: 0
        }
    }
}
