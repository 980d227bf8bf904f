import Oak

// Builds each part of the state from the context. All text for the user is in this file.

extension LoadingList.Transducer.Context {
    typealias State = LoadingList.Transducer.State

    /// The content before any folder has been read.
    var nothingYet: State.Empty {
        State.Empty(
            title: "Nothing is listed yet.", description: "Start to choose a folder.",
            actions: [start(title: "choose a folder")], failedFolder: nil)
    }

    /// The content after a folder could not be read.
    func nothing(of folder: String) -> State.Empty {
        State.Empty(
            title: "Could not list \(LoadingList.FolderName(folder).quoted).",
            description: "Retry, or start to choose another folder.",
            actions: [retry(folder), start(title: "choose another folder")], failedFolder: folder)
    }

    func data(_ listing: LoadingList.Listing) -> State.Data {
        State.Data(listing: listing, actions: [start(title: "choose another folder")])
    }

    var sheet: State.Sheet {
        State.Sheet(
            title: "Which folder?", description: "Name the folder to be listed.", default: defaultFolder,
            cancel: action("cancel", "choose no folder", .viewSheetDidDismiss), input: input)
    }

    func loading(_ folder: String) -> State.Loading {
        State.Loading(folder: folder, progress: nil, cancel: action("cancel", "stop reading", .cancelLoading))
    }

    func failure(_ error: any Error, of folder: String) -> State.Failure {
        let explained = error as? LoadingList.DirectoryError
        return State.Failure(
            folder: folder,
            reason: explained?.reason ?? "Could not list \(LoadingList.FolderName(folder).quoted): \(error)",
            advice: explained?.advice ?? "Try again, or choose another folder.",
            actions: [action("ok", "put the message away", .intentAlertConfirm), retry(folder)])
    }

    private func start(title: String) -> LoadingList.Transducer.Action {
        action("start", title, .intentShowSheet)
    }

    private func retry(_ folder: String) -> LoadingList.Transducer.Action {
        action("retry", "read \(LoadingList.FolderName(folder).quoted) again", .intentRetry)
    }

    private func action(
        _ id: String, _ title: String, _ event: LoadingList.Transducer.Event
    ) -> LoadingList.Transducer.Action {
        LoadingList.Transducer.Action(id: id, title: title, event: event, input: input)
    }
}
