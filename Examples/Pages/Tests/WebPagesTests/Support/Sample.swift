import Testing

/// A state that a page has to show, with its name in a report.
struct Sample<State: Sendable>: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let state: State

    init(_ name: String, _ state: State) {
        testDescription = name
        self.state = state
    }
}
