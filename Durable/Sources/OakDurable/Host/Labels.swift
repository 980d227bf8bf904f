import Foundation

// Names for metrics and traces, without the values of a user.

extension IdempotencyKey {
    /// The text of the identity, or the name of its case without the values that it carries.
    package var activityLabel: String {
        guard let first = activity.first, "{[\"".contains(first) else { return activity }
        let json = Data(activity.utf8)
        if let text = try? Codec.decode(String.self, from: json) { return text }
        let cases = try? Codec.decode([String: Anything].self, from: json)
        return cases.flatMap { $0.count == 1 ? $0.keys.first : nil } ?? "activity"
    }
}

/// A value of JSON that nobody looks at.
private struct Anything: Decodable {
    init(from decoder: any Decoder) {}
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
