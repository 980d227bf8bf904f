import ArgumentParser
import LoadingList
import Oak
import Terminal

/// The loading list as a program of its own, so that trying one machine does not build all of them.
@main
struct LoadingListProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "loading-list", abstract: "List what a folder contains.")

    @MainActor
    func run() async throws {
        let proxy = LoadingList.Transducer.Proxy(initialEvent: .viewOnAppear)
        try await Terminal.loadingList.run(
            from: LoadingList.Transducer.State(), proxy: proxy,
            env: LoadingList.Transducer.Env(service: LoadingList.DirectoryService().list, input: proxy.input))
    }
}

extension Terminal<LoadingList.Transducer> {
    /// The words to type are the actions of the state, and a sheet asks for a folder.
    static var loadingList: Self {
        Self(
            "Lists what a folder contains.", text: \.text, words: { state in state.actions.map { ($0.id, $0.event) } },
            answer: { state, line in state.sheet.map { _ in .intentSheetCommit(line) } })
    }
}

extension LoadingList.Transducer.State {
    fileprivate var text: String {
        switch self {
        case .start: "Beginning …"
        case .idle(.empty(let empty), _): "\(empty.title) Type \(typing(empty.actions))."
        case .idle(.data(let data), _): data.listing.text
        case .modal(_, .sheet(let sheet), _): "\(sheet.title) Type a path, or cancel."
        case .modal(_, .loading(let loading), _): "Reading \(LoadingList.FolderName(loading.folder).plain) …"
        case .modal(_, .error(let failure), _):
            "Error: \(failure.reason)\n\(failure.advice) Type \(typing(failure.actions))."
        }
    }

    private func typing(_ actions: [LoadingList.Transducer.Action]) -> String {
        actions.map { "\"\($0.id)\" to \($0.title)" }.joined(separator: ", ")
    }
}

extension LoadingList.Listing {
    fileprivate var text: String {
        let rows = entries.map { entry in
            let size = entry.size.map(LoadingList.sizeText) ?? "-"
            let indent = String(repeating: " ", count: max(0, 10 - size.count))
            return "\n\(indent)\(size)  \(entry.name)\(entry.kind == .folder ? "/" : "")"
        }
        return "\(LoadingList.FolderName(folder).heading): \(entries.count) entries" + rows.joined()
    }
}
