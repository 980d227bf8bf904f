import Oak

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension InspectorSettings {
    /// An error in words, without the values that it tells, if something is hidden.
    func text(of error: any Error) -> String {
        guard !redaction.hidesNothing, let error = error as? TransducerError else {
            return redaction.description(of: error)
        }
        return error.tellsValues ? "\(redaction.tree(of: error).name) (…)" : "\(error)"
    }
}

extension TransducerError {
    /// Whether it has texts that were made of values: events and states that are no enums, and identities.
    fileprivate var tellsValues: Bool {
        switch self {
        case .runawayActions, .unexpectedEvent, .postponedAction, .tooManyPostponed, .activityWithoutID,
            .activitiesWithOneID, .childrenWithOneName, .childNamedTwice, .childNotActive:
            true
        case .bufferOverflow, .rejectionsOmitted, .terminated, .macrostepUnfinished, .cancelled, .proxyAlreadyInUse,
            .noOutputProduced, .replyNotAlone, .deadlock, .outputAbandoned, .stateNotReached:
            false
        }
    }
}
