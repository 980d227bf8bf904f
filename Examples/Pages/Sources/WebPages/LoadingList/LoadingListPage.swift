public import LoadingList
import Oak
public import OakInspector
public import OakWeb

extension LoadingList.Transducer {
    /// A page that lists folders.
    ///
    /// - Parameters:
    ///   - service: Reads the folder chosen by the user.
    ///   - inspector: The inspector of the machines.
    public static func page(service: @escaping Service, inspector: Inspector = Inspector()) -> Page {
        Page(
            for: LoadingList.Transducer.self, at: "loading-list", title: "Loading list",
            summary: "Asks for a folder, reads it with progress, and lists it, or says what went wrong.",
            host: {
                // The state contains the actions of the user, so the machine receives the input of its own proxy.
                let proxy = Proxy(initialEvent: .viewOnAppear)
                return TransducerHost(
                    of: LoadingList.Transducer.self, initialState: .start, proxy: proxy,
                    env: Env(service: service, input: proxy.input), observer: inspector.watch("Loading list"))
            },
            render: { $0.scene },
            decode: LoadingListMessage.decode)
    }
}

extension LoadingList.Transducer.State {
    /// The content, with the modal part above it.
    var scene: HTML {
        HTML {
            switch self {
            case .start: HTML.empty
            case .idle(let content, _): content.section
            case .modal(let content, let modal, _):
                content.section
                modal.dialog
            }
        }
    }
}

extension LoadingList.Transducer.State.Content {
    fileprivate var section: Element<Place.Flow> {
        switch self {
        case .empty(let empty): empty.section
        case .data(let data): data.section
        }
    }
}

extension LoadingList.Transducer.State.Modal {
    fileprivate var dialog: Element<Place.Flow> {
        switch self {
        case .sheet(let sheet): sheet.dialog
        case .loading(let loading): loading.dialog
        case .error(let failure): failure.dialog
        }
    }
}
