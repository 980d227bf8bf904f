import Oak

enum LoadingList { enum Transducer {} }

extension LoadingList.Transducer {
    struct Data: Equatable {
        let items: [String]
    }

    struct Sheet: Identifiable {
        var id: String = ""
        let title: String
        let description: String
        let `default`: String
        let commit: (String) -> Void
        let cancel: () -> Void
    }

    struct Env {
        let service: (String) async throws -> Data
        let input: Input
    }

    enum Event {
        case viewOnAppear
        case configureContext(State.Context)
        case intentShowSheet
        case intentSheetCommit(String)
        case intentSheetCancel
        case viewSheetDidDismiss
        case serviceLoaded(Data)
        case serviceError(any Error)
        case cancelLoading
        case intentAlertConfirm
    }
}

/// A list that is filled by a service, with everything that can happen on the way.
extension LoadingList.Transducer: EffectTransducer {
    typealias State = Utilities.State<Data, Sheet>

    public static func update(_ state: inout State, event: Event) -> Self.Effect? {
        switch (state, event) {
        case (.start, .viewOnAppear):
            return configureContextEffect()

        case (.start, .configureContext(let context)):
            state = .idle(.empty(emptyState(context)), context)
            return nil

        case (.idle(.empty(_), let context), .intentShowSheet), (.idle(.data, let context), .intentShowSheet):
            state = .modal(state.content, .sheet(sheet(context)), context)
            return nil

        case (.modal(let content, .sheet(_), let context), .intentSheetCommit(let parameter)):
            state = .modal(content, .loading(loadingState(context)), context)
            return serviceLoadEffect(parameter: parameter)

        case (.modal(let content, .sheet(_), let context), .intentSheetCancel),
            (.modal(let content, .sheet(_), let context), .viewSheetDidDismiss):
            state = .idle(content, context)
            return nil

        case (.modal(_, .loading(_), let context), .serviceLoaded(let data)):
            state = .idle(.data(data), context)
            return nil

        case (.modal(_, .loading(_), let context), .serviceError(let error)):
            state = .modal(.empty(emptyState(context)), .error(error), context)
            return nil

        case (.modal(let content, .loading(_), let context), .cancelLoading):
            state = .idle(content, context)
            return .cancelTask("load")

        case (.modal(_, .error, let context), .intentAlertConfirm):
            state = .idle(.empty(emptyState(context)), context)
            return nil

        case (.start, .intentShowSheet), (.start, .intentSheetCommit), (.start, .intentSheetCancel),
            (.start, .viewSheetDidDismiss), (.start, .serviceLoaded), (.start, .serviceError),
            (.start, .cancelLoading), (.start, .intentAlertConfirm):
            return nil

        case (.idle, .intentSheetCommit), (.idle, .intentSheetCancel), (.idle, .viewSheetDidDismiss),
            (.idle, .serviceLoaded), (.idle, .serviceError), (.idle, .cancelLoading), (.idle, .intentAlertConfirm):
            return nil

        case (.modal(_, .sheet, _), .serviceLoaded), (.modal(_, .sheet, _), .serviceError),
            (.modal(_, .sheet, _), .cancelLoading), (.modal(_, .sheet, _), .intentAlertConfirm):
            return nil

        case (.modal(_, .loading, _), .intentSheetCommit), (.modal(_, .loading, _), .intentSheetCancel),
            (.modal(_, .loading, _), .viewSheetDidDismiss), (.modal(_, .loading, _), .intentAlertConfirm):
            return nil

        case (.modal(_, .error, _), .intentSheetCommit), (.modal(_, .error, _), .intentSheetCancel),
            (.modal(_, .error, _), .viewSheetDidDismiss), (.modal(_, .error, _), .serviceLoaded),
            (.modal(_, .error, _), .serviceError), (.modal(_, .error, _), .cancelLoading):
            return nil

        case (.idle, .viewOnAppear), (.idle, .configureContext), (.modal, .viewOnAppear), (.modal, .configureContext),
            (.modal, .intentShowSheet):
            return nil
        }
    }

    static func configureContextEffect() -> Self.Effect {
        Effect(isolatedAction: { env, isolated in
            return .configureContext(
                State.Context(
                    input: env.input
                ))
        })
    }

    static func serviceLoadEffect(parameter: String) -> Self.Effect {
        Effect(
            id: "load",
            isolatedOperation: { env, input, systemActor in
                do {
                    let data = try await env.service(parameter)
                    try input.send(.serviceLoaded(data))
                } catch {
                    // Without an answer the screen would show that it is loading for ever.
                    try input.send(.serviceError(error))
                }
            })
    }
}

extension LoadingList.Transducer {
    private static func emptyState(_ context: State.Context) -> State.Empty {
        let actionClosure: @Sendable () -> Void = {
            try? context.input.send(.intentShowSheet)
        }
        return State.Empty(
            title: "Nothing here",
            description: "Start to load the items.",
            actions: [.init(id: "start", title: "Start", action: actionClosure)]
        )
    }

    private static func loadingState(_ context: State.Context) -> State.Loading {
        State.Loading(
            title: "Loading",
            cancel: .init(id: "cancel", title: "Cancel", action: { context.input(.cancelLoading) }))
    }

    private static func sheet(_ context: State.Context) -> Sheet {
        Sheet(
            title: "Items",
            description: "Which items do you want to see?",
            default: "all",
            commit: { parameter in try? context.input.send(.intentSheetCommit(parameter)) },
            cancel: { try? context.input.send(.intentSheetCancel) })
    }
}
