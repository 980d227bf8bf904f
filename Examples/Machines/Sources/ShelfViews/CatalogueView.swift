#if canImport(SwiftUI)
    import Oak
    import Parts
    import Shelf
    import SwiftUI

    /// The documents that can be had.
    struct CatalogueView: View {
        let shelf: MachineReference<Shelf>
        let catalogue: MachineReference<Catalogue>

        var body: some View {
            NavigationStack {
                List {
                    switch catalogue.select(\.phase) {
                    case .typing, .searching: ProgressView("Searching …")
                    case .shown: Text(catalogue.select(\.summary)).foregroundStyle(Color.secondary)
                    case .failed(let problem):
                        ProblemLabel(problem: problem)
                        Button("Search again") { catalogue.input(.searchAgain) }
                    }
                    ForEach(catalogue.select(\.documents)) { document in
                        HStack {
                            DocumentLabel(document: document)
                            Spacer()
                            if shelf.select(\.holdings).contains(document.id) {
                                Button("Open") { shelf.input(.open(document.id)) }
                            } else if let download = catalogue.child(Catalogue.downloads, document.id) {
                                DownloadView(download: download)
                            }
                        }
                        .buttonStyle(.borderless)
                    }
                }
                .searchable(
                    text: catalogue.binding(\.query, sending: Catalogue.Event.typed), prompt: "Titles and texts"
                )
                .navigationTitle("Catalogue")
            }
        }
    }

    /// The download of a document.
    private struct DownloadView: View {
        let download: MachineReference<Download>

        var body: some View {
            switch download.state {
            case .idle:
                Button("Download") { download.input(.start) }
            case .loading(let share):
                ProgressView(value: share)
                Button("Cancel", role: .cancel) { download.input(.cancel) }
            case .failed(let problem):
                ProblemLabel(problem: problem)
                Button("Retry") { download.input(.start) }
            }
        }
    }
#endif
