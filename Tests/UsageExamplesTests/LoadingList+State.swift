import Oak

enum Utilities {}

extension Utilities {
    /// The state of a screen that shows a list, and perhaps something modal in front of it.
    ///
    /// Optional parts exist before they are configured, so that no intermediate states are needed.
    enum State<Data, Sheet>: NonTerminal {
        case start
        case idle(Content, Context)
        case modal(Content, Modal, Context)

        enum Content {
            case empty(Empty?)
            case data(Data)
        }

        enum Modal {
            case loading(Loading?)
            case error(any Error)
            case sheet(Sheet?)
        }

        /// The part of the outside world that `update` needs, brought into the state by an action.
        struct Context {
            let input: LoadingList.Transducer.Input
        }

        struct Action: Identifiable {
            let id: String
            let title: String
            let action: @Sendable () -> Void
        }

        struct Empty {
            let title: String
            let description: String
            let actions: [Action]
        }

        struct Loading {
            let title: String
            let cancel: Action?
        }
    }
}

extension Utilities.State {
    var content: Content {
        switch self {
        case .start: .empty(nil)
        case .idle(let content, _), .modal(let content, _, _): content
        }
    }

    var sheet: Sheet? {
        switch self {
        case .modal(_, .sheet(let sheet), _): sheet
        case .start, .idle, .modal(_, .loading, _), .modal(_, .error, _): nil
        }
    }

    var loading: Loading? {
        switch self {
        case .modal(_, .loading(let loading), _): loading
        case .start, .idle, .modal(_, .sheet, _), .modal(_, .error, _): nil
        }
    }

    /// The buttons of an empty list.
    var actions: [Action] {
        switch content {
        case .empty(let empty): empty?.actions ?? []
        case .data: []
        }
    }
}

/// The value that a test compares: the names of the cases, without closures.
enum Phase: Equatable {
    case start
    case idle(Shown)
    case loading(Shown)
    case failed(Shown)
    case sheet(Shown)

    enum Shown: Equatable { case empty, items }
}

extension Utilities.State {
    var phase: Phase {
        switch self {
        case .start: .start
        case .idle(let content, _): .idle(content.shown)
        case .modal(let content, .loading, _): .loading(content.shown)
        case .modal(let content, .error, _): .failed(content.shown)
        case .modal(let content, .sheet, _): .sheet(content.shown)
        }
    }
}

extension Utilities.State.Content {
    var shown: Phase.Shown {
        switch self {
        case .empty: .empty
        case .data: .items
        }
    }
}
