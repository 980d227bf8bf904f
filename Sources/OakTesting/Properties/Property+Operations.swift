public import Oak

extension Property {
    /// No effect starts two operations with one identity side by side: the second would cancel the first.
    public static var neverTwoOperationsWithOneID: Property {
        Property(
            "No effect starts two operations with one identity",
            .history {
                { _, effect in
                    guard let effect, effect.kind == .sequence || effect.kind == .combination else { return nil }
                    var ids: [EffectID] = []
                    return collision(in: effect, ids: &ids)
                }
            }, source: ".neverTwoOperationsWithOneID")
    }

    /// No operation starts while another one of the same identity may be live: that one would be cancelled.
    ///
    /// An operation counts as live until an event tells that it has ended, or until it is cancelled by its identity.
    ///
    /// - Parameter endedOperation: Given an event, the identity of the operation that sends it last; `nil` if it is none such.
    public static func neverTwoOperationsWithOneID(
        endedBy endedOperation: @escaping (T.Event) -> (any Hashable & Sendable)?
    ) -> Property {
        Property(
            "No operation starts while another one with its identity is live",
            .history {
                var live: Set<EffectID> = []
                return { event, effect in
                    if let id = endedOperation(event) { live.remove(EffectID(id)) }
                    return effect.flatMap { start($0, among: &live) }
                }
            })
    }
}

/// Collects the identities of what an effect starts, up to the first that two of its parts share.
///
/// - Returns: What is wrong, if there is such an identity. Steps of a sequence are never live together.
private func collision<Event, Env, Input>(
    in effect: TransducerEffect<Event, Env, Input>, ids: inout [EffectID]
) -> String? {
    var collisions: String?
    let isTogether = effect.kind == .combination
    for child in effect.children {
        var own: [EffectID] = []
        collisions = collisions ?? collision(in: child, ids: &own)
        if isTogether, let shared = own.first(where: ids.contains) {
            collisions = collisions ?? "Side by side there are two effects with the identity \(shared.sourceText)."
        }
        ids += own
    }
    if effect.kind != .cancelTask, let id = effect.id { ids.append(id) }
    return collisions
}

/// Notes what an effect starts and cancels, in its order.
///
/// - Returns: What is wrong, if something is started that may be live already.
private func start<Event, Env, Input>(
    _ effect: TransducerEffect<Event, Env, Input>, among live: inout Set<EffectID>
) -> String? {
    switch effect.kind {
    case .events, .action, .isolatedAction, .departure, .rejection, .mistake, .postponement, .unexpected: return nil
    case .cancelTask:
        if let id = effect.id { live.remove(id) }
        return nil
    case .operation, .isolatedOperation:
        guard let id = effect.id, !live.insert(id).inserted else { return nil }
        return "The operation \(id.sourceText) starts while one of the same identity may be live."
    case .sequence, .combination, .list:
        for child in effect.children {
            if let reason = start(child, among: &live) { return reason }
        }
        return nil
    }
}
