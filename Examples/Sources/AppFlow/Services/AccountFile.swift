import Parts

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file of accounts, each with the codes that can still be used to sign in.
///
/// A code is good for one time: it is struck out before anybody is let in, and who cannot strike it out lets nobody in.
/// The file is for its owner's eyes only. It has the codes as they are, which is as much as an example should do: a
/// real application stores nothing that can be used to sign in.
public actor AccountFile {
    struct Entry: Codable, Hashable {
        var name: String
        var codes: [String]
        var folders: [String]
    }

    /// The file that is written where there is none.
    static let sample = [
        Entry(name: "demo", codes: ["acorn", "beech", "cedar", "drift", "elder"], folders: ["Sources", "Tests"])
    ]

    /// The path of the file.
    public nonisolated let path: String

    /// Creates a service.
    ///
    /// - Parameter folder: The folder that the file is in; it has to exist when the file is read.
    public init(folder: String) { path = folder + "/accounts.json" }

    /// Reads the accounts; where there are none, makes one to try things with.
    ///
    /// - Returns: How many there are, and what is left of the one to try things with.
    /// - Throws: A ``Problem`` that says why the file cannot be read.
    public func roster(_ question: Launching) async throws -> Roster {
        if !FileManager.default.fileExists(atPath: path) { try write(Self.sample) }
        let entries = try entries()
        let trial = entries.first { entry in Self.sample.contains { $0.name == entry.name } }
        return Roster(
            accounts: entries.count, file: path, trial: trial.map { Trial(name: $0.name, codes: $0.codes) })
    }

    /// Lets somebody in whose code is good, and strikes it out.
    ///
    /// - Parameter credentials: Name and code.
    /// - Returns: Who it is, or a refusal.
    /// - Throws: A ``Problem`` if the file cannot be read or written; nobody is let in then.
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
