#if canImport(SwiftUI)
    import Parts
    public import Shelf
    public import SwiftUI

    /// The documents that can be had.
    public struct CatalogueScreen: View {
        @Bindable private var catalogue: CatalogueModel
        private let isOnShelf: (Document.ID) -> Bool
        private let open: (Document.ID) -> Void

        public init(
            catalogue: CatalogueModel, isOnShelf: @escaping (Document.ID) -> Bool,
            open: @escaping (Document.ID) -> Void
        ) {
            self.catalogue = catalogue
            self.isOnShelf = isOnShelf
            self.open = open
        }

        public var body: some View {
            NavigationStack {
                List {
                    CatalogueStatus(catalogue: catalogue)
                    ForEach(catalogue.documents) { document in
                        HStack {
                            VStack(alignment: .leading) {
                                Text(document.title).font(.headline)
                                Text(document.excerpt).font(.footnote).foregroundStyle(Color.secondary).lineLimit(2)
                            }
                            Spacer()
                            if isOnShelf(document.id) {
                                Button("Open") { open(document.id) }
                            } else if let download = catalogue.downloads[document.id] {
                                DownloadView(download: download)
                            }
                        }
                        .buttonStyle(.borderless)
                    }
                }
                .searchable(text: $catalogue.query, prompt: "Titles and texts")
                .navigationTitle("Catalogue")
            }
            .onAppear { catalogue.search() }
        }
    }

    /// The progress and the result of the search.
    private struct CatalogueStatus: View {
        let catalogue: CatalogueModel

        var body: some View {
            if catalogue.isSearching {
                ProgressView("Searching …")
            } else if let problem = catalogue.problem {
                Text("\(problem.reason) \(problem.advice)").font(.footnote).foregroundStyle(Color.red)
                Button("Search again") { catalogue.search() }
            } else {
                Text("\(catalogue.documents.count) documents").foregroundStyle(Color.secondary)
            }
        }
    }

    /// The download of a document.
    private struct DownloadView: View {
        let download: DownloadModel

        var body: some View {
            switch download.phase {
            case .idle:
                Button("Download") { download.start() }
            case .loading(let share):
                ProgressView(value: share)
                Button("Cancel", role: .cancel) { download.cancel() }
            case .failed(let problem):
                Text("\(problem.reason) \(problem.advice)").font(.footnote).foregroundStyle(Color.red)
                Button("Retry") { download.start() }
            }
        }
    }
#endif
