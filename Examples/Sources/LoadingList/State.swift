public import Oak

extension LoadingList.Transducer {
    /// What there is to show, and what the user can do.
    ///
    /// A user interface is a function of this state. It shows the content, and above it what is modal; its controls
    /// are the ``actions``, which carry their way back to the machine with them.
    public enum State: NonTerminal, DefaultInitializable, Sendable {
        /// Nobody looks at the machine yet.
        case start
        /// The content is shown.
        case idle(Content, Context)
        /// Something above the content wants the user's attention.
        case modal(Content, Modal, Context)

        /// Creates the state before anybody looks.
        public init() { self = .start }

        /// What the user can do now, apart from filling in a sheet.
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

        /// The sheet that is shown, if there is one.
        public var sheet: Sheet? {
            guard case .modal(_, .sheet(let sheet), _) = self else { return nil }
            return sheet
        }
    }

    /// What has to be known to give the user something to do: where events go, and what a sheet begins with.
    public struct Context: Sendable {
        /// The way back to the machine.
        public let input: Input

        /// The folder that a sheet suggests.
        public let defaultFolder: String

        /// Creates a context.
        ///
        /// - Parameters:
        ///   - input: The way back to the machine.
        ///   - defaultFolder: The folder that a sheet suggests.
        public init(input: Input, defaultFolder: String) {
            self.input = input
            self.defaultFolder = defaultFolder
        }
    }

    /// Something that the user can do: a button, a menu item, a word to type.
    public struct Action: Identifiable, Sendable {
        /// Tells the actions of one state apart.
        public let id: String

        /// What it does, in a few words.
        public let title: String

        /// The event that it sends.
        public let event: Event

        let input: Input

        /// Sends the event; for controls, which cannot wait and cannot throw.
        ///
        /// A host that can wait sends ``event`` itself, with `sendWhenRoom`.
        public func callAsFunction() { input(event) }
    }
}

extension LoadingList.Transducer.State {
    /// What fills the screen.
    public enum Content: Sendable {
        /// There is nothing to show.
        case empty(Empty)
        /// There is a list.
        case data(Data)
    }

    /// What lies above the content.
    public enum Modal: Sendable {
        /// The user is asked for a folder.
        case sheet(Sheet)
        /// A folder is being read.
        case loading(Loading)
        /// Reading has failed.
        case error(Failure)
    }

    /// Says that there is nothing to show.
    public struct Empty: Sendable {
        /// A headline.
        public let title: String
        /// What the user can do about it.
        public let description: String
        /// What the user can do now.
        public let actions: [LoadingList.Transducer.Action]
        /// The folder that could not be read, if that is why there is nothing to show.
        public let failedFolder: String?
    }

    /// A list.
    public struct Data: Sendable {
        /// What has been read.
        public let listing: LoadingList.Listing
        /// What the user can do now.
        public let actions: [LoadingList.Transducer.Action]
    }

    /// Asks for a folder.
    public struct Sheet: Identifiable, Sendable {
        /// There is one kind of sheet.
        public let id = "folder"
        /// The question.
        public let title: String
        /// What can be answered.
        public let description: String
        /// The folder that is taken when the answer is empty.
        public let `default`: String
        /// Dismisses the sheet.
        public let cancel: LoadingList.Transducer.Action

        let input: LoadingList.Transducer.Input

        /// Answers the question; for controls, which cannot wait and cannot throw.
        ///
        /// - Parameter folder: The folder to be read.
        public func commit(_ folder: String) { input(.intentSheetCommit(folder)) }
    }

    /// Says that a folder is being read.
    public struct Loading: Sendable {
        /// The folder.
        public let folder: String
        /// How far the reading has come, once that is known.
        public var progress: LoadingList.Progress?
        /// Stops the reading.
        public let cancel: LoadingList.Transducer.Action
    }

    /// Says that reading has failed.
    public struct Failure: Sendable {
        /// The folder that could not be read.
        public let folder: String
        /// The news.
        public let reason: String
        /// What the user can do about it.
        public let advice: String
        /// What the user can do now.
        public let actions: [LoadingList.Transducer.Action]
    }
}
