#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where a link from outside leads.
///
/// ```
/// shelf://document/Effects.md?note=Read%20again
/// shelf://search?text=activities
/// shelf://new
/// ```
public enum Link: Codable, Equatable, Sendable {
    /// A document on the shelf, with a line for its note.
    case document(Document.ID, adding: String?)
    /// A search in the catalogue.
    case search(String)
    /// The question for the title of a new document.
    case newNote

    /// Reads a link.
    ///
    /// - Parameter address: The link as text; `nil` is returned if it leads nowhere.
    public init?(_ address: String) {
        guard let parts = URLComponents(string: address), parts.scheme?.lowercased() == "shelf" else { return nil }
        let names = parts.path.split(separator: "/").map(String.init)
        switch (parts.host, names.count) {
        case ("document", 1): self = .document(names[0], adding: parts.value("note"))
        case ("search", 0): self = .search(parts.value("text") ?? "")
        case ("new", 0): self = .newNote
        case _: return nil
        }
    }
}

extension URLComponents {
    fileprivate func value(_ name: String) -> String? { queryItems?.first { $0.name == name }?.value }
}
