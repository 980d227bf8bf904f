import Foundation

/// Where a link from outside leads.
///
/// ```
/// shelf://document/Effects.md
/// shelf://search?text=activities
/// shelf://new
/// ```
enum Link: Equatable {
    /// A document on the shelf.
    case document(Document.ID)
    /// A search in the catalogue.
    case search(String)
    /// The question for the title of a new document.
    case newNote

    /// Reads a link.
    ///
    /// - Parameter address: The link as text; `nil` is returned if it leads nowhere.
    init?(_ address: String) {
        guard let parts = URLComponents(string: address), parts.scheme?.lowercased() == "shelf" else { return nil }
        let names = parts.path.split(separator: "/").map(String.init)
        switch (parts.host, names.count) {
        case ("document", 1): self = .document(names[0])
        case ("search", 0): self = .search(parts.queryItems?.first { $0.name == "text" }?.value ?? "")
        case ("new", 0): self = .newNote
        case _: return nil
        }
    }
}
