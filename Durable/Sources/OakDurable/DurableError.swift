public import Foundation

/// An error of a durable machine, its host or its store.
public enum DurableError: Error, Hashable, Sendable {
    // MARK: Stores

    /// Another process owns the store, and is alive even if it makes no progress. End that process first.
    case storeInUse(by: String)

    /// Another process has taken over the store, so this one can no longer write: end this process. In a store that
    /// processes share, one of them keeps the shard of an instance: try again.
    case ownershipLost(to: String)

    /// A newer program wrote the store. Update this program; the store was left alone.
    case storeTooNew(schema: Int, supported: Int)

    /// The file is no store of durable machines, or is damaged. It was left alone.
    case notAStore(String)

    /// The file has fewer transactions than the store is known to have had: its write-ahead log is lost, or the file is
    /// a backup.
    ///
    /// Put the log back beside the file. To go on with a backup, open it with ``SQLiteStore`` and `acceptsOlder: true`.
    case storeIsOlder(String, missing: Int)

    /// The store could not read or write, for the reason given.
    ///
    /// Nothing of the transaction was kept, unless the store could not tell whether it was completed.
    case storeFailed(String)

    /// The store was opened for reading. Create an ``SQLiteStore`` with `init` to change it, and to run machines.
    case storeIsReadOnly(String)

    /// A file is in the way of a backup. Choose another path, or remove the file.
    case fileExists(String)

    /// The host was closed, or has not been opened.
    case hostNotOpen

    // MARK: Instances

    /// The store has no instance of this name. Start it first.
    case unknownInstance(InstanceName)

    /// The instance has ended, so it takes no more events.
    case instanceEnded(InstanceName)

    /// The instance was cancelled, so it takes no more events.
    case instanceCancelled(InstanceName)

    /// The instance waits with as many events as it may postpone, and would have postponed this one, too.
    ///
    /// Send the event again when others have been processed, or allow more with ``DurableSettings/postponedEvents``.
    case tooManyPostponed(InstanceName, limit: Int)

    /// The instance has failed with the problem given; remove the cause, then call `retry`.
    case instanceFailed(InstanceName, problem: String)

    /// The instance has as many waiting events as it may have, and has not taken this one.
    ///
    /// Send it again when others have been processed, or allow more with ``DurableSettings/waitingEvents``. An instance
    /// that has failed processes none: retry it, or skip events.
    case inboxFull(InstanceName, limit: Int)

    /// The inbox of the instance has no such event: it was processed or skipped, or never was there.
    case unknownEvent(InstanceName, EventNumber)

    /// The journal of the instance has no such macrostep: it is not that old, not that long, or was cut.
    case unknownMacrostep(InstanceName, number: Int)

    /// The macrostep was recorded without its state. Let ``DurableSettings/journalStates`` be `true` for those to come.
    case journalWithoutState(InstanceName, number: Int)

    /// There is an instance of this name. Choose another id.
    case instanceExists(InstanceName)

    /// An activity of the instance has tried to skip or edit an event, or to patch the state, which would end the
    /// activity. Send the instance an event instead.
    case operatedFromWithin(InstanceName)

    /// The host has no machine of this name. Register it before opening the host.
    case unregisteredMachine(String)

    /// Two machines have one name. Rename one of them.
    case machineRegisteredTwice(String)

    /// The host was opened before the machine was registered. Register all machines first.
    case registeredTooLate(machine: String)

    /// The host has another type under the name of this machine. Use the type that is registered, or rename one.
    case registeredForAnotherType(machine: String, type: String)

    /// A newer version of the machine, or one without a migration, wrote the instance; it was left alone.
    case unsupportedVersion(InstanceName, version: Int, supported: Int)

    /// The stored state, event or output cannot be decoded.
    ///
    /// Its type has changed without a new ``DurableTransducer/machineVersion``, the codec of the store lacks a key, or
    /// the store is damaged.
    case undecodable(InstanceName, part: String, reason: String)

    /// The value cannot be encoded.
    case unencodable(InstanceName, part: String, reason: String)

    /// The migration from an older version has thrown an error.
    case migrationFailed(InstanceName, from: Int, reason: String)

    // MARK: Schedules

    /// The times of a schedule are invalid, for the reason given, or there are none. Correct the expression.
    case invalidTimes(String, reason: String)

    /// Two schedules have one name. Rename one of them.
    case scheduleRegisteredTwice(String)

    /// The host was opened before the schedule was registered. Register all schedules first.
    case scheduleRegisteredTooLate(String)

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

    /// A machine sends a message to an instance, and no host runs the machine, or an activity sends it.
    ///
    /// Let a ``DurableHost`` run the machine, and return the message from a transition.
    case messageWithoutHost(InstanceName)

    /// A machine puts an activity into a queue that the host does not have. Add it to ``DurableSettings/queues``.
    case unknownQueue(String, machine: String)

    /// An activity has no identity. Give the activity an `id`.
    case activityWithoutID(machine: String, activity: String)
}

extension DurableError: LocalizedError {
    /// A sentence for people, and what to do.
    public var errorDescription: String? {
        switch self {
        case .storeInUse(let owner): "The store is in use by \(owner). End that process first."
        case .ownershipLost(let owner):
            """
            \(owner) has taken over the store, or its part with this instance. Try again in a store that processes \
            share; otherwise, end this process.
            """
        case .storeTooNew(let schema, let supported):
            "A newer program wrote the store: its schema is \(schema), this program reads \(supported). Update it."
        case .notAStore(let reason): "This is no store of durable machines, or it is damaged. \(reason)"
        case .storeIsOlder(let path, let missing):
            """
            \(path) lacks \(missing) transactions that it has had. If it is a backup, open it with \
            'acceptsOlder: true'; if its write-ahead log was lost, put that back.
            """
        case .storeFailed(let reason):
            "The store cannot be read or written. \(reason)\(reason.hasSuffix(".") ? "" : ".")"
        case .storeIsReadOnly(let path):
            "\(path) was opened for reading. Create an 'SQLiteStore' with 'init(path:)' to change it."
        case .fileExists(let path): "There is a file at \(path). Choose another path, or remove the file."
        case .inboxFull(let name, let limit):
            """
            \(name) has \(limit) waiting events, and takes no more. Send the event again later; if the instance has \
            failed, retry it or skip events.
            """
        case .unknownEvent(let name, let event):
            "\(name) has no waiting event \(event). List its waiting events, and choose one of them."
        case .unknownMacrostep(let name, let number):
            "The journal of \(name) has no macrostep \(number). Choose one that its history lists."
        case .journalWithoutState(let name, let number):
            """
            The journal of \(name) has macrostep \(number) without its state. Set 'DurableSettings.journalStates' to \
            'true', which keeps the states of later macrosteps.
            """
        case .instanceExists(let name): "There is an instance \(name). Choose another id."
        case .operatedFromWithin(let name):
            "An activity of \(name) would end itself by changing the instance. Send the instance an event instead."
        case .hostNotOpen: "The host is not open. Open it first; a host that was closed stays closed."
        case .unknownInstance(let name): "\(name) does not exist. Start it first."
        case .instanceEnded(let name): "\(name) has ended, and takes no more events."
        case .instanceCancelled(let name): "\(name) was cancelled, and takes no more events."
        case .tooManyPostponed(let name, let limit):
            "\(name) has postponed \(limit) events, and would have postponed this one. Send it again later."
        case .instanceFailed(let name, let problem):
            "\(name) has failed: \(problem). Remove the cause, then retry the instance."
        case .unregisteredMachine(let machine):
            "The host has no machine named \(machine). Register it before the host is opened."
        case .machineRegisteredTwice(let machine): "Two machines are named \(machine). Rename one of them."
        case .registeredTooLate(let machine):
            "\(machine) was registered after the host was opened. Register all machines first."
        case .registeredForAnotherType(let machine, let type):
            "The host has another type than \(type) under the name \(machine). Use that type, or rename one of them."
        case .unsupportedVersion(let name, let version, let supported):
            version > supported
                ? "\(name), or an event of it, has version \(version); this program has \(supported). Update it."
                : "\(name) has version \(version), and this program has no migration from it to \(supported). Add one."
        case .undecodable(let name, let part, let reason):
            """
            The \(part) of \(name) cannot be decoded: \(reason). A changed type needs a new version and a migration, \
            and a codec each key that it has used.
            """
        case .unencodable(let name, let part, let reason): "The \(part) of \(name) cannot be encoded: \(reason)."
        case .migrationFailed(let name, let version, let reason):
            "\(name) cannot be migrated from version \(version): \(reason). Correct the migration, then retry it."
        case .invalidTimes(let times, let reason):
            "'\(times)' gives a schedule no times: \(reason). Correct it."
        case .scheduleRegisteredTwice(let name): "Two schedules are named \(name). Rename one of them."
        case .scheduleRegisteredTooLate(let name):
            "The schedule \(name) was registered after the host was opened. Register all schedules first."
        case .operationWouldBeLost(let machine, let effect):
            "\(machine) has returned \(effect), which would end with the process. Name it in 'activities(in:)' instead."
        case .stepAfterTimeout(let machine, let effect):
            """
            \(machine) has returned \(effect) behind a time-out in a sequence. Return it from the transition that \
            handles the event of the time-out.
            """
        case .messageWithoutHost(let name):
            """
            A message to \(name) was not sent. Let a durable host run the machine, and return the message from a \
            transition.
            """
        case .identityNotCodable(let machine, let identity):
            "\(machine) has an effect or a child whose identity, \(identity), is not 'Codable'. Give it one that is."
        case .identitiesEncodedAlike(let machine, let name):
            "\(machine) has two activities or time-outs that are encoded as \(name). Give them different identities."
        case .unknownQueue(let queue, let machine):
            "\(machine) has an activity in the queue \(queue), which the host does not have. Add it to its settings."
        case .activityWithoutID(let machine, let activity):
            "\(machine) has an activity without an identity, \(activity). Give it an 'id'."
        }
    }
}
