import LoadingList
import OakWeb

/// The messages of the loading list page.
enum LoadingListMessage: String, PageMessage {
    case showSheet, commitSheet, dismissSheet, cancelLoading, confirmAlert, retry

    func event(_ message: Message) -> LoadingList.Transducer.Event? {
        switch self {
        case .showSheet: .intentShowSheet
        case .commitSheet: message["folder"].map { .intentSheetCommit($0) }
        case .dismissSheet: .viewSheetDidDismiss
        case .cancelLoading: .cancelLoading
        case .confirmAlert: .intentAlertConfirm
        case .retry: .intentRetry
        }
    }
}

extension LoadingList.Transducer.State {
    /// The content, with the modal part above it.
    @HTMLBuilder<Place.Flow> var scene: HTML {
        switch self {
        case .start: HTML.empty
        case .idle(let content, _): content.section
        case .modal(let content, let modal, _):
            content.section
            modal.dialog
        }
    }
}
