import LoadingList
import OakWeb

/// The messages of the loading list page.
enum LoadingListMessage: String, PageMessage {
    case showSheet, commitSheet, dismissSheet, cancelLoading, confirmAlert, retry

    /// The name of the field for the folder.
    static let folder = "folder"

    func event(_ message: Message) -> LoadingList.Transducer.Event? {
        switch self {
        case .showSheet: .intentShowSheet
        case .commitSheet: message[Self.folder].map { .intentSheetCommit($0) }
        case .dismissSheet: .viewSheetDidDismiss
        case .cancelLoading: .cancelLoading
        case .confirmAlert: .intentAlertConfirm
        case .retry: .intentRetry
        }
    }

    /// The message of an action; `nil` for events that only a service or the page itself sends.
    init?(_ event: LoadingList.Transducer.Event) {
        switch event {
        case .intentShowSheet: self = .showSheet
        case .viewSheetDidDismiss: self = .dismissSheet
        case .cancelLoading: self = .cancelLoading
        case .intentAlertConfirm: self = .confirmAlert
        case .intentRetry: self = .retry
        case .intentSheetCommit, .viewOnAppear, .configureContext, .serviceProgress, .serviceLoaded, .serviceError:
            return nil
        }
    }
}
