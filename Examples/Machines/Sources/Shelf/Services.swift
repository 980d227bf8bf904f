/// The environment of all machines of the application.
public struct Services: Sendable {
    /// Receives the share of a download that is done, and returns when the machine has taken it.
    public typealias Report = @Sendable (_ share: Double) async throws -> Void

    /// Searches the titles and texts of the catalogue; an empty text finds everything.
    public var search: @Sendable (_ text: String) async throws -> [Document] = { _ in [] }
    /// Copies a document from the catalogue to the shelf.
    public var download: @Sendable (Document.ID, _ report: Report) async throws -> Void = { _, _ in }
    /// Lists the documents on the shelf.
    public var list: @Sendable () async throws -> [Document] = { [] }
    /// Opens a document on the shelf.
    public var read: @Sendable (Document.ID) async throws -> Content = { Content(text: "", card: Card(title: $0)) }
    /// Saves what the user has written about a document.
    public var save: @Sendable (Document.ID, Card) async throws -> Void = { _, _ in }
    /// Puts a new, empty document on the shelf.
    public var create: @Sendable (_ title: String) async throws -> Document.ID = { $0 }
    /// Removes a document from the shelf.
    public var remove: @Sendable (Document.ID) async throws -> Void = { _ in }
    /// Measures the pauses between keystrokes.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// Creates services that find and do nothing.
    public init() {}
}
