import OakDurable

extension DurableActivity {
    /// The key of the activity that the current task belongs to.
    ///
    /// - Throws: ``NoHost``: a request without a key could be carried out twice.
    static func requestKey() throws -> IdempotencyKey {
        guard let key = current?.key else { throw NoHost() }
        return key
    }
}

/// A machine runs outside a host of durable machines, so its requests have no keys.
public struct NoHost: Error {}
