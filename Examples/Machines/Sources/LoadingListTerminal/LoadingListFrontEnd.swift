public import LoadingList
import Oak
public import Terminal

/// The loading list in a terminal.
///
/// The words to type are the actions of the state: the machine determines what is possible.
public struct LoadingListFrontEnd: FrontEnd {
    public typealias Machine = LoadingList.Transducer
    public typealias State = LoadingList.Transducer.State
    public typealias Event = LoadingList.Transducer.Event

    /// Creates a front end.
    public init() {}

    public let introduction = "Lists what a folder contains."
    public let vocabulary: Set<String> = ["start", "cancel", "ok", "retry"]

    public func commands(in state: State) -> [Command<Machine>] {
        state.actions.map { action in Command(action.id, action.title, sends: action.event) }
    }

    public func question(in state: State) -> Question<Event>? {
        guard let sheet = state.sheet else { return nil }
        let suggestion = LoadingList.FolderName(sheet.default).quoted
        return Question(answer: "<path>", summary: "list that folder; an empty line means \(suggestion)") {
            .intentSheetCommit($0)
        }
    }

    public func isWorking(in state: State) -> Bool {
        switch state {
        case .start, .modal(_, .loading, _): true
        case .idle, .modal(_, .sheet, _), .modal(_, .error, _): false
        }
    }

    public func opening(in state: State) -> [Line] { [] }

    public func report(_ event: Event, from old: State, to new: State) -> [Line] {
        switch (event, new) {
        case (.serviceLoaded, .idle(.data(let data), _)): ListingTable(data.listing).lines
        case (.serviceProgress(let progress), .modal(_, .loading(let loading), _)):
            report(progress, of: loading, after: old)
        case (.cancelLoading, .idle(let content, _)): ["Reading was cancelled."] + show(content)
        case (_, .start): []
        case (_, .idle(let content, _)): show(content)
        case (_, .modal(_, .sheet(let sheet), _)):
            [
                Line(sheet.title, .heading),
                Line("Type a path; an empty line means \(LoadingList.FolderName(sheet.default).quoted).", .faint),
                Line("\"cancel\" goes back, \"quit\" leaves; \"./cancel\" is a folder of that name.", .faint),
            ]
        case (_, .modal(_, .loading(let loading), _)): ["Reading \(LoadingList.FolderName(loading.folder).plain) …"]
        case (_, .modal(_, .error(let failure), _)):
            [
                Line("Error: \(failure.reason)", .failure), Line(failure.advice),
                typing(failure.actions),
            ]
        }
    }

    private func show(_ content: State.Content) -> [Line] {
        switch content {
        case .empty(let empty): [Line(empty.title), typing(empty.actions)]
        case .data(let data):
            ["Listed: \(LoadingList.FolderName(data.listing.folder).plain), \(ListingTable(data.listing).count)."]
        }
    }

    private func typing(_ actions: [LoadingList.Transducer.Action]) -> Line {
        Line(actions.map { "Type \"\($0.id)\" to \($0.title)." }.joined(separator: " "), .faint)
    }

    /// Shows progress in steps of ten per cent, so that a very long listing does not fill the screen.
    private func report(
        _ progress: LoadingList.Progress, of loading: State.Loading, after old: State
    ) -> [Line] {
        guard case .modal(_, .loading(let before), _) = old else { return [] }
        let percent = percentage(progress)
        guard percent / 10 > (before.progress.map(percentage) ?? 0) / 10 else { return [] }
        return [Line("\(progress.completed) of \(progress.total) entries, \(percent) %", .faint)]
    }

    private func percentage(_ progress: LoadingList.Progress) -> Int {
        progress.total > 0 ? Int(Double(progress.completed) * 100 / Double(progress.total)) : 0
    }
}
