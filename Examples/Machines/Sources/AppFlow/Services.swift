import Parts

import Foundation

/// A file of accounts, each with its remaining codes.
///
/// A code works once: it is removed from the file before the user is admitted, and if that fails, the user is not
/// admitted. Only the owner may read the file. It contains the codes in plain text, which is enough for an example: a
/// real application stores nothing that can be used to sign in.
public actor AccountFile {
    struct Entry: Codable, Hashable {
        var name: String
        var codes: [String]
        var folders: [String]
    }

    /// The contents of a new file.
    static let sample = [
        Entry(name: "demo", codes: ["acorn", "beech", "cedar", "drift", "elder"], folders: ["Sources", "Tests"])
    ]

    /// The path of the file.
    public nonisolated let path: String

    /// Creates a service.
    ///
    /// - Parameter folder: The folder of the file; it must exist when the file is read.
    public init(folder: String) { path = folder + "/accounts.json" }

    /// Counts the accounts; creates a sample account if the file does not exist.
    ///
    /// - Returns: The number of accounts.
    /// - Throws: A ``Problem`` that explains why the file cannot be read.
    public func count(_ question: Launching) async throws -> Int {
        if !FileManager.default.fileExists(atPath: path) { try write(Self.sample) }
        return try entries().count
    }

    /// Admits a user with a valid code, and removes the code.
    ///
    /// - Parameter credentials: Name and code.
    /// - Returns: The account, or a refusal.
    /// - Throws: A ``Problem`` if the file cannot be read or written; the user is then not admitted.
    public func admit(_ credentials: Credentials) async throws -> Admission {
        var entries = try entries()
        guard let index = entries.firstIndex(where: { $0.name == credentials.name }),
            let code = entries[index].codes.firstIndex(of: credentials.code)
        else { return .refused }
        entries[index].codes.remove(at: code)
        try write(entries)
        let entry = entries[index]
        return .welcome(Account(name: entry.name, folders: entry.folders, codesLeft: entry.codes.count))
    }

    private func entries() throws -> [Entry] {
        do { return try JSONDecoder().decode([Entry].self, from: Data(contentsOf: URL(fileURLWithPath: path))) } catch {
            throw Problem("“\(path)” is not a list of accounts.", advice: "Repair it or move it away, then retry.")
        }
    }

    /// Replaces the file as a whole.
    private func write(_ entries: [Entry]) throws {
        do {
            try JSONEncoder().encode(entries).write(to: URL(fileURLWithPath: path), options: .atomic)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        } catch {
            throw Problem("“\(path)” cannot be written.", advice: "See to it that it can, then retry.")
        }
    }
}

extension DiskUse {
    /// Adds up the sizes of a folder and its nested folders; does not follow links.
    ///
    /// Checks for cancellation between two files.
    ///
    /// - Parameter folder: The folder.
    /// - Returns: The size in bytes.
    /// - Throws: A ``Problem`` if the folder cannot be read, `CancellationError` when the task is cancelled.
    @concurrent
    public static func measured(_ folder: String) async throws -> Int {
        guard (try? FileManager.default.contentsOfDirectory(atPath: folder)) != nil,
            let files = FileManager.default.enumerator(atPath: folder)
        else { throw Problem("“\(folder)” is not a folder that can be read.", advice: "Watch another one.") }
        var size = 0
        while files.nextObject() != nil {
            try Task.checkCancellation()
            if let attributes = files.fileAttributes, attributes[.type] as? FileAttributeType == .typeRegular {
                size += attributes[.size] as? Int ?? 0
            }
        }
        return size
    }
}
