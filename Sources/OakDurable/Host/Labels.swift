import Foundation

// Names for metrics and traces, without the values of a user.

extension IdempotencyKey {
    /// The text of the identity, or the name of its case without the values that it carries.
    package var activityLabel: String {
        guard let first = activity.first, "{[\"".contains(first) else { return activity }
        let json = try? JSONSerialization.jsonObject(with: Data(activity.utf8), options: .fragmentsAllowed)
        switch json {
        case let text as String: return text
        case let cases as [String: Any] where cases.count == 1: return cases.keys.first ?? "activity"
        default: return "activity"
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
        }
    }
}
