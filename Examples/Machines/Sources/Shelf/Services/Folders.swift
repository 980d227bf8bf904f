public import Foundation
import Parts

/// A catalogue and a shelf in the file system: two folders of text documents.
///
/// The user's note about a document is in a file beside it, with `.card` behind its name.
public struct Folders: Sendable {
    /// The folder of the documents that can be had; it is only read.
    public let catalogue: URL
    /// The folder of the documents on the shelf.
    public let shelf: URL

    /// The number of bytes copied at a time.
    var chunk: Int
    /// The pause after each chunk, in place of a network.
    var pause: Duration

    /// Chooses the folders. That of the shelf is created with the first document.
    ///
    /// - Parameters:
    ///   - catalogue: The folder of the documents that can be had.
    ///   - shelf: The folder of the documents on the shelf.
    ///   - chunk: The number of bytes copied at a time.
    ///   - pause: The pause after each chunk, in place of a network; none by default.
    public init(catalogue: URL, shelf: URL, chunk: Int = 4096, pause: Duration = .zero) {
        self.catalogue = catalogue
        self.shelf = shelf
        self.chunk = max(1, chunk)
        self.pause = pause
    }

    static func isDocument(_ name: String) -> Bool {
        !name.hasPrefix(".") && !name.contains("/") && (name.hasSuffix(".md") || name.hasSuffix(".txt"))
    }

    static func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter(isDocument).sorted()
    }

    /// The file of a document; links are not followed, and names lead nowhere else.
    static func file(_ id: Document.ID, in folder: URL) throws -> URL {
        let url = folder.appendingPathComponent(id)
        guard isDocument(id), let kind = try? FileManager.default.attributesOfItem(atPath: url.path)[.type],
            kind as? FileAttributeType == .typeRegular
        else { throw Problem("There is no document “\(id)”.", advice: "It may have been removed.") }
        return url
    }

    static func text(of file: URL) throws -> String { String(decoding: try Data(contentsOf: file), as: UTF8.self) }

    /// The first heading of a text, or the name of its file.
    static func title(of text: String, named name: String) -> String {
        let heading = text.split(separator: "\n").first { $0.hasPrefix("# ") }
        return heading.map { String($0.dropFirst(2)) } ?? name
    }

    func cardFile(_ id: Document.ID) -> URL { shelf.appendingPathComponent(id + ".card") }

    func card(_ id: Document.ID, of text: String) throws -> Card {
        guard FileManager.default.fileExists(atPath: cardFile(id).path) else {
            return Card(title: Self.title(of: text, named: id))
        }
        return try JSONDecoder().decode(Card.self, from: Data(contentsOf: cardFile(id)))
    }
}

/// Calls a function of the file system, and explains its errors.
func explaining<Value>(_ what: String, _ work: () async throws -> Value) async throws -> Value {
    do { return try await work() } catch let error as CancellationError { throw error } catch let problem as Problem {
        throw problem
    } catch { throw Problem("\(what): \(error.localizedDescription)", advice: "Try again when that is mended.") }
}
