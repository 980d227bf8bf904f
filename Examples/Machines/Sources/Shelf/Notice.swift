public import Parts

/// Something that the user has to decide or to know.
public enum Notice: Codable, Equatable, Sendable {
    /// The user leaves a document with changes that are not saved, possibly for another one.
    case unsaved(title: String, next: Document.ID?)
    /// A download has failed.
    case notDownloaded(Document.ID, title: String, Problem)
    /// A document cannot be opened.
    case unreadable(Document.ID, Problem)
    /// A link leads nowhere.
    case unknownLink(String)

    /// The title.
    public var title: String {
        switch self {
        case .unsaved(let title, _): "Discard the changes to “\(title)”?"
        case .notDownloaded(_, let title, _): "“\(title)” was not downloaded"
        case .unreadable(let id, _): "“\(id)” cannot be opened"
        case .unknownLink: "This link leads nowhere"
        }
    }

    /// The text below the title.
    public var message: String {
        switch self {
        case .unsaved: "They are not saved."
        case .notDownloaded(_, _, let problem), .unreadable(_, let problem): "\(problem.reason) \(problem.advice)"
        case .unknownLink(let link): link
        }
    }

    /// The choices of the user, the one that changes nothing last.
    public var choices: [Choice] {
        switch self {
        case .unsaved:
            [
                Choice(title: "Discard", event: .discard, isDestructive: true),
                Choice(title: "Keep editing", event: .dismissNotice),
            ]
        case .notDownloaded(let id, _, _):
            [Choice(title: "Try again", event: .downloadAgain(id)), Choice(title: "OK", event: .dismissNotice)]
        case .unreadable, .unknownLink:
            [Choice(title: "OK", event: .dismissNotice)]
        }
    }

    /// A choice of the user.
    public struct Choice: Equatable, Identifiable, Sendable {
        /// Its title.
        public let title: String
        /// Its event.
        public let event: Shelf.Event
        /// Whether something is lost by it.
        public var isDestructive = false

        public var id: String { title }
    }
}
