import Foundation
import OakDurable

/// The reason why the tool does not do what it was told.
enum OperatorError: Error, Hashable {
    /// The JSON that was given is no state or event of the machine.
    case unreadable(part: String, of: InstanceName, type: String, reason: String)
    /// The tool has no such machine, whose types the command needs.
    case unknownMachine(InstanceName, known: [String])
    /// The state of the instance is no JSON.
    case encoded(InstanceName)
    /// The store has faults.
    case faults(Int)
    /// The command is one for files.
    case onlyForFiles
    /// The tool was built without the store of a database.
    case withoutPostgres
    /// The tool was built without the page, or the system is too old for it.
    case withoutInspector

    var description: String {
        switch self {
        case .unreadable(let part, let name, let type, let reason):
            """
            The \(part) for \(name) is no \(type): \(reason). See 'show \(name)' for the JSON of its states and \
            events. Nothing was changed.
            """
        case .unknownMachine(let name, let known):
            """
            This program has no machine named \(name.machine); it has \(known.joined(separator: ", ")). Add the \
            machine to its list.
            """
        case .encoded(let name):
            """
            The state of \(name) is no JSON. If a codec has encoded it, give the codec to this tool; see \
            'DurableCommand.store(in:)'. Nothing was changed.
            """
        case .faults(1): "The store has a fault. Go on with a backup, or export what can be read."
        case .onlyForFiles:
            """
            PostgreSQL does this for the whole database: see its commands pg_dump and VACUUM, and its module amcheck.
            """
        case .withoutPostgres:
            "This program was built without PostgreSQL. Enable the trait 'Postgres' of the package of Oak."
        case .withoutInspector:
            """
            This program was built without the page. Enable the trait 'Inspector' of the package of Oak; on Apple \
            platforms it needs macOS 15, iOS 18, tvOS 18, watchOS 11 or visionOS 2.
            """
        case .faults(let count): "The store has \(count) faults. Go on with a backup, or export what can be read."
        }
    }
}

/// The exit codes, those of `sysexits.h` where it has one.
enum OperatorExit: Int32 {
    /// The instance does not allow the change, or the store has faults.
    case refused = 1
    /// The JSON that was given, or that the store has, cannot be decoded.
    case unreadable = 65
    /// There is no such file, instance, event, macrostep or machine.
    case missing = 66
    /// The name of the new instance or file is taken.
    case taken = 73
    /// The file cannot be read or written.
    case storeFailed = 74
    /// A host owns the store; the command may succeed later.
    case inUse = 75

    init(_ error: OperatorError) {
        switch error {
        case .unreadable, .encoded: self = .unreadable
        case .unknownMachine: self = .missing
        case .faults, .onlyForFiles, .withoutPostgres, .withoutInspector: self = .refused
        }
    }

    init(_ error: DurableError) {
        switch error {
        case .storeInUse, .ownershipLost: self = .inUse
        case .notAStore, .unknownInstance, .unknownEvent, .unknownMacrostep, .unregisteredMachine: self = .missing
        case .instanceExists, .fileExists: self = .taken
        case .storeTooNew, .storeIsOlder, .storeFailed, .storeIsReadOnly: self = .storeFailed
        case .undecodable, .unencodable, .migrationFailed, .unsupportedVersion: self = .unreadable
        case .hostNotOpen, .instanceEnded, .instanceCancelled, .tooManyPostponed, .instanceFailed, .inboxFull,
            .journalWithoutState, .operatedFromWithin, .machineRegisteredTwice, .registeredTooLate,
            .registeredForAnotherType, .operationWouldBeLost, .stepAfterTimeout, .identityNotCodable,
            .identitiesEncodedAlike, .messageWithoutHost, .activityWithoutID, .unknownQueue, .invalidTimes,
            .scheduleRegisteredTwice, .scheduleRegisteredTooLate:
            self = .refused
        }
    }
}
