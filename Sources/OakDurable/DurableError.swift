/// An error of a durable machine, its host or its store.
public enum DurableError: Error, Hashable, Sendable {
    // MARK: Stores

    /// Another process owns the store, and is alive even if it makes no progress. End that process first.
    case storeInUse(by: String)

    /// Another process has taken over the store, so this one can no longer write. End this process.
    case ownershipLost(to: String)

    /// A newer program wrote the store. Update this program; the store was left alone.
    case storeTooNew(schema: Int, supported: Int)

    /// The file is no store of durable machines, or is damaged. It was left alone.
    case notAStore(String)

    /// The store could not read or write, for the reason given.
    ///
    /// Nothing of the transaction was kept, unless the store could not tell whether it was completed.
    case storeFailed(String)

    /// The host was closed, or has not been opened.
    case hostNotOpen

    // MARK: Instances

    /// The store has no instance of this name. Start it first.
    case unknownInstance(InstanceName)

    /// The instance has ended, so it takes no more events.
    case instanceEnded(InstanceName)

    /// The instance was cancelled, so it takes no more events.
    case instanceCancelled(InstanceName)

    /// The instance has failed with the problem given; remove the cause, then call `retry`.
    case instanceFailed(InstanceName, problem: String)

    /// The host has no machine of this name. Register it before opening the host.
    case unregisteredMachine(String)

    /// Two machines have one name. Rename one of them.
    case machineRegisteredTwice(String)

    /// A newer version of the machine, or one without a migration, wrote the instance; it was left alone.
    case unsupportedVersion(InstanceName, version: Int, supported: Int)

    /// The stored state, event or output cannot be decoded.
    ///
    /// Its type has changed without a new ``DurableTransducer/machineVersion``, or the store is damaged.
    case undecodable(InstanceName, part: String, reason: String)

    /// The value cannot be encoded.
    case unencodable(InstanceName, part: String, reason: String)

    /// The migration from an older version has thrown an error.
    case migrationFailed(InstanceName, from: Int, reason: String)

    // MARK: Machines

    /// A transition has returned an operation, which would be lost with the process.
    ///
    /// Let `activities(in:)` name the work for the states in which it runs, or use an action.
    case operationWouldBeLost(machine: String, effect: String)

    /// A step follows a time-out in a sequence, and would be lost with the process.
    ///
    /// Return it from the transition that handles the event of the time-out.
    case stepAfterTimeout(machine: String, effect: String)

    /// An activity or a time-out has an identity, or a child a name or key, that is not `Codable`.
    ///
    /// The identity of a time-out without an `id` is its place in the source code, which changes from one version to
    /// the next. Give it an `id`.
    case identityNotCodable(machine: String, identity: String)

    /// Two activities or time-outs have the same encoded identity. Give them identities that differ when encoded.
    case identitiesEncodedAlike(machine: String, name: String)

    /// An activity has no identity. Give the activity an `id`.
    case activityWithoutID(machine: String, activity: String)
}
