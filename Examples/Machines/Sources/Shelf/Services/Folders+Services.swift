import Foundation
import Parts

extension Services {
    /// Creates services that work in two folders.
    ///
    /// - Parameters:
    ///   - folders: The folders.
    ///   - clock: Measures the pauses between keystrokes and between chunks.
    public init(_ folders: Folders, clock: any Clock<Duration> = ContinuousClock()) {
        self.init()
        search = { try await folders.search($0) }
        download = { try await folders.download($0, clock: clock, report: $1) }
        list = { try await folders.list() }
        read = { try await folders.read($0) }
        save = { try await folders.save($0, $1) }
        create = { try await folders.create($0) }
        remove = { try await folders.remove($0) }
        self.clock = clock
    }
}

extension Folders {
    @concurrent
    func search(_ text: String) async throws -> [Document] {
        try await explaining("The catalogue cannot be read") {
            var found: [Document] = []
            for name in try Self.names(in: catalogue) {
                try Task.checkCancellation()
                // A file that has vanished, or that may not be read, is none of the documents.
                guard let file = try? Self.file(name, in: catalogue), let contents = try? Self.text(of: file) else {
                    continue
                }
                let title = Self.title(of: contents, named: name)
                let lines = contents.split(separator: "\n").filter { !$0.hasPrefix("#") }
                let line = text.isEmpty ? lines.first : lines.first { $0.localizedCaseInsensitiveContains(text) }
                guard text.isEmpty || line != nil || title.localizedCaseInsensitiveContains(text) else { continue }
                let excerpt = (line ?? lines.first).map { String($0.prefix(200)) } ?? ""
                found.append(Document(id: name, title: title, excerpt: excerpt, bytes: contents.utf8.count))
            }
            return found
        }
    }

    @concurrent
    func list() async throws -> [Document] {
        try await explaining("The shelf cannot be read") {
            guard FileManager.default.fileExists(atPath: shelf.path) else { return [] }
            return try Self.names(in: shelf).compactMap { name in
                guard let file = try? Self.file(name, in: shelf) else { return nil }
                let text = try Self.text(of: file)
                let card = try card(name, of: text)
                return Document(id: name, title: card.title, excerpt: card.note, bytes: text.utf8.count)
            }
        }
    }

    @concurrent
    func read(_ id: Document.ID) async throws -> Content {
        try await explaining("“\(id)” cannot be read") {
            let text = try Self.text(of: try Self.file(id, in: shelf))
            return Content(text: text, card: try card(id, of: text))
        }
    }

    @concurrent
    func save(_ id: Document.ID, _ card: Card) async throws {
        try await explaining("“\(id)” cannot be saved") {
            _ = try Self.file(id, in: shelf)
            try JSONEncoder().encode(card).write(to: cardFile(id), options: .atomic)
        }
    }

    @concurrent
    func create(_ title: String) async throws -> Document.ID {
        let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }
        guard !words.isEmpty else { throw Problem("A title has letters or digits.", advice: "Choose another title.") }
        let id = words.joined(separator: "-") + ".md"
        return try await explaining("“\(title)” cannot be created") {
            try FileManager.default.createDirectory(at: shelf, withIntermediateDirectories: true)
            let file = shelf.appendingPathComponent(id)
            guard !FileManager.default.fileExists(atPath: file.path) else {
                throw Problem("“\(id)” is on the shelf already.", advice: "Choose another title.")
            }
            try Data("# \(title)\n".utf8).write(to: file, options: .withoutOverwriting)
            return id
        }
    }

    @concurrent
    func remove(_ id: Document.ID) async throws {
        try await explaining("“\(id)” cannot be removed") {
            try FileManager.default.removeItem(at: try Self.file(id, in: shelf))
            try? FileManager.default.removeItem(at: cardFile(id))
        }
    }
}
