import Oak

extension StateGraph {
    /// The reason why no check holds that finds nothing; `nil` if the graph has every transition.
    var doubt: String? { reason { $0 == .endless || $0 == .trapped } }

    /// The reason why no property of the graph holds; `nil` if the graph has all runs.
    var reasonAgainstProperties: String? { reason { !$0.continuesRun } }

    /// - Parameter isEnd: Whether the graph does not go on behind a transition, by its intent.
    private func reason(where isEnd: (Intent) -> Bool) -> String? {
        if let cut { return "\(cut)" }
        guard let edge = space.notes.firstIndex(where: { isEnd($0.intent) }) else { return nil }
        let source = space.source(of: edge)
        let fault = transitions(from: source)[edge - space.edges(of: source).lowerBound]
        let end =
            switch fault.intent {
            case .endless:
                """
                leads to more than \(limits.actionEvents) action events, so its states are not all known. Raise \
                'limits: .init(actionEvents:)' if the chain has an end.
                """
            case .invalid: "ends in an error, so no run goes on from there."
            case .trapped, .handled, .ignored, .postponed, .unexpected, .refused:
                "does not return, so what follows is not known."
            }
        return "The macrostep of \(sourceText(of: fault.event)) in \(text(of: source)) \(end)"
    }
}
