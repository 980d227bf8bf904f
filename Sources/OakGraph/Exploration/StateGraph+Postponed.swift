import Oak

extension StateGraph {
    /// A postponed event that a later state does not try because the generated alphabet does not have it there.
    @usableFromInline
    var missingPostponedEvent: GraphCut? {
        switch alphabet.source {
        case .fixed: return nil
        case .generated: break
        }
        let postponing = transitions { $0.intent == .postponed }.filter { $0.sender == nil }
        for (event, group) in Dictionary(grouping: postponing, by: { sourceText(of: $0.event) }).sorted(by: {
            $0.key < $1.key
        }) {
            var isReached: Set<Int> = []
            var ahead = group.map(\.source)
            while let number = ahead.popLast() {
                guard isReached.insert(number).inserted, !Machine.isTerminal(space.states[number]) else { continue }
                guard let own = transitions(from: number).first(where: { sourceText(of: $0.event) == event }) else {
                    return .postponedEventMissing(event: event, state: text(of: number))
                }
                // The event is taken where it is not postponed again.
                guard own.intent == .postponed else { continue }
                ahead += space.edges(of: number).map { Int(space.targets[$0]) }
            }
        }
        return nil
    }
}
