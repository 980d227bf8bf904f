import Foundation
import OakText

// Names for metrics and traces, without the values of a user.

extension IdempotencyKey {
    /// The text of the identity, or the name of its case without the values that it carries.
    package var activityLabel: String {
        guard let first = activity.first, "{[\"".contains(first) else { return activity }
        return switch JSONValue(json: Data(activity.utf8)) {
        case .text(let text): text
        case .object(let cases) where cases.count == 1: cases.keys.first ?? ""
        case _: "activity"
        }
    }
}

extension JournalEntry.Cause {
    package var label: String {
        switch self {
        case .event: "event"
        case .unexpectedEvent: "unexpected_event"
        case .deadline: "deadline"
        case .activity, .activityReturned: "activity"
        case .revision: "revision"
        case .patch: "patch"
        }
    }
}
