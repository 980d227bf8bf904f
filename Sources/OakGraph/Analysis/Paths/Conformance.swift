public import Oak

/// The result of holding an implementation against a graph.
public struct Conformance<Machine: ExecutableTransducer, Observation: Equatable> {
    /// A sequence of events after which the implementation differs.
    public struct Difference {
        /// The events; the last one shows the difference.
        public let path: GraphPath<Machine>

        /// The observation of the machine.
        public let expected: Observation

        /// The observation of the implementation; `nil` if it has thrown an error.
        public let actual: Observation?

        /// The error that the implementation has thrown.
        public let error: (any Error)?
    }

    /// The shortest difference that was found; `nil` if there is none.
    public let difference: Difference?

    /// The number of sequences that the implementation has taken; runs that only shorten a difference do not count.
    public let sequences: Int

    /// The number of events in these sequences.
    public let events: Int

    /// The reason why the graph does not have all reachable states; `nil` if it has.
    public let cut: GraphCut?

    /// Whether the implementation agrees on all sequences of a complete graph.
    public var holds: Bool { difference == nil && cut == nil && events > 0 }
}

extension Conformance: CustomStringConvertible {
    public var description: String {
        let extent = "\(sequences) sequence\(sequences == 1 ? "" : "s") of \(events) event\(events == 1 ? "" : "s")"
        guard let difference else {
            guard events > 0 else { return "Nothing was compared: the graph has no transitions to take." }
            let sentences = ["The implementation agrees on \(extent).", cut?.description]
            return sentences.compactMap(\.self).joined(separator: " ")
        }
        let actual =
            difference.error.map { "an error: \($0)" } ?? difference.actual.map { sourceText(of: $0) } ?? "nothing"
        let count = difference.path.steps.count
        return """
            The implementation differs after \(count) event\(count == 1 ? "" : "s"), found in \(extent).
            Expected: \(sourceText(of: difference.expected))
            Actual:   \(actual)

            \(difference.path)
            """
    }
}
