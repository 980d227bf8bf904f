import OakDurable

extension DurableError {
    /// The error in words for a customer.
    var sentence: String {
        switch self {
        case .storeInUse(let owner): "The orders are in use by \(owner). End it first."
        case .ownershipLost(let owner): "The orders were taken over by \(owner)."
        case .storeTooNew(let schema, let supported):
            "The orders were written by a newer program (\(schema) instead of \(supported)). Update this one."
        case .notAStore(let reason): "The file of the orders cannot be used: \(reason)"
        case .storeFailed(let reason): "The file of the orders cannot be read or written: \(reason)"
        case .hostNotOpen: "The program has not opened the file of the orders."
        case .unknownInstance(let name): "Order \(name.id) does not exist."
        case .instanceEnded(let name): "Order \(name.id) has ended."
        case .instanceCancelled(let name): "Order \(name.id) was abandoned."
        case .instanceFailed(let name, let problem): "Order \(name.id) has failed: \(problem)"
        case .unregisteredMachine(let machine): "This program cannot run machines named \(machine)."
        case .machineRegisteredTwice(let machine): "Two machines are named \(machine)."
        case .unsupportedVersion(let name, let version, let supported):
            "Order \(name.id) has version \(version), and this program can read \(supported)."
        case .undecodable(let name, let part, let reason), .unencodable(let name, let part, let reason):
            "The \(part) of order \(name.id) cannot be read or written: \(reason)"
        case .migrationFailed(let name, let version, let reason):
            "Order \(name.id) of version \(version) cannot be converted: \(reason)"
        case .operationWouldBeLost, .stepAfterTimeout, .identityNotCodable, .identitiesEncodedAlike,
            .activityWithoutID:
            "The program has a bug: \(self)"
        }
    }
}
