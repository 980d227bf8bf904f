public import Oak

extension LoadingList.Transducer {
    /// The visible content and the actions of the user.
    ///
    /// A user interface is a function of this state. It shows the content and, above it, the modal part; its controls
    /// are the ``actions``, which send their events to the machine themselves.
    public enum State: NonTerminal, DefaultInitializable, Sendable {
        /// The user interface has not appeared yet.
        case start
        /// The content is shown.
        case idle(Content, Context)
        /// A modal part above the content requires the user's attention.
        case modal(Content, Modal, Context)

        /// Creates the state before the user interface appears.
        public init() { self = .start }

        /// The current actions of the user, apart from filling in a sheet.
        public var actions: [Action] {
            switch self {
            case .start: []
            case .idle(.empty(let empty), _): empty.actions
            case .idle(.data(let data), _): data.actions
            case .modal(_, .sheet(let sheet), _): [sheet.cancel]
            case .modal(_, .loading(let loading), _): [loading.cancel]
            case .modal(_, .error(let failure), _): failure.actions
            }
        }

        /// The visible sheet, if any.
        public var sheet: Sheet? {
            guard case .modal(_, .sheet(let sheet), _) = self else { return nil }
            return sheet
        }
    }

    /// The context of actions and sheets: the receiver of events, and the suggestion of a sheet.
    public struct Context: Sendable {
        /// The input of the machine.
        public let input: Input

        /// The folder that a sheet suggests.
        public let defaultFolder: String

        /// Creates a context.
        ///
        /// - Parameters:
        ///   - input: The input of the machine.
        ///   - defaultFolder: The folder that a sheet suggests.
        public init(input: Input, defaultFolder: String) {
            self.input = input
            self.defaultFolder = defaultFolder
        }
    }

    /// An action of the user: a button, a menu item, a word to type.
    public struct Action: Identifiable, Sendable {
        /// Identifies the action within a state.
        public let id: String

        /// A short description.
        public let title: String

        /// The event that it sends.
        public let event: Event

        let input: Input

        /// Sends the event; for controls, which can neither wait nor throw.
        ///
        /// A host that can wait sends ``event`` itself, with `sendWaitingForRoom`.
        public func callAsFunction() { input(event) }
    }
}

extension LoadingList.Transducer.State {
    /// The main content of the screen.
    public enum Content: Sendable {
        /// The content is empty.
        case empty(Empty)
        /// The content is a list.
        case data(Data)
    }

    /// The modal part above the content.
    public enum Modal: Sendable {
        /// The user is asked for a folder.
        case sheet(Sheet)
        /// A folder is being read.
        case loading(Loading)
        /// Reading has failed.
        case error(Failure)
    }

    /// Empty content.
    public struct Empty: Sendable {
        /// A headline.
        public let title: String
        /// The user's remedy.
        public let description: String
        /// The current actions of the user.
        public let actions: [LoadingList.Transducer.Action]
        /// The folder that could not be read, if that is the reason.
        public let failedFolder: String?
    }

    /// A list.
    public struct Data: Sendable {
        /// The entries.
        public let listing: LoadingList.Listing
        /// The current actions of the user.
        public let actions: [LoadingList.Transducer.Action]
    }

    /// Asks for a folder.
    public struct Sheet: Identifiable, Sendable {
        /// The only kind of sheet.
        public let id = "folder"
        /// The question.
        public let title: String
        /// The possible answers.
        public let description: String
        /// The folder used if the answer is empty.
        public let `default`: String
        /// Dismisses the sheet.
        public let cancel: LoadingList.Transducer.Action

        let input: LoadingList.Transducer.Input

        /// Answers the question; for controls, which can neither wait nor throw.
        ///
        /// - Parameter folder: The folder to read.
        public func commit(_ folder: String) { input(.intentSheetCommit(folder)) }
    }

    /// Shows that a folder is being read.
    public struct Loading: Sendable {
        /// The folder.
        public let folder: String
        /// The progress, once known.
        public var progress: LoadingList.Progress?
        /// Stops the reading.
        public let cancel: LoadingList.Transducer.Action
    }

    /// Shows that reading has failed.
    public struct Failure: Sendable {
        /// The folder that could not be read.
        public let folder: String
        /// The headline.
        public let reason: String
        /// The user's remedy.
        public let advice: String
        /// The current actions of the user.
        public let actions: [LoadingList.Transducer.Action]
    }
}
