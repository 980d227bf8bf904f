public import Oak
public import Parts

/// Asks for the title of a new document, and puts it on the shelf.
public enum NewNote: EffectTransducer {
    /// The state of the question.
    public struct State: Codable, Equatable, Sendable {
        /// The title.
        public var title = ""
        /// Whether the document is being created; the title cannot be changed meanwhile.
        public var isCreating = false
        /// The reason why it could not be created.
        public var problem: Problem?

        /// Creates the state with an empty title.
        public init() {}

        /// Whether the document can be created.
        public var canCreate: Bool { !isCreating && !title.allSatisfy(\.isWhitespace) }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// The user has changed the title.
        case typed(String)
        /// The user wants the document to be created.
        case create
        /// The document is on the shelf.
        case created(Document.ID)
        /// The document could not be created.
        case failed(Problem)
    }

    /// The new document, if any.
    public typealias Output = Document.ID?
    public typealias Env = Services

    public static func activities(in state: State) -> [Effect] {
        guard state.isCreating else { return [] }
        return [
            Effect(
                id: "create", { [title = state.title] services in try await services.create(title) },
                success: Event.created, failure: { .failed(Problem($0)) })
        ]
    }

    public static func update(_ state: inout State, event: Event) -> (Effect?, Output) {
        switch event {
        case .typed(let title) where !state.isCreating:
            state.title = title
            state.problem = nil
        case .create where state.canCreate: state.isCreating = true
        case .created(let id): return (nil, id)
        case .failed(let problem):
            state.isCreating = false
            state.problem = problem
        case .typed, .create: break
        }
        return (nil, nil)
    }
}
