/// A text document, in the catalogue or on the shelf.
public struct Document: Codable, Hashable, Identifiable, Sendable {
    /// Its file name.
    public let id: String
    /// Its title.
    public var title: String
    /// A line of it: the first one that was searched for, or the user's note.
    public var excerpt: String
    /// Its size.
    public var bytes: Int

    /// Creates a document.
    ///
    /// - Parameters:
    ///   - id: Its file name.
    ///   - title: Its title.
    ///   - excerpt: A line of it.
    ///   - bytes: Its size.
    public init(id: String, title: String, excerpt: String = "", bytes: Int = 0) {
        self.id = id
        self.title = title
        self.excerpt = excerpt
        self.bytes = bytes
    }
}

/// A note of the user about a document.
public struct Card: Codable, Hashable, Sendable {
    /// The title on the shelf.
    public var title: String
    /// A note.
    public var note: String

    /// Creates a card.
    ///
    /// - Parameters:
    ///   - title: The title on the shelf.
    ///   - note: A note.
    public init(title: String, note: String = "") {
        self.title = title
        self.note = note
    }
}

/// A document on the shelf as it is opened.
public struct Content: Codable, Hashable, Sendable {
    /// Its text.
    public var text: String
    /// The user's note about it.
    public var card: Card

    /// Creates a content.
    ///
    /// - Parameters:
    ///   - text: Its text.
    ///   - card: What the user has written about it.
    public init(text: String, card: Card) {
        self.text = text
        self.card = card
    }
}
