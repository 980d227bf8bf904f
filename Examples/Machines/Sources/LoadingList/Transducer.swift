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

        /// Computes the transition for an event.
        ///
        /// - Parameters:
        ///   - state: The current state, updated to the next one.
        ///   - event: The event.
        /// - Returns: The effect that starts or stops work, if any.
        public static func update(_ state: inout State, event: Event) -> Effect? {
            switch state {
            case .start: updateStart(&state, event)
            case .idle(let content, let context): updateIdle(&state, content, context, event)
            case .modal(let content, .sheet(let sheet), let context):
                updateSheet(&state, content, sheet, context, event)
            case .modal(let content, .loading(let loading), let context):
                updateLoading(&state, content, loading, context, event)
            case .modal(let content, .error(let failure), let context):
                updateError(&state, content, failure, context, event)
            }
        }
    }
}

// MARK: - Effects

extension LoadingList.Transducer {
    enum Work { case loading }

    /// Copies the context from the environment into the state.
    static let configuration = Effect(isolatedAction: { env, _ in
        .configureContext(Context(input: env.input, defaultFolder: env.defaultFolder))
    })

    /// Reads a folder.
    ///
    /// Every outcome is reported to the machine, which would otherwise wait forever. Reports wait for room in the
    /// mailbox, which slows down a service that is faster than the machine.
    static func loading(of folder: String) -> Effect {
        Effect(id: Work.loading) { env, input in
            let listing = try await env.service(folder) { progress in
                try await input.sendWaitingForRoom(.serviceProgress(progress))
            }
            try await input.sendWaitingForRoom(.serviceLoaded(listing))
        }
        .catch { error in .serviceError(error) }
    }
}

// MARK: - Transitions

extension LoadingList.Transducer {
    static func updateStart(_ state: inout State, _ event: Event) -> Effect? {
        switch event {
        case .viewOnAppear:
            return configuration
        case .configureContext(let context):
            state = .idle(.empty(context.nothingYet), context)
            return nil
        case .intentShowSheet, .intentSheetCommit, .viewSheetDidDismiss, .cancelLoading, .intentAlertConfirm,
            .intentRetry, .serviceProgress, .serviceLoaded, .serviceError:
            return nil
        }
    }

    static func updateIdle(
        _ state: inout State, _ content: State.Content, _ context: Context, _ event: Event
    ) -> Effect? {
        switch event {
        case .intentShowSheet:
            state = .modal(content, .sheet(context.sheet), context)
            return nil
        case .intentRetry:
            guard case .empty(let empty) = content, let folder = empty.failedFolder else { return nil }
            state = .modal(content, .loading(context.loading(folder)), context)
            return loading(of: folder)
        case .viewOnAppear, .configureContext, .intentSheetCommit, .viewSheetDidDismiss, .cancelLoading,
            .intentAlertConfirm, .serviceProgress, .serviceLoaded, .serviceError:
            return nil
        }
    }

    static func updateSheet(
        _ state: inout State, _ content: State.Content, _ sheet: State.Sheet, _ context: Context, _ event: Event
    ) -> Effect? {
        switch event {
        case .intentSheetCommit(let answer):
            let folder = answer.allSatisfy(\.isWhitespace) ? sheet.default : answer
            state = .modal(content, .loading(context.loading(folder)), context)
            return loading(of: folder)
        case .viewSheetDidDismiss:
            state = .idle(content, context)
            return nil
        case .viewOnAppear, .configureContext, .intentShowSheet, .cancelLoading, .intentAlertConfirm, .intentRetry,
            .serviceProgress, .serviceLoaded, .serviceError:
            return nil
        }
    }

    static func updateLoading(
        _ state: inout State, _ content: State.Content, _ loading: State.Loading, _ context: Context, _ event: Event
    ) -> Effect? {
        switch event {
        case .serviceProgress(let progress):
            var loading = loading
            loading.progress = progress
            state = .modal(content, .loading(loading), context)
            return nil
        case .serviceLoaded(let listing):
            state = .idle(.data(context.data(listing)), context)
            return nil
        case .serviceError(let error):
            let failure = context.failure(error, of: loading.folder)
            state = .modal(.empty(context.nothing(of: loading.folder)), .error(failure), context)
            return nil
        case .cancelLoading:
            state = .idle(content, context)
            return .cancelTask(Work.loading)
        case .viewOnAppear, .configureContext, .intentShowSheet, .intentSheetCommit, .viewSheetDidDismiss,
            .intentAlertConfirm, .intentRetry:
            return nil
        }
    }

    static func updateError(
        _ state: inout State, _ content: State.Content, _ failure: State.Failure, _ context: Context, _ event: Event
    ) -> Effect? {
        switch event {
        case .intentAlertConfirm:
            state = .idle(content, context)
            return nil
        case .intentRetry:
            state = .modal(content, .loading(context.loading(failure.folder)), context)
            return loading(of: failure.folder)
        case .viewOnAppear, .configureContext, .intentShowSheet, .intentSheetCommit, .viewSheetDidDismiss,
            .cancelLoading, .serviceProgress, .serviceLoaded, .serviceError:
            return nil
        }
    }
}
