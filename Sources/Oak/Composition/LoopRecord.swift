public import OakAtomics

/// The record of a run loop at work, for the steps of children inside it.
///
/// The record is on the stack of the loop, and its thread has a pointer to it while the loop is at work. Code that is
/// called meanwhile drives no other loop: otherwise machines that send to each other would deepen the stack, and a
/// machine that sends to itself would begin a transition within another.
@usableFromInline struct LoopRecord {
    /// Whether a transition is *quiet*: nothing is live in its run, so a departure has no consequences.
    ///
    /// Only the run loop and the step of a child announce a quiet transition, and the transition takes the announcement
    /// when it begins. Other code in `update`, which may call a machine of its own, never sees it.
    @usableFromInline enum Quiet {
        case never
        /// This transition is quiet.
        case now
        /// The next transition is quiet, and has not begun.
        case next
    }

    @usableFromInline var quiet = Quiet.never

    /// The number of events that children have processed so far.
    @usableFromInline var processed = 0

    /// The machine that makes the transition, if views observe children of it.
    @usableFromInline var observed: ObservedNode?

    /// The account of the effects of children, if somebody wants it.
    @usableFromInline var audit: EffectAudit?

    /// Whether steps of children are observed or audited.
    @usableFromInline var isWatched = false

    @inlinable init() {}

    /// The record of the run loop that is at work on this thread.
    @inlinable static var current: UnsafeMutablePointer<LoopRecord>? {
        get { oak_get_record()?.assumingMemoryBound(to: LoopRecord.self) }
        set { oak_set_record(newValue) }
    }

    /// Lets a run loop work, in a record of its own.
    @inlinable static func duringWork<Answer>(_ body: () -> Answer) -> Answer {
        let outer = current
        defer { current = outer }
        var record = LoopRecord()
        return withUnsafeMutablePointer(to: &record) { record in
            current = record
            return body()
        }
    }
}

// MARK: - Answers of children

extension LoopRecord {
    /// The number of events that children have processed so far.
    @inlinable static var processed: Int { current?.pointee.processed ?? 0 }

    /// Notes that a child has processed an event.
    @inlinable static func noteProcessed() { current?.pointee.processed &+= 1 }
}

// MARK: - Quiet transitions

extension LoopRecord {
    /// Announces that the next transition, of an outermost machine, is quiet.
    @inlinable static func announceQuiet() { current?.pointee.quiet = .next }

    /// Announces that the transition of a child is as quiet as this one.
    @inlinable static func passOnQuiet() {
        if let current, case .now = current.pointee.quiet { current.pointee.quiet = .next }
    }

    /// Begins a transition.
    ///
    /// - Returns: Whether the transition was announced as quiet. If so, it is quiet until it ends or has an effect.
    @inlinable static func beginsQuietly() -> Bool {
        guard let current, case .next = current.pointee.quiet else { return false }
        current.pointee.quiet = .now
        return true
    }

    /// Ends the quiet of this transition and of the transitions around it, whose effect a departure may cancel.
    @inlinable static func endQuiet() { current?.pointee.quiet = .never }

    /// Begins a transition that is not quiet.
    ///
    /// - Returns: The quiet around it, to resume after the transition.
    @inlinable static func suspendQuiet() -> Quiet {
        defer { endQuiet() }
        return current?.pointee.quiet ?? .never
    }

    @inlinable static func resume(_ outer: Quiet) { current?.pointee.quiet = outer }
}

// MARK: - Observed transitions

extension LoopRecord {
    /// Whether steps of children are observed or audited.
    @inlinable static var isWatched: Bool { current?.pointee.isWatched ?? false }

    /// The observed place of a child in the machine that makes the transition.
    @usableFromInline static func place(
        _ number: Int, of composite: (some ExecutableTransducer).Type
    ) -> ObservedPlace? {
        current?.pointee.observed?.place(number, of: composite)
    }

    /// Begins the transition of a machine, or goes back to the machine around it.
    ///
    /// - Parameter machine: The machine, if it is observed.
    /// - Returns: The machine around it.
    @usableFromInline
    @discardableResult
    static func observe(_ machine: ObservedNode?) -> ObservedNode? {
        guard let current else { return nil }
        defer {
            current.pointee.observed = machine.flatMap { $0.places.isEmpty ? nil : $0 }
            current.pointee.isWatched = current.pointee.observed != nil || current.pointee.audit != nil
        }
        return current.pointee.observed
    }
}
