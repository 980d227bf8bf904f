public import Oak
public import Parts

/// The documents that can be had: a search, and a download for each document.
public enum Catalogue: CompositeTransducer {
    /// The state of the search and of the downloads.
    public struct State: Codable, Equatable, Sendable {
        /// The stage of the search.
        public enum Phase: Codable, Hashable, Sendable {
            /// The user may still be typing.
            case typing
            /// The search is under way.
            case searching
            /// The documents are those that were searched for.
            case shown
            /// The search has failed.
            case failed(Problem)
        }

        /// The text searched for.
        public var query = ""
        /// The stage of the search.
        public var phase = Phase.searching
        /// The documents found last.
        public var documents: [Document] = []
        /// The downloads of these documents, and others that are under way or have failed.
        public var downloads = Children<Document.ID, Download.State>()

        /// Creates the state in which everything is searched for.
        public init() {}

        /// The number of documents, for the user.
        public var summary: String { documents.isEmpty ? "Nothing found." : number(of: documents) }

        mutating func show(_ found: [Document]) {
            documents = found
            phase = .shown
            for document in found where downloads[document.id] == nil { downloads[document.id] = .idle }
            let ids = Set(found.map(\.id))
            downloads.removeAll { id, download in download == .idle && !ids.contains(id) }
        }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// The user has changed the text to search for.
        case typed(String)
        /// The user has paused.
        case paused
        /// The search has ended.
        case found([Document])
        /// The search has failed.
        case failed(Problem)
        /// The search is made again.
        case searchAgain
        /// An event of the download of a document.
        case download(Document.ID, Download.Event)
    }

    /// The end of a download, whose document is that of the event.
    public typealias Output = Download.Outcome?
    public typealias Env = Services

    /// The downloads.
    public static let downloads = children(
        "downloads", Download.self, event: Event.download,
        env: { services, id in { try await services.download(id, $0) } }, failure: .endsTheRun)

    public static func activeChildren(in state: State) -> some ActiveChildren<Self> { downloads(state.downloads) }

    enum Work: Hashable { case pause(String), search(String) }

    /// Each text has a pause and a search of its own, so another text ends those of the text before.
    public static func activities(in state: State) -> [Effect] {
        let query = state.query
        switch state.phase {
        case .typing:
            return [.timeout(.milliseconds(300), id: Work.pause(query), sending: .paused, clock: \.clock)]
        case .searching:
            return [
                Effect(
                    id: Work.search(query), { services in try await services.search(query) },
                    success: Event.found, failure: { .failed(Problem($0)) })
            ]
        case .shown, .failed: return []
        }
    }

    public static func update(_ state: inout State, event: Event) -> (Effect?, Output) {
        switch (state.phase, event) {
        case (_, .typed(let text)) where text != state.query:
            state.query = text
            state.phase = .typing
        case (.typing, .paused), (.shown, .searchAgain), (.failed, .searchAgain): state.phase = .searching
        case (.searching, .found(let documents)): state.show(documents)
        case (.searching, .failed(let problem)): state.phase = .failed(problem)
        case (_, .download(let id, let event)):
            let step = downloads.step(&state.downloads, id, event)
            return (step.effect, step.output ?? nil)
        case (_, .typed), (.typing, _), (.searching, _), (.shown, _), (.failed, _): break
        }
        return (nil, nil)
    }
}

func number(of documents: [Document]) -> String {
    documents.count == 1 ? "1 document" : "\(documents.count) documents"
}
