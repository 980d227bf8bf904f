public import Oak
public import Parts

/// The documents on the shelf.
public enum Holdings: EffectTransducer {
    /// The state of the list.
    public struct State: Codable, Equatable, Sendable {
        /// The stage of the listing.
        public enum Phase: Codable, Equatable, Sendable {
            /// The shelf is being looked at; a change meanwhile begins another attempt.
            case listing(attempt: Int)
            /// The documents are those on the shelf.
            case shown
            /// The shelf could not be looked at, or changed.
            case failed(Problem)
        }

        /// The documents as far as known.
        public var documents: [Document] = []
        /// The stage of the listing.
        public var phase = Phase.listing(attempt: 1)
        /// The documents that are being removed.
        public var removing: [Document.ID] = []

        /// Creates the state in which the shelf is being looked at.
        public init() {}

        /// Whether a document is on the shelf.
        ///
        /// - Parameter id: The document.
        public func contains(_ id: Document.ID) -> Bool { documents.contains { $0.id == id } }

        /// The number of documents, for the user.
        public var summary: String {
            documents.isEmpty ? "Nothing is here yet. Download something from the catalogue." : number(of: documents)
        }

        mutating func listAgain() {
            switch phase {
            case .listing(let attempt): phase = .listing(attempt: attempt + 1)
            case .shown, .failed: phase = .listing(attempt: 1)
            }
        }

        /// A listing under way may have missed the change.
        mutating func change(_ how: (inout [Document]) -> Void) {
            how(&documents)
            if case .listing = phase { listAgain() }
        }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// The shelf is looked at again.
        case list
        /// The shelf has been looked at.
        case listed([Document])
        /// The shelf could not be looked at.
        case failed(Problem)
        /// A document has been put on the shelf.
        case added(Document)
        /// The user removes a document.
        case remove(Document.ID)
        /// A document has been removed.
        case removed(Document.ID)
        /// A document could not be removed.
        case notRemoved(Document.ID, Problem)
    }

    public typealias Env = Services

    enum Work: Hashable { case listing(Int), removal(Document.ID) }

    public static func activities(in state: State) -> [Effect] {
        let removals = state.removing.map { id in
            Effect(
                id: Work.removal(id), { services in try await services.remove(id) }, success: .removed(id),
                failure: { .notRemoved(id, Problem($0)) })
        }
        guard case .listing(let attempt) = state.phase else { return removals }
        return removals + [
            Effect(
                id: Work.listing(attempt), { services in try await services.list() }, success: Event.listed,
                failure: { .failed(Problem($0)) })
        ]
    }

    public static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .list: state.listAgain()
        case .listed(let documents):
            state.documents = documents
            state.phase = .shown
        case .failed(let problem): state.phase = .failed(problem)
        case .added(let document):
            state.change { documents in
                documents.removeAll { $0.id == document.id }
                documents.append(document)
            }
        case .remove(let id):
            if state.contains(id), !state.removing.contains(id) { state.removing.append(id) }
        case .removed(let id):
            state.removing.removeAll { $0 == id }
            state.change { $0.removeAll { $0.id == id } }
        case .notRemoved(let id, let problem):
            state.removing.removeAll { $0 == id }
            state.phase = .failed(problem)
        }
        return nil
    }
}
