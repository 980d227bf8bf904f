import Parts

@testable import Shelf

extension Document {
    static let oak = Document(id: "oak.md", title: "Oak", excerpt: "A tree.", bytes: 8)
    static let beech = Document(id: "beech.md", title: "Beech", excerpt: "Another tree.", bytes: 14)
}

extension Problem {
    static let broken = Problem("The disk is broken.", advice: "Buy another one.")
}

extension Editor.State {
    /// An opened document with a title, and with changes if its title is another one.
    static func open(_ id: Document.ID = "oak.md", title: String = "Oak", saved: String = "Oak") -> Self {
        var state = Self(id)
        state.phase = .editing
        state.text = "A tree."
        state.card = Card(title: title)
        state.saved = Card(title: saved)
        return state
    }
}
