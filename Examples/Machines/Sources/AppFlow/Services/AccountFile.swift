import Parts

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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

    /// Reads the accounts; creates a sample account if the file does not exist.
    ///
    /// - Returns: The number of accounts, and the remaining codes of the sample account.
    /// - Throws: A ``Problem`` that explains why the file cannot be read.
    public func roster(_ question: Launching) async throws -> Roster {
        if !FileManager.default.fileExists(atPath: path) { try write(Self.sample) }
        let entries = try entries()
        let trial = entries.first { entry in Self.sample.contains { $0.name == entry.name } }
        return Roster(
            accounts: entries.count, file: path, trial: trial.map { Trial(name: $0.name, codes: $0.codes) })
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
        return .welcome(Account(name: entry.name, folders: entry.folders), codesLeft: entry.codes.count)
    }

    private func entries() throws -> [Entry] {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw Problem("“\(path)” cannot be read.", advice: "See to it that it can, then retry.")
        }
        do {
            return try JSONDecoder().decode([Entry].self, from: data)
        } catch {
            throw Problem("“\(path)” is not a list of accounts.", advice: "Repair it or move it away, then retry.")
        }
    }

    /// Replaces the file as a whole.
    private func write(_ entries: [Entry]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try encoder.encode(entries).write(to: URL(fileURLWithPath: path), options: .atomic)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        } catch {
            throw Problem(
                "“\(path)” cannot be written.", advice: "See to it that its folder is there and can be written to.")
        }
    }
}
