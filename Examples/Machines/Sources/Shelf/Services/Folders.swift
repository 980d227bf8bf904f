public import Foundation
import Parts

/// A catalogue and a shelf in the file system: two folders of text documents.
///
/// The user's note about a document is in a file beside it, with `.card` behind its name.
public struct Folders: Sendable {
    let catalogue: URL
    let shelf: URL
    let chunk: Int
    let pause: Duration

    /// Chooses the folders. That of the shelf is created with the first document.
    ///
    /// - Parameters:
    ///   - catalogue: The folder of the documents that can be had; it is only read.
    ///   - shelf: The folder of the documents on the shelf.
    ///   - chunk: The number of bytes copied at a time.
    ///   - pause: The pause after each chunk, in place of a network; none by default.
    public init(catalogue: URL, shelf: URL, chunk: Int = 4096, pause: Duration = .zero) {
        self.catalogue = catalogue
        self.shelf = shelf
        self.chunk = max(1, chunk)
        self.pause = pause
    }
}

extension Services {
    /// Creates services that work in two folders.
    ///
    /// - Parameters:
    ///   - folders: The folders.
    ///   - clock: Measures the pauses between keystrokes and between chunks.
    public init(_ folders: Folders, clock: any Clock<Duration> = ContinuousClock()) {
        self.init()
        search = folders.search
        download = { try await folders.download($0, clock: clock, report: $1) }
        list = folders.list
        read = folders.read
        save = folders.save
        create = folders.create
        remove = folders.remove
        self.clock = clock
    }
}

extension Folders {
    @concurrent
    func search(_ text: String) async throws -> [Document] {
        try await explaining("The catalogue cannot be read") {
            try names(in: catalogue).compactMap { name in
                try Task.checkCancellation()
                // A file that has vanished, or that may not be read, is none of the documents.
                guard let contents = try? self.text(name, in: catalogue) else { return nil }
                let title = title(of: contents, named: name)
                let lines = contents.split(separator: "\n").filter { !$0.hasPrefix("#") }
                let line = text.isEmpty ? lines.first : lines.first { $0.localizedCaseInsensitiveContains(text) }
                guard text.isEmpty || line != nil || title.localizedCaseInsensitiveContains(text) else { return nil }
                let excerpt = (line ?? lines.first).map { String($0.prefix(200)) } ?? ""
                return Document(id: name, title: title, excerpt: excerpt, bytes: contents.utf8.count)
            }
        }
    }

    /// Copies a document chunk by chunk. The copy gets its name when it is complete: the shelf never has a part of it.
    @concurrent
    func download(_ id: Document.ID, clock: any Clock<Duration>, report: Services.Report) async throws {
        try await explaining("“\(id)” cannot be copied") {
            let bytes = try Data(contentsOf: try file(id, in: catalogue))
            try FileManager.default.createDirectory(at: shelf, withIntermediateDirectories: true)
            let part = shelf.appendingPathComponent(".\(UUID().uuidString).part")
            defer { try? FileManager.default.removeItem(at: part) }
            try Data().write(to: part)
            let target = try FileHandle(forWritingTo: part)
            for start in stride(from: 0, to: bytes.count, by: chunk) {
                let end = min(start + chunk, bytes.count)
                try target.write(contentsOf: bytes[start..<end])
                try await report(Double(end) / Double(bytes.count))
                try await clock.sleep(for: pause)
            }
            try target.close()
            // The earlier copy, if there is one, is on the shelf until the new one is.
            guard rename(part.path, shelf.appendingPathComponent(id).path) == 0 else { throw POSIXError(.EIO) }
        }
    }

    @concurrent
    func list() async throws -> [Document] {
        try await explaining("The shelf cannot be read") {
            guard FileManager.default.fileExists(atPath: shelf.path) else { return [] }
            return try names(in: shelf).compactMap { name in
                guard let text = try? text(name, in: shelf) else { return nil }
                let card = try card(name, of: text)
                return Document(id: name, title: card.title, excerpt: card.note, bytes: text.utf8.count)
            }
        }
    }

    @concurrent
    func read(_ id: Document.ID) async throws -> Content {
        try await explaining("“\(id)” cannot be read") {
            let text = try text(id, in: shelf)
            return Content(text: text, card: try card(id, of: text))
        }
    }

    @concurrent
    func save(_ id: Document.ID, _ card: Card) async throws {
        try await explaining("“\(id)” cannot be saved") {
            _ = try file(id, in: shelf)
            try JSONEncoder().encode(card).write(to: cardFile(id), options: .atomic)
        }
    }

    @concurrent
    func create(_ title: String) async throws -> Document.ID {
        let id = title.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-") + ".md"
        guard id != ".md" else { throw Problem("A title has letters or digits.", advice: "Choose another title.") }
        return try await explaining("“\(title)” cannot be created") {
            let file = shelf.appendingPathComponent(id)
            guard !FileManager.default.fileExists(atPath: file.path) else {
                throw Problem("“\(id)” is on the shelf already.", advice: "Choose another title.")
            }
            try FileManager.default.createDirectory(at: shelf, withIntermediateDirectories: true)
            try Data("# \(title)\n".utf8).write(to: file, options: .withoutOverwriting)
            return id
        }
    }

    @concurrent
    func remove(_ id: Document.ID) async throws {
        try await explaining("“\(id)” cannot be removed") {
            try FileManager.default.removeItem(at: try file(id, in: shelf))
            try? FileManager.default.removeItem(at: cardFile(id))
        }
    }
}

extension Folders {
    private func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter(isDocument).sorted()
    }

    private func isDocument(_ name: String) -> Bool {
        !name.hasPrefix(".") && !name.contains("/") && (name.hasSuffix(".md") || name.hasSuffix(".txt"))
    }

    /// The file of a document; links are not followed, and names lead nowhere else.
    private func file(_ id: Document.ID, in folder: URL) throws -> URL {
        let url = folder.appendingPathComponent(id)
        guard isDocument(id), let kind = try? FileManager.default.attributesOfItem(atPath: url.path)[.type],
            kind as? FileAttributeType == .typeRegular
        else { throw Problem("There is no document “\(id)”.", advice: "It may have been removed.") }
        return url
    }

    private func text(_ id: Document.ID, in folder: URL) throws -> String {
        String(decoding: try Data(contentsOf: try file(id, in: folder)), as: UTF8.self)
    }

    /// The first heading of a text, or the name of its file.
    private func title(of text: String, named name: String) -> String {
        text.split(separator: "\n").first { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) } ?? name
    }

    private func cardFile(_ id: Document.ID) -> URL { shelf.appendingPathComponent(id + ".card") }

    private func card(_ id: Document.ID, of text: String) throws -> Card {
        guard FileManager.default.fileExists(atPath: cardFile(id).path) else {
            return Card(title: title(of: text, named: id))
        }
        return try JSONDecoder().decode(Card.self, from: Data(contentsOf: cardFile(id)))
    }

    /// Calls a function of the file system, and explains its errors.
    private func explaining<Value>(_ what: String, _ work: () async throws -> Value) async throws -> Value {
        do { return try await work() } catch {
            if error is CancellationError || error is Problem { throw error }
            throw Problem("\(what): \(error.localizedDescription)", advice: "Try again when that is mended.")
        }
    }
}
