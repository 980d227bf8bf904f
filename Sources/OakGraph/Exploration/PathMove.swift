package import Oak

/// Something that happens on a path, in terms that hold in every machine that takes the path.
package enum PathMove<Event> {
    /// An event comes from outside.
    case event(Event)
    /// The action that the machine waits for answers.
    case actionEvents([Event])
    /// An operation answers, or its postponed answer is offered again.
    case answer(Event, of: EffectMark, isLast: Bool, hasReturned: Bool)
    /// An operation returns with an event.
    case result(Event, of: EffectMark)
    /// An operation, or the action that the machine waits for, returns without an event.
    case ended(EffectMark)
    /// An operation, or the action that the machine waits for, throws an error; `nil` stands for one that no type
    /// declares.
    case failed(EffectMark, (any Error)?)

    /// Moves behind actions of the same macrostep on which nothing depends, and which the moves do not mean.
    static func moves(_ moves: [PathMove], afterIdleActions count: Int) -> [PathMove] {
        guard count > 0, moves.first?.concernsAction ?? false else { return moves }
        return Array(repeating: .ended(EffectMark(id: nil)), count: count) + moves
    }

    /// Whether it happens to an action, if the machine waits for one.
    var concernsAction: Bool {
        switch self {
        case .actionEvents: true
        case .ended(let mark), .failed(let mark, _): mark.id == nil
        case .event, .answer, .result: false
        }
    }
}

extension PathMove: Sendable where Event: Sendable {}
