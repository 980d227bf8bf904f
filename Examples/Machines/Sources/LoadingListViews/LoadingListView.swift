#if canImport(SwiftUI)
    import LoadingList
    import Oak
    public import SwiftUI

    /// Lists the contents of a folder. The service comes from the environment of the view.
    ///
    /// The state of the machine contains the actions of the user, so the machine receives the input of its own proxy.
    public struct LoadingListView: View {
        @Environment(\.directoryService) private var service
        @State private var proxy = LoadingList.Transducer.Proxy()

        /// Creates an empty view.
        public init() {}

        public var body: some View {
            TransducerView(
                of: LoadingList.Transducer.self, initialState: .start, proxy: proxy,
                env: LoadingList.Transducer.Env(service: service, input: proxy.input)
            ) { state, input in
                LoadingListContent(state: state, input: input)
            }
        }
    }

    /// The content, with the modal part above it.
    private struct LoadingListContent: View {
        let state: LoadingList.Transducer.State
        let input: LoadingList.Transducer.Input

        var body: some View {
            ZStack {
                switch state {
                case .start: EmptyView()
                case .idle(.empty(let empty), _), .modal(.empty(let empty), _, _):
                    VStack(spacing: 12) {
                        Text(empty.title).font(.headline)
                        Text(empty.description).foregroundStyle(Color.secondary)
                        HStack { ActionButtons(actions: empty.actions) }.buttonStyle(.bordered)
                    }
                case .idle(.data(let data), _), .modal(.data(let data), _, _): EntryList(data: data)
                }
            }
            // Also covers the moment between the dismissal of a sheet and the machine's reaction.
            .disabled(state.isModal)
            .overlay {
                if case .modal(_, .loading(let loading), _) = state { LoadingOverlay(loading: loading) }
            }
            .sheet(item: .constant(state.sheet), onDismiss: { input(.viewSheetDidDismiss) }) { sheet in
                FolderSheet(sheet: sheet)
            }
            .alert(
                "This folder cannot be listed", isPresented: .constant(state.failure != nil), presenting: state.failure
            ) { failure in
                ActionButtons(actions: failure.actions)
            } message: { failure in
                Text("\(failure.reason) \(failure.advice)")
            }
            .onAppear { input(.viewOnAppear) }
        }
    }

    extension LoadingList.Transducer.State {
        /// Whether a modal part above the content requires the user's attention.
        fileprivate var isModal: Bool {
            if case .modal = self { true } else { false }
        }

        /// The visible error, if any.
        fileprivate var failure: Failure? {
            if case .modal(_, .error(let failure), _) = self { failure } else { nil }
        }
    }

    #if DEBUG && !os(Linux)
        #Preview { LoadingListView() }
    #endif
#endif
