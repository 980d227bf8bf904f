/// The first point at which a machine does not do any more what a trace recorded.
public struct Divergence: Hashable, Sendable {
    /// What is different.
    public enum Subject: String, Hashable, Sendable {
        /// The state that a transition leads to.
        case state
        /// The output of a transition, or of the initial state.
        case output
        /// The effect that a transition asks for.
        case effect
        /// The action events that follow from a transition.
        case actionEvent = "action event"
        /// Whether and how the run ends.
        case end
    }

    /// What is different.
    public let subject: Subject

    /// The number of the event in the trace, counted from one; zero if it is the beginning of the run that differs.
    public let step: Int

    /// The event, as a test would write it; `nil` at the beginning of the run.
    public let event: String?

    /// What was recorded, beside what happens now.
    public let difference: String

    /// The events before it, as a test would write them.
    public let eventsBefore: [String]

    /// The transducer that was replayed.
    public let transducer: String
}

extension Divergence: CustomStringConvertible {
    private static let eventsShown = 10

    public var description: String {
        let place = event.map { "event \(step), \($0)" } ?? "the beginning of the run"
        var lines = ["\(transducer) does not do what was recorded at \(place). The \(subject.rawValue) differs:", ""]
        lines.append(difference)
        guard !eventsBefore.isEmpty else { return lines.joined(separator: "\n") }
        lines += ["", "Events before:"]
        let left = eventsBefore.count - Self.eventsShown
        if left > 0 { lines.append("  (\(left) more)") }
        lines += zip(1..., eventsBefore).suffix(Self.eventsShown).map { "  \($0) \($1)" }
        return lines.joined(separator: "\n")
    }
}
