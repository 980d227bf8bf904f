/// Something that happens to one operation of a ``FaultyStore``.
public enum StoreFault: Hashable, Codable, Sendable {
    /// The operation is carried out at once.
    case none
    /// The operation suspends before and after it is carried out, for so many turns.
    ///
    /// Other operations may overtake it: a read that is late returns what was true earlier.
    case delay(before: Int = 0, after: Int = 0)
    /// The operation throws an error, and is not carried out.
    case failureBefore
    /// The operation is carried out, then throws an error, as a disk does that loses only the confirmation.
    case failureAfter
    /// The process ends: this operation and all later ones throw an error, and are not carried out.
    case crashBefore
    /// The operation is carried out, then the process ends: it and all later ones throw an error.
    case crashAfter
}

/// An operation of a store in which a ``FaultyStore`` injects faults.
public enum StoreOperation: String, Hashable, Codable, Sendable, CaseIterable {
    case claim, release, commit, instance, inbox, unfinished, deadlines, list, journal
}
