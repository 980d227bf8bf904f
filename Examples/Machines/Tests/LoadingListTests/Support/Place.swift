import LoadingList

typealias Machine = LoadingList.Transducer

/// The states of the machine without their associated values, so that tests can compare them.
enum Place: Hashable, Sendable, CaseIterable {
    case start, nothing, failed, listed, asking, loading, error

    init(_ state: Machine.State) {
        self =
            switch state {
            case .start: .start
            case .idle(.empty(let empty), _): empty.failedFolder == nil ? .nothing : .failed
            case .idle(.data, _): .listed
            case .modal(_, .sheet, _): .asking
            case .modal(_, .loading, _): .loading
            case .modal(_, .error, _): .error
            }
    }

    /// The events that lead to this place from the start.
    var way: [EventName] {
        switch self {
        case .start: []
        case .nothing: [.configureContext]
        case .asking: Place.nothing.way + [.intentShowSheet]
        case .loading: Place.asking.way + [.intentSheetCommit]
        case .listed: Place.loading.way + [.serviceLoaded]
        case .error: Place.loading.way + [.serviceError]
        case .failed: Place.error.way + [.intentAlertConfirm]
        }
    }

    /// A state at this place.
    func state(_ context: Machine.Context) -> Machine.State {
        var state = Machine.State()
        for name in way { _ = Machine.update(&state, event: name.event(context)) }
        return state
    }
}

enum EventName: Hashable, Sendable, CaseIterable {
    case viewOnAppear, configureContext, intentShowSheet, intentSheetCommit, viewSheetDidDismiss, cancelLoading
    case intentAlertConfirm, intentRetry, serviceProgress, serviceLoaded, serviceError

    init(_ event: Machine.Event) {
        self =
            switch event {
            case .viewOnAppear: .viewOnAppear
            case .configureContext: .configureContext
            case .intentShowSheet: .intentShowSheet
            case .intentSheetCommit: .intentSheetCommit
            case .viewSheetDidDismiss: .viewSheetDidDismiss
            case .cancelLoading: .cancelLoading
            case .intentAlertConfirm: .intentAlertConfirm
            case .intentRetry: .intentRetry
            case .serviceProgress: .serviceProgress
            case .serviceLoaded: .serviceLoaded
            case .serviceError: .serviceError
            }
    }

    func event(_ context: Machine.Context) -> Machine.Event {
        switch self {
        case .viewOnAppear: .viewOnAppear
        case .configureContext: .configureContext(context)
        case .intentShowSheet: .intentShowSheet
        case .intentSheetCommit: .intentSheetCommit("/songs")
        case .viewSheetDidDismiss: .viewSheetDidDismiss
        case .cancelLoading: .cancelLoading
        case .intentAlertConfirm: .intentAlertConfirm
        case .intentRetry: .intentRetry
        case .serviceProgress: .serviceProgress(LoadingList.Progress(completed: 1, total: 2))
        case .serviceLoaded: .serviceLoaded(LoadingList.Listing(folder: "/songs", entries: []))
        case .serviceError: .serviceError(LoadingList.DirectoryError.noSuchFolder("/songs"))
        }
    }
}
