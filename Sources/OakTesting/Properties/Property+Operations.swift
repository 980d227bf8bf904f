public import Oak
import OakGraph

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

    /// No operation starts while another one with its identity may be live and would be cancelled.
    ///
    /// An operation counts as live until an event reports its end, or until it is cancelled by its identity.
    ///
    /// - Parameter endedOperation: Returns the identity of the operation whose last event this is; `nil` for every
    ///   other event.
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

/// Collects the identities that an effect starts, and detects the first one shared by two of its parts.
///
/// - Returns: The collision, if there is one. Steps of a sequence are never live together.
private func collision<Event, Env, Input>(
    in effect: TransducerEffect<Event, Env, Input>, ids: inout [EffectID]
) -> String? {
    var collisions: String?
    let isTogether = effect.kind == .combination
    for child in effect.parts {
        var own: [EffectID] = []
        collisions = collisions ?? collision(in: child, ids: &own)
        if isTogether, let shared = own.first(where: ids.contains) {
            collisions = collisions ?? "Two effects with the identity \(shared.sourceText) run side by side."
        }
        ids += own
    }
    if effect.kind != .cancelTask, let id = effect.id { ids.append(id) }
    return collisions
}

/// Tracks the operations that an effect starts and cancels, in its order.
///
/// - Returns: The collision, if the effect starts an operation that may already be live.
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
        for child in effect.parts {
            if let reason = start(child, among: &live) { return reason }
        }
        return nil
    }
}
