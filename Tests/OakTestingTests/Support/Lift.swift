import Oak
import OakTesting

/// Moves between floors. It has a bug: an obstructed door opens also while the lift moves.
enum Lift: Transducer {
    struct State: Hashable {
        var isMoving = false
        var isOpen = false
        var isObstructed = false
    }
    enum Event: CaseIterable { case called, arrived, opened, closed, obstructed, cleared }

    static func update(_ state: inout State, event: Event) {
        switch event {
        case .called where !state.isOpen: state.isMoving = true
        case .arrived: state.isMoving = false
        case .opened where !state.isMoving || state.isObstructed: state.isOpen = true
        case .closed where !state.isObstructed: state.isOpen = false
        case .obstructed: state.isObstructed = true
        case .cleared: state.isObstructed = false
        case .called, .opened, .closed: break
        }
    }
}

extension Property where T == Lift {
    static var isClosedWhileMoving: Property {
        .always("The door is closed while the lift moves") { !($0.isMoving && $0.isOpen) }
    }
}
