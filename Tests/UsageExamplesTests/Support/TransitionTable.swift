import Oak
import Testing

/// A line of a machine's transition table.
struct Row<T: ExecutableTransducer> {
    let state: T.State
    let event: T.Event
    let next: T.State
    let effect: String?

    init(_ state: T.State, _ event: T.Event, to next: T.State, _ effect: String? = nil) {
        self.state = state
        self.event = event
        self.next = next
        self.effect = effect
    }
}

/// Checks every pair of a state and an event: one with a row does what the row says, any other changes nothing.
///
/// States and events are compared by their descriptions, for they may carry errors, which have no equality.
func expectTable<T: ExecutableTransducer>(
    _ rows: [Row<T>], states: [T.State], events: [T.Event], sourceLocation: SourceLocation = #_sourceLocation
) {
    var used = 0
    for state in states {
        for event in events {
            let row = rows.first { "\($0.state)" == "\(state)" && "\($0.event)" == "\(event)" }
            if row != nil { used += 1 }
            var next = state
            let (effect, _) = T.step(&next, event: event)
            #expect(
                "\(next)" == "\(row?.next ?? state)", "\(event) in \(state)", sourceLocation: sourceLocation)
            #expect(
                effect.map { "\($0)" } == row?.effect, "\(event) in \(state)", sourceLocation: sourceLocation)
        }
    }
    #expect(used == rows.count, "a row names a pair that was not tried", sourceLocation: sourceLocation)
}

/// The descriptions of states, to compare those that carry errors.
func descriptions<State>(_ states: [State]) -> [String] { states.map { "\($0)" } }
