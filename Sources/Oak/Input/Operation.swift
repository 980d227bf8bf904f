/// One execution of an operation, from its start to its end.
///
/// To the mailbox it is the origin of events. Sending is closed when the operation is cancelled: from then on its input
/// throws, and what it has already put into the mailbox is passed over.
///
/// Each property says who may touch it and when; that is stricter than the exclusivity the runtime would check.
@usableFromInline
final class Operation: @unchecked Sendable {
    @usableFromInline enum Role {
        /// It does what the user asked for.
        case work
        /// It does what a component that has ended still has to do.
        case exit(Ending)
        /// It waits for the grace period of a cancelled operation to pass.
        case watch(over: Operation)
    }

    @usableFromInline let summary: EffectSummary
    @usableFromInline let role: Role

    /// Written by the run loop under the mailbox's lock; read by senders under that lock, and by the run loop.
    @exclusivity(unchecked) @usableFromInline var isClosed = false

    /// Written by the operation's task before it posts its end, read by the run loop after it has taken that end.
    @exclusivity(unchecked) @usableFromInline var failure: (any Error)?

    /// What the task has to do; let go before the end is posted, so that nothing of the user's outlives it.
    @exclusivity(unchecked) @usableFromInline var work: (@Sendable () async throws -> Void)?

    // The rest is used by the run loop only.

    @exclusivity(unchecked) @usableFromInline var task: Task<Void, Never>?
    /// Its place in the registry, as long as it has not ended.
    @exclusivity(unchecked) @usableFromInline var index: Int
    @exclusivity(unchecked) @usableFromInline var hasEnded = false
    @exclusivity(unchecked) @usableFromInline var watch: Operation?

    @inlinable
    init(summary: EffectSummary, role: Role, index: Int) {
        self.summary = summary
        self.role = role
        self.index = index
    }

    /// Whether it does what the user asked for.
    @inlinable
    var isWork: Bool {
        switch role {
        case .work, .exit: true
        case .watch: false
        }
    }

    /// Whether it does what a component that has ended still has to do.
    @inlinable
    var isExit: Bool {
        switch role {
        case .exit: true
        case .work, .watch: false
        }
    }

    /// The name that it bears, if it has one.
    @inlinable
    var name: EffectName? {
        switch role {
        case .work, .watch: summary.id.map { EffectName($0, ending: nil) }
        case .exit(let ending): summary.id.map { EffectName($0, ending: ending) }
        }
    }

    @inlinable
    func takeWork() -> (@Sendable () async throws -> Void)? {
        defer { work = nil }
        return work
    }
}
