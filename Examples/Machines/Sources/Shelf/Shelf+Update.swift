public import Oak

extension Shelf {
    public static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .chose(let tab): state.tab = tab
        case .open(let id): state.open(id)
        case .went(let path):
            // A stack may confirm the path that it has been given; that is no decision of the user.
            guard path != state.path else { return nil }
            if let id = path.last { state.open(id) } else { state.leave(for: nil) }
        case .followed(let link): return follow(link, &state)
        case .newNote: state.newNote = state.newNote ?? NewNote.State()
        case .dismissNewNote: state.newNote = nil
        case .dismissNotice: state.notice = nil
        case .discard:
            guard case .unsaved(_, let next) = state.notice else { return nil }
            state.notice = nil
            state.editor = next.map(Editor.State.init)
        case .downloadAgain(let id):
            state.notice = nil
            return catalogue.step(&state.catalogue, .download(id, .start)).effect
        case .catalogue(let event): return step(event, &state)
        case .holdings(let event): return holdings.step(&state.holdings, event).effect
        case .editor(let event): return step(event, &state)
        case .note(let event): return step(event, &state)
        }
        return nil
    }

    private static func follow(_ link: String, _ state: inout State) -> Effect? {
        state.newNote = nil
        switch Link(link) {
        case .document(let id)?: state.open(id)
        case .search(let text)?:
            state.tab = .catalogue
            return catalogue.step(&state.catalogue, .typed(text)).effect
        case .newNote?: state.newNote = NewNote.State()
        case nil: state.notice = .unknownLink(link)
        }
        return nil
    }

    private static func step(_ event: Catalogue.Event, _ state: inout State) -> Effect? {
        let step = catalogue.step(&state.catalogue, event)
        guard case .download(let id, _) = event, let outcome = step.output ?? nil else { return step.effect }
        let document = state.catalogue.documents.first { $0.id == id } ?? Document(id: id, title: id)
        switch outcome {
        case .finished: return .all(step.effect, holdings.step(&state.holdings, .added(document)).effect)
        case .failed(let problem):
            state.notice = state.notice ?? .notDownloaded(document.id, title: document.title, problem)
            return step.effect
        }
    }

    private static func step(_ event: Editor.Event, _ state: inout State) -> Effect? {
        let step = editor.step(&state.editor, event)
        switch step.output ?? nil {
        case .saved?: return .all(step.effect, holdings.step(&state.holdings, .list).effect)
        case .unreadable(let problem)?:
            if let id = state.editor?.id { state.notice = .unreadable(id, problem) }
            state.editor = nil
        case nil: break
        }
        return step.effect
    }

    private static func step(_ event: NewNote.Event, _ state: inout State) -> Effect? {
        let step = note.step(&state.newNote, event)
        guard let id = step.output ?? nil else { return step.effect }
        state.newNote = nil
        state.open(id)
        return .all(step.effect, holdings.step(&state.holdings, .list).effect)
    }
}

extension Shelf.State {
    fileprivate mutating func open(_ next: Document.ID) {
        tab = .shelf
        if isAskingAboutChanges { notice = nil }
        if editor?.id != next { leave(for: next) }
    }

    /// Closes the opened document and opens the next one, unless there are changes to ask about first.
    fileprivate mutating func leave(for next: Document.ID?) {
        if let editor, editor.isEdited {
            notice = .unsaved(title: editor.card.title, next: next)
        } else {
            editor = next.map(Editor.State.init)
        }
    }

    /// The state with which a stored one goes on: what is in the folders may have changed meanwhile.
    public var refreshed: Self {
        var state = self
        _ = Catalogue.update(&state.catalogue, event: .searchAgain)
        _ = Holdings.update(&state.holdings, event: .list)
        return state
    }
}
