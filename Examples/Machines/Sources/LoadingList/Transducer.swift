public import Oak

extension LoadingList {
    /// Asks for a folder, has it read, and shows the result or the error.
    ///
    /// ```
    ///  start ──viewOnAppear, configureContext──▶ idle(content)
    ///
    ///  idle ──intentShowSheet──▶ modal(sheet) ──intentSheetCommit──▶ modal(loading) ──serviceLoaded──▶ idle(data)
    ///   ▲                             │                                │   │  ▲
    ///   ├────viewSheetDidDismiss──────┘                                │   │  │ intentRetry
    ///   ├────cancelLoading─────────────────────────────────────────────┘   ▼  │
    ///   └────intentAlertConfirm──────────────────────────────────────── modal(error)
    /// ```
    ///
    /// `intentRetry` also leads from the empty content after an error to `modal(loading)`. Every other event is ignored
    /// in states where it does not belong.
    public enum Transducer: EffectTransducer {
        /// The events.
        public enum Event: Sendable {
            /// The user interface has appeared.
            case viewOnAppear
            /// The context from the environment has arrived.
            case configureContext(Context)
            /// The user wants to choose a folder.
            case intentShowSheet
            /// The user has chosen a folder.
            case intentSheetCommit(String)
            /// The user has dismissed the sheet, or the user interface has after a commit.
            case viewSheetDidDismiss
            /// The user cancels the loading.
            case cancelLoading
            /// The user has confirmed the error message.
            case intentAlertConfirm
            /// The user retries the same folder.
            case intentRetry
            /// The service has read a part of the folder.
            case serviceProgress(Progress)
            /// The service has read the folder.
            case serviceLoaded(Listing)
            /// The service has failed.
            case serviceError(any Error)
        }

        /// Reads a folder; reports its progress and waits until each report is received.
        public typealias Service =
            @Sendable (_ folder: String, _ report: @Sendable (Progress) async throws -> Void) async throws -> Listing

        /// The dependencies of the machine.
        public struct Env: Sendable {
            /// Reads a folder.
            public var service: Service

            /// The machine's own input, which becomes part of the state.
            public var input: Input

            /// The folder that a sheet suggests.
            public var defaultFolder: String

            /// Creates an environment.
            ///
            /// - Parameters:
            ///   - service: Reads a folder.
            ///   - input: The input of the machine's own proxy.
            ///   - defaultFolder: The folder that a sheet suggests; the current one by default.
            public init(service: @escaping Service, input: Input, defaultFolder: String = ".") {
                self.service = service
                self.input = input
                self.defaultFolder = defaultFolder
            }
        }

        public static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.start, .viewOnAppear): return configuration
            case (.start, .configureContext(let context)): state = .idle(.empty(context.nothingYet), context)
            case (.idle(let content, let context), .intentShowSheet):
                state = .modal(content, .sheet(context.sheet), context)
            case (.idle(let content, let context), .intentRetry):
                guard case .empty(let empty) = content, let folder = empty.failedFolder else { return nil }
                return load(folder, behind: content, context, &state)
            case (.modal(let content, .sheet(let sheet), let context), .intentSheetCommit(let answer)):
                let folder = answer.allSatisfy(\.isWhitespace) ? sheet.default : answer
                return load(folder, behind: content, context, &state)
            case (.modal(let content, .sheet, let context), .viewSheetDidDismiss),
                (.modal(let content, .error, let context), .intentAlertConfirm):
                state = .idle(content, context)
            case (.modal(let content, .loading(var loading), let context), .serviceProgress(let progress)):
                loading.progress = progress
                state = .modal(content, .loading(loading), context)
            case (.modal(_, .loading, let context), .serviceLoaded(let listing)):
                state = .idle(.data(context.data(listing)), context)
            case (.modal(_, .loading(let loading), let context), .serviceError(let error)):
                let failure = context.failure(error, of: loading.folder)
                state = .modal(.empty(context.nothing(of: loading.folder)), .error(failure), context)
            case (.modal(let content, .loading, let context), .cancelLoading):
                state = .idle(content, context)
                return .cancelTask(Work.loading)
            case (.modal(let content, .error(let failure), let context), .intentRetry):
                return load(failure.folder, behind: content, context, &state)
            case (.start, _), (.idle, _), (.modal, _): break
            }
            return nil
        }
    }
}

extension LoadingList.Transducer {
    enum Work { case loading }

    /// Copies the context from the environment into the state.
    private static let configuration = Effect(isolatedAction: { env, _ in
        .configureContext(Context(input: env.input, defaultFolder: env.defaultFolder))
    })

    /// Reads a folder.
    ///
    /// Every outcome is reported to the machine, which would otherwise wait forever. Reports wait for room in the
    /// mailbox, which slows down a service that is faster than the machine.
    private static func load(
        _ folder: String, behind content: State.Content, _ context: Context, _ state: inout State
    ) -> Effect {
        state = .modal(content, .loading(context.loading(folder)), context)
        return Effect(id: Work.loading) { env, input in
            let listing = try await env.service(folder) { progress in
                try await input.sendWaitingForRoom(.serviceProgress(progress))
            }
            try await input.sendWaitingForRoom(.serviceLoaded(listing))
        }
        .catch { error in .serviceError(error) }
    }
}
