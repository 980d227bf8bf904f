import Oak
import SwiftUI
import TestSupport
import Testing

@Suite("Views of children")
@MainActor
struct ChildViewTests {
    @Test("A view of a child shows and changes the child, whoever owns the machine", arguments: ShelfOwner.allCases)
    func child(owner: ShelfOwner) throws {
        let screen = Screen(owner.view)
        try screen.tap("Read book 2")
        try screen.tap("Read book 2")
        #expect(screen.texts.contains("book 2: 2 pages"))
        #expect(screen.texts.contains("book 1: 0 pages"))
        screen.close()
    }

    @Test("A detail is there as long as its child is active", arguments: ShelfOwner.allCases)
    func detail(owner: ShelfOwner) throws {
        let screen = Screen(owner.view)
        #expect(!screen.fields.contains("Query"))
        try screen.tap("Search")
        try screen.type("oak", into: "Query")
        #expect(try screen.text(in: "Query") == "OAK")
        #expect(screen.texts.contains("Searching OAK"))
        try screen.dismissSheet()
        #expect(screen.presentations.isEmpty)
        screen.close()
    }

    @Test("C28 A row that is still drawn after its child was removed has a state, and sends nothing that counts")
    func removed() throws {
        let screen = Screen(ShelfWithKeptRow())
        try screen.tap("Read book 1")
        try screen.tap("Keep")
        try screen.tap("Remove book 1")
        try screen.tap("Evaluate")
        #expect(screen.texts.contains("book 1: 1 pages"))
        try screen.tap("Read book 1")
        #expect(screen.texts.contains("book 1: 1 pages"))
        try screen.tap("Read book 2")
        #expect(screen.texts.contains("book 2: 1 pages"))
        screen.close()
    }

    @Test("Rows of a list follow the children of a collection", arguments: ShelfOwner.allCases)
    func rows(owner: ShelfOwner) throws {
        let screen = Screen(owner.view)
        try screen.tap("Remove book 1")
        #expect(!screen.texts.contains("book 1: 0 pages"))
        try screen.tap("Add book 3")
        try screen.tap("Read book 3")
        #expect(screen.texts.contains("book 3: 1 pages"))
        screen.close()
    }
}

// MARK: - Machines

private enum Book: Transducer {
    struct State: NonTerminal { var pages = 0 }
    enum Event { case read }

    static func update(_ state: inout State, event: Event) { state.pages += 1 }
}

private enum Query: Transducer {
    struct State: NonTerminal { var text = "" }
    enum Event { case typed(String) }

    static func update(_ state: inout State, event: Event) {
        switch event {
        case .typed(let text): state.text = text.uppercased()
        }
    }
}

private enum Shelf: CompositeTransducer {
    struct State: NonTerminal {
        var books: Children<Int, Book.State> = [1: Book.State(), 2: Book.State()]
        var query: Query.State?
    }
    enum Event { case add(Int), remove(Int), search, endSearch, book(Int, Book.Event), query(Query.Event) }

    static let books = children("book", Book.self, event: Event.book)
    static let query = child("query", Query.self, event: Event.query)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        books(state.books)
        query(state.query)
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .add(let id): state.books[id] = Book.State()
        case .remove(let id): state.books[id] = nil
        case .search: state.query = Query.State()
        case .endSearch: state.query = nil
        case .book(let id, let event): return books.step(&state.books, id, event).effect
        case .query(let event): return query.step(&state.query, event).effect
        }
        return nil
    }
}

// MARK: - Owners of the machine

enum ShelfOwner: CaseIterable {
    case object, property, view, bound

    @MainActor
    @ViewBuilder
    fileprivate var view: some View {
        switch self {
        case .object: ObjectShelf()
        case .property: PropertyShelf()
        case .view: TransducerView(of: Shelf.self, initialState: Shelf.State()) { ShelfContent(shelf: $0) }
        case .bound: BoundShelf()
        }
    }
}

private struct ObjectShelf: View {
    @SwiftUI.State private var shelf = ObservableTransducer(of: Shelf.self, initialState: Shelf.State())

    var body: some View { ShelfContent(shelf: shelf.reference) }
}

private struct PropertyShelf: View {
    @StateTransducer(of: Shelf.self) private var shelf = Shelf.State()

    var body: some View { ShelfContent(shelf: _shelf.reference) }
}

private struct BoundShelf: View {
    @SwiftUI.State private var shelf = Shelf.State()

    var body: some View { TransducerView(of: Shelf.self, initialState: $shelf) { ShelfContent(shelf: $0) } }
}

/// Shows a row apart from its list, also when the list has none any more.
private struct ShelfWithKeptRow: View {
    @SwiftUI.State private var shelf = ObservableTransducer(of: Shelf.self, initialState: Shelf.State())
    @SwiftUI.State private var kept: MachineReference<Book>?
    @SwiftUI.State private var evaluations = 0

    var body: some View {
        let _ = evaluations
        if let kept {
            BookRow(id: 1, book: kept)
            Button("Remove book 1") { shelf.input(.remove(1)) }
            if let book = shelf.child(Shelf.books, 2) { BookRow(id: 2, book: book) }
        } else {
            ShelfContent(shelf: shelf.reference)
        }
        Button("Keep") { kept = shelf.child(Shelf.books, 1) }
        Button("Evaluate") { evaluations += 1 }
    }
}

// MARK: - Views of machines

private struct ShelfContent: View {
    let shelf: MachineReference<Shelf>

    var body: some View {
        List {
            ForEach(shelf.state.books.keys, id: \.self) { id in
                if let book = shelf.child(Shelf.books, id) { BookRow(id: id, book: book) }
                Button("Remove book \(id)") { shelf.input(.remove(id)) }
            }
            Button("Add book 3") { shelf.input(.add(3)) }
            Button("Search") { shelf.input(.search) }
        }
        .sheet(isPresented: shelf.binding(\.query, dismissing: .endSearch)) {
            if let query = shelf.child(Shelf.query) { QueryDetail(query: query) }
        }
    }
}

private struct BookRow: View {
    let id: Int
    let book: MachineReference<Book>

    var body: some View {
        Text("book \(id): \(book.state.pages) pages")
        Button("Read book \(id)") { book.input(.read) }
    }
}

private struct QueryDetail: View {
    let query: MachineReference<Query>

    var body: some View {
        Text("Searching \(query.state.text)")
        TextField("Query", text: query.binding(\.text, sending: Query.Event.typed))
    }
}
