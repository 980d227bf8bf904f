import Oak
import Synchronization

/// How many machines wait for their first event.
enum Attendance {
    private static let count = Mutex(0)

    static var isComplete: Bool { count.withLock { $0 } == 0 }

    static func expect(_ number: Int) { count.withLock { $0 = number } }

    static func note() { count.withLock { $0 -= 1 } }
}

/// A machine that waits.
enum Bystander: Transducer {
    enum State { case waiting }
    enum Event: Sendable { case nod }

    static func initialOutput(initialState: State) -> Void? {
        Attendance.note()
        return ()
    }

    static func update(_ state: inout State, event: Event) {}
}

/// A machine that waits, has delivered an output, and can start operations.
enum Lookout: EffectTransducer {
    enum State { case waiting, looking }
    enum Event: Sendable { case look, seen(Int) }
    typealias Output = Int

    static func initialOutput(initialState: State) -> Int? {
        Attendance.note()
        return 0
    }

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        switch (state, event) {
        case (.waiting, .look):
            state = .looking
            return (Effect(id: "look") { _, input in try input.send(.seen(1)) }, 0)
        case (.looking, .seen(let value)):
            state = .waiting
            return (nil, value)
        case (.waiting, .seen), (.looking, .look):
            return (nil, 0)
        }
    }
}
