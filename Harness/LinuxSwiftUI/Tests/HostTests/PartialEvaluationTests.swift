import Oak
import Observation
import SwiftUI
import TestSupport
import Testing

/// A view is evaluated when something changes that it has read.
@Suite("C36 Evaluation of views that read a part of a machine")
@MainActor
struct PartialEvaluationTests {
    @Test(
        "An event for one row of 10,000 evaluates that row alone, whoever owns the machine",
        arguments: LibraryOwner.allCases)
    func oneRow(owner: LibraryOwner) throws {
        let journal = Journal()
        let screen = Screen(owner.view(Library.State(books: 10_000), journal))
        #expect(journal.entries.count == 10_003)
        journal.forget()
        for pages in 1...3 {
            try screen.tap("Read book 7777")
            #expect(screen.texts.contains("book 7777: \(pages) pages"))
            #expect(journal.entries == ["book 7777"])
            journal.forget()
        }
        screen.close()
    }

    @Test(
        "Adding and removing a row evaluates the list, and no view of another child", arguments: LibraryOwner.allCases)
    func addAndRemove(owner: LibraryOwner) throws {
        let journal = Journal()
        let screen = Screen(owner.view(Library.State(books: 2), journal))
        journal.forget()
        try screen.tap("Add")
        #expect(!journal.entries.contains("query"))
        #expect(journal.entries.contains("list"))
        #expect(screen.texts.contains("book 3: 0 pages"))
        journal.forget()
        try screen.tap("Remove book 1")
        #expect(!journal.entries.contains("query"))
        #expect(!screen.texts.contains("book 1: 0 pages"))
        journal.forget()
        try screen.tap("Read book 2")
        #expect(journal.entries == ["book 2"])
        screen.close()
    }

    @Test("An event of one child evaluates no view of another", arguments: LibraryOwner.allCases)
    func siblings(owner: LibraryOwner) throws {
        let journal = Journal()
        let screen = Screen(owner.view(Library.State(books: 2), journal))
        journal.forget()
        try screen.type("oak", into: "Query")
        #expect(journal.entries == ["query"])
        #expect(screen.texts.contains("Searching oak"))
        screen.close()
    }

    @Test("A child that its composite writes by itself is evaluated", arguments: LibraryOwner.allCases)
    func writtenByTheComposite(owner: LibraryOwner) throws {
        let journal = Journal()
        let screen = Screen(owner.view(Library.State(books: 3), journal))
        journal.forget()
        try screen.tap("Clear query")
        #expect(journal.entries == ["query"])
        #expect(screen.texts.contains("Searching "))
        journal.forget()
        try screen.tap("Mark book 2")
        #expect(journal.entries == ["book 2"])
        #expect(screen.texts.contains("book 2: 100 pages"))
        journal.forget()
        try screen.tap("Restore")
        #expect(screen.texts.contains("book 2: 0 pages"))
        #expect(!journal.entries.contains("query"))
        screen.close()
    }

    @Test("A value that is selected evaluates its view when it has changed", arguments: LibraryOwner.allCases)
    func selected(owner: LibraryOwner) throws {
        let journal = Journal()
        let screen = Screen(owner.view(Library.State(books: 1), journal))
        journal.forget()
        try screen.tap("Rename")
        #expect(journal.entries == ["title"])
        #expect(screen.texts.contains("Title: renamed"))
        journal.forget()
        try screen.tap("Rename")
        #expect(journal.entries.isEmpty)
        screen.close()
    }

    @Test(
        "C31, C36 An event that no rule handles evaluates the readers of that state alone",
        arguments: LibraryOwner.allCases, [true, false])
    func unexpected(owner: LibraryOwner, readsAll: Bool) throws {
        let journal = Journal()
        let screen = Screen(owner.view(Library.State(books: 2), journal, readsAll: readsAll))
        journal.forget()
        try screen.tap("Unexpected")
        try screen.tap("Unexpected of book 1")
        #expect(Set(journal.entries).isSubset(of: ["all", "book 1"]))
        journal.forget()
        try screen.tap("Read book 1")
        #expect(journal.entries.contains("book 1"))
        #expect(journal.entries.contains("all") == readsAll)
        screen.close()
    }

    @Test("A composite and its child change in one event, and both are evaluated", arguments: LibraryOwner.allCases)
    func both(owner: LibraryOwner) throws {
        let journal = Journal()
        let screen = Screen(owner.view(Library.State(books: 2), journal))
        journal.forget()
        try screen.tap("Read aloud")
        #expect(Set(journal.entries) == ["book 1", "query", "title"])
        #expect(screen.texts.contains("book 1: 1 pages"))
        #expect(screen.texts.contains("Searching aloud"))
        #expect(screen.texts.contains("Title: aloud"))
        screen.close()
    }

    @Test("A view that has shown that there is no child is evaluated when it arrives")
    func arrival() throws {
        let journal = Journal()
        let library = ObservableTransducer(of: Library.self, initialState: Library.State(books: 1))
        let screen = Screen(MissingBook(library: library, journal: journal))
        #expect(screen.texts == ["no book 2"])
        journal.forget()
        library.input(.book(1, .read))
        library.input(.rename)
        #expect(journal.entries.isEmpty)
        library.input(.add)
        screen.update()
        #expect(screen.texts.contains("book 2: 0 pages"))
        library.input(.remove(2))
        screen.update()
        #expect(screen.texts == ["no book 2"])
        library.input(.restore)
        library.input(.add)
        library.input(.book(2, .read))
        screen.update()
        #expect(screen.texts.contains("book 2: 1 pages"))
        screen.close()
    }

    @Test("A child that arrives and makes a step in one event arrives for who has read that it was not there")
    func arrivalWithStep() throws {
        let library = ObservableTransducer(of: Library.self, initialState: Library.State(books: 1))
        try library.send(.close)
        let heard = Journal()
        withObservationTracking {
            #expect(library.child(Library.query) == nil)
        } onChange: {
            MainActor.assumeIsolated { heard.note("arrival") }
        }
        try library.send(.openAndType)
        #expect(heard.entries == ["arrival"])
        #expect(library.child(Library.query)?.state.text == "typed")
    }

    @Test("A row that has answered that an event is unexpected still tells of its own children")
    func afterUnexpected() throws {
        let rack = ObservableTransducer(of: Rack.self, initialState: Rack.State())
        let shelf = try #require(rack.child(Rack.shelves, 1))
        #expect(shelf.child(Shelf.books, 7) == nil)
        try shelf.send(.unexpected)
        let lamp = try #require(shelf.child(Shelf.lamp))
        let heard = Journal()
        withObservationTracking {
            _ = lamp.state
        } onChange: {
            MainActor.assumeIsolated { heard.note("lamp") }
        }
        try lamp.send(.read)
        #expect(heard.entries == ["lamp"])
        try shelf.send(.removeLamp)
        #expect(shelf.child(Shelf.lamp) == nil)
        #expect(lamp.state.pages == 1)
    }

    @Test("The views of a departed row and of a left state show the last state", arguments: Departure.allCases)
    func departed(departure: Departure) throws {
        let library = ObservableTransducer(of: Library.self, initialState: Library.State(books: 2))
        let book = try #require(library.child(Library.books, 1))
        let query = try #require(library.child(Library.query))
        let words = try #require(query.child(Query.words))
        try book.send(.read)
        try query.send(.typed("oak"))
        try words.send(.count)
        try library.send(departure.event)
        #expect(book.state.pages == departure.pages)
        #expect(library.child(Library.books, 1) == nil)
        if departure.endsQuery {
            #expect(library.child(Library.query) == nil)
            #expect(query.state.text == "oak")
            #expect(words.state.count == 1)
        }
    }

    @Test("An observed state is never copied by a step of its child")
    func noCopies() throws {
        let library = ObservableTransducer(of: Library.self, initialState: Library.State(books: 2))
        let book = try #require(library.child(Library.books, 1))
        let query = try #require(library.child(Library.query))
        let words = try #require(query.child(Query.words))
        withObservationTracking {
            _ = (book.state.pages, query.state.text, words.state.count, library.select(\.title))
        } onChange: {
        }
        for _ in 1...3 {
            try book.send(.read)
            try query.send(.typed("oak"))
            try words.send(.count)
            try library.send(.rename)
        }
        #expect(book.state.notes.copies == 0)
        #expect(query.state.notes.copies == 0)
        #expect(words.state.notes.copies == 0)
    }
}

// MARK: - Machines

/// A large value that counts how often a change had to copy it.
private struct Notes: Equatable {
    private final class Storage { var changes = 0 }

    private var storage = Storage()
    private(set) var copies = 0

    static func == (lhs: Notes, rhs: Notes) -> Bool { lhs.storage === rhs.storage }

    mutating func change() {
        if !isKnownUniquelyReferenced(&storage) {
            copies += 1
            storage = Storage()
        }
        storage.changes += 1
    }
}

private enum Book: EffectTransducer {
    struct State: NonTerminal, Equatable {
        var pages = 0
        var notes = Notes()
    }
    enum Event { case read, unexpected }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .read:
            state.pages += 1
            state.notes.change()
            return nil
        case .unexpected: return .unexpected
        }
    }
}

private enum Words: Transducer {
    struct State: NonTerminal, Equatable {
        var count = 0
        var notes = Notes()
    }
    enum Event { case count }

    static func update(_ state: inout State, event: Event) {
        state.count += 1
        state.notes.change()
    }
}

private enum Query: CompositeTransducer {
    struct State: NonTerminal, Equatable {
        var isNew = true
        var text = ""
        var words = Words.State()
        var notes = Notes()
    }
    enum Event { case typed(String), words(Words.Event) }

    static let words = child("words", Words.self, event: Event.words)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { words(state.words) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .typed(let text):
            state.text = text
            state.notes.change()
            return nil
        case .words(let event): return words.step(&state.words, event).effect
        }
    }
}

private enum Library: CompositeTransducer {
    struct State: NonTerminal {
        var title = "library"
        var books: Children<Int, Book.State>
        var query: Query.State? = Query.State()

        init(books: Int) {
            self.books = Children(uniqueKeysWithValues: (1...books).map { ($0, Book.State()) })
        }
    }
    enum Event {
        case add, remove(Int), mark(Int), clearQuery, rename, restore, unexpected, readAloud
        case close, openAndType, readAndRemove, readAndClose, readMarkAndClose
        case book(Int, Book.Event), query(Query.Event)
    }

    static let books = children("book", Book.self, event: Event.book, failure: .endsTheRun)
    static let query = child("query", Query.self, event: Event.query, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        books(state.books)
        query(state.query)
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .add: state.books[state.books.count + 1] = Book.State()
        case .remove(let id): state.books[id] = nil
        case .mark(let id): state.books[id]?.pages = 100
        case .clearQuery: state.query?.isNew.toggle()
        case .rename: state.title = "renamed"
        case .restore: state.books = State(books: state.books.count).books
        case .unexpected: return .unexpected
        case .readAloud:
            state.title = "aloud"
            state.query?.text = "aloud"
            return books.step(&state.books, 1, .read).effect
        case .close: (state.books, state.query) = ([:], nil)
        case .openAndType:
            state.query = Query.State()
            return query.step(&state.query, .typed("typed")).effect
        case .readAndRemove:
            let step = books.step(&state.books, 1, .read)
            state.books[1] = nil
            return step.effect
        case .readAndClose:
            let step = books.step(&state.books, 1, .read)
            (state.books, state.query) = ([:], nil)
            return step.effect
        case .readMarkAndClose:
            let step = books.step(&state.books, 1, .read)
            state.books[1]?.pages = 100
            (state.books, state.query) = ([:], nil)
            return step.effect
        case .book(let id, let event): return books.step(&state.books, id, event).effect
        case .query(let event): return query.step(&state.query, event).effect
        }
        return nil
    }
}

private enum Shelf: CompositeTransducer {
    struct State: NonTerminal, Equatable {
        var books: Children<Int, Book.State> = [1: Book.State()]
        var lamp: Book.State? = Book.State()
    }
    enum Event { case book(Int, Book.Event), lamp(Book.Event), removeLamp, unexpected }

    static let books = children("book", Book.self, event: Event.book, failure: .endsTheRun)
    static let lamp = child("lamp", Book.self, event: Event.lamp, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        books(state.books)
        lamp(state.lamp)
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .book(let id, let event): return books.step(&state.books, id, event).effect
        case .lamp(let event): return lamp.step(&state.lamp, event).effect
        case .removeLamp:
            state.lamp = nil
            return nil
        case .unexpected: return .unexpected
        }
    }
}

/// A machine with rows that have children.
private enum Rack: CompositeTransducer {
    struct State: NonTerminal { var shelves: Children<Int, Shelf.State> = [1: Shelf.State(), 2: Shelf.State()] }
    enum Event { case shelf(Int, Shelf.Event) }

    static let shelves = children("shelf", Shelf.self, event: Event.shelf, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { shelves(state.shelves) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .shelf(let id, let event): shelves.step(&state.shelves, id, event).effect
        }
    }
}

enum Departure: CaseIterable {
    case removed, closed, readAndRemoved, readAndClosed, readMarkedAndClosed

    fileprivate var event: Library.Event {
        switch self {
        case .removed: .remove(1)
        case .closed: .close
        case .readAndRemoved: .readAndRemove
        case .readAndClosed: .readAndClose
        case .readMarkedAndClosed: .readMarkAndClose
        }
    }

    fileprivate var pages: Int {
        switch self {
        case .removed, .closed: 1
        case .readAndRemoved, .readAndClosed, .readMarkedAndClosed: 2
        }
    }

    fileprivate var endsQuery: Bool {
        switch self {
        case .closed, .readAndClosed, .readMarkedAndClosed: true
        case .removed, .readAndRemoved: false
        }
    }
}

// MARK: - Owners of the machine

enum LibraryOwner: CaseIterable {
    case object, property, view

    @MainActor
    @ViewBuilder
    fileprivate func view(_ state: Library.State, _ journal: Journal, readsAll: Bool = false) -> some View {
        switch self {
        case .object: ObjectLibrary(state, journal, readsAll)
        case .property: PropertyLibrary(state, journal, readsAll)
        case .view:
            TransducerView(of: Library.self, initialState: state) {
                LibraryContent(library: $0, journal: journal, readsAll: readsAll)
            }
        }
    }
}

private struct ObjectLibrary: View {
    @SwiftUI.State private var library: ObservableTransducer<Library>
    let journal: Journal
    let readsAll: Bool

    init(_ state: Library.State, _ journal: Journal, _ readsAll: Bool) {
        library = ObservableTransducer(of: Library.self, initialState: state)
        self.journal = journal
        self.readsAll = readsAll
    }

    var body: some View { LibraryContent(library: library.reference, journal: journal, readsAll: readsAll) }
}

private struct PropertyLibrary: View {
    @StateTransducer<Library> private var library: Library.State
    let journal: Journal
    let readsAll: Bool

    init(_ state: Library.State, _ journal: Journal, _ readsAll: Bool) {
        _library = StateTransducer(wrappedValue: state)
        self.journal = journal
        self.readsAll = readsAll
    }

    var body: some View { LibraryContent(library: _library.reference, journal: journal, readsAll: readsAll) }
}

// MARK: - Views

private struct LibraryContent: View {
    let library: MachineReference<Library>
    let journal: Journal
    let readsAll: Bool

    var body: some View {
        TitleView(library: library, journal: journal)
        BookList(library: library, journal: journal)
        if let query = library.child(Library.query) { QueryView(query: query, journal: journal) }
        if readsAll { WholeView(library: library, journal: journal) }
        Button("Add") { library.input(.add) }
        Button("Clear query") { library.input(.clearQuery) }
        Button("Mark book 2") { library.input(.mark(2)) }
        Button("Restore") { library.input(.restore) }
        Button("Rename") { library.input(.rename) }
        Button("Unexpected") { library.input(.unexpected) }
        Button("Unexpected of book 1") { library.input(.book(1, .unexpected)) }
        Button("Read aloud") { library.input(.readAloud) }
    }
}

private struct TitleView: View {
    let library: MachineReference<Library>
    let journal: Journal

    var body: some View {
        let _ = journal.note("title")
        Text("Title: \(library.select(\.title))")
    }
}

private struct WholeView: View {
    let library: MachineReference<Library>
    let journal: Journal

    var body: some View {
        let _ = journal.note("all")
        Text("\(library.state.books.count) books")
    }
}

private struct BookList: View {
    let library: MachineReference<Library>
    let journal: Journal

    var body: some View {
        let _ = journal.note("list")
        ForEach(library.select(\.books.keys), id: \.self) { id in
            if let book = library.child(Library.books, id) {
                BookRow(id: id, book: book, journal: journal)
                Button("Remove book \(id)") { library.input(.remove(id)) }
            }
        }
    }
}

private struct BookRow: View {
    let id: Int
    let book: MachineReference<Book>
    let journal: Journal

    var body: some View {
        let _ = journal.note("book \(id)")
        Text("book \(id): \(book.state.pages) pages")
        Button("Read book \(id)") { book.input(.read) }
    }
}

private struct QueryView: View {
    let query: MachineReference<Query>
    let journal: Journal

    var body: some View {
        let _ = journal.note("query")
        Text("Searching \(query.state.text)")
        TextField("Query", text: query.binding(\.text, sending: Query.Event.typed))
    }
}

private struct MissingBook: View {
    let library: ObservableTransducer<Library>
    let journal: Journal

    var body: some View {
        let _ = journal.note("missing")
        if let book = library.child(Library.books, 2) {
            BookRow(id: 2, book: book, journal: journal)
        } else {
            Text("no book 2")
        }
    }
}
