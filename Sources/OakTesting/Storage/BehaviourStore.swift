package import Foundation

/// A description of a machine's behaviour that a test stores next to itself, such as a table or a graph.
package protocol StoredBehaviour {
    /// The word for the description in messages.
    static var noun: String { get }
    /// The folder next to the test file.
    static var folder: String { get }
    static var fileExtension: String { get }
    /// The environment variable with which tests store what they find.
    static var recordingVariable: String { get }

    /// The name of the machine.
    var machine: String { get }
    /// What to show if nothing is stored.
    var summary: String { get }

    /// The content of the file.
    func stored() throws -> String

    /// Compares the behaviour with the content of a file.
    func difference(from stored: String) -> StoredDifference
}

extension StoredBehaviour {
    package static var folder: String { "__\(noun.prefix(1).uppercased())\(noun.dropFirst())s__" }
    package static var recordingVariable: String { "OAK_RECORD_\(noun.uppercased())S" }
}

/// The result of comparing a machine with the stored description of its behaviour.
package enum StoredDifference {
    case none
    /// The behaviour is the same, and the file would have other content now.
    case outdated
    case changed(String)
    /// The behaviours cannot be compared, for the reason.
    case unknown(String)
    /// The file holds something else, for the reason.
    case unreadable(String)
}

/// The file of a stored description.
package struct BehaviourStore<Content: StoredBehaviour> {
    package let file: URL

    package init(path: String?, machine: String, testFile: String) {
        let testFile = URL(fileURLWithPath: testFile)
        let name = machine.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "-" }
        let test = testFile.deletingPathExtension().lastPathComponent
        let standard = "\(Content.folder)/\(test)/\(String(name)).\(Content.fileExtension)"
        file = URL(fileURLWithPath: path ?? standard, relativeTo: testFile.deletingLastPathComponent()).absoluteURL
    }

    private var advice: String {
        """
        To store it as it is now, run this test with the environment variable \(Content.recordingVariable) set, for \
        example: \(Content.recordingVariable)=1 swift test
        """
    }

    /// Reports how a behaviour differs from the stored one.
    fileprivate func compare(_ content: Content, at site: CallSite) {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
            return report(
                "There is no \(Content.noun) of \(content.machine) in \(file.path). \(advice)\n\n\(content.summary)",
                at: site)
        }
        switch content.difference(from: text) {
        case .none: return
        case .outdated:
            warn(
                """
                \(content.machine) behaves as stored in \(file.path), where names or their order are outdated. \
                \(advice)
                """, at: site)
        case .changed(let changes):
            report(
                """
                \(content.machine) does not behave as stored in \(file.path):

                \(changes)

                \(advice)
                """, at: site)
        case .unknown(let reason):
            report("It is not known whether \(content.machine) behaves as stored in \(file.path). \(reason)", at: site)
        case .unreadable(let reason): report("\(file.path) \(reason) \(advice)\n\n\(content.summary)", at: site)
        }
    }
}

/// Compares a behaviour with the stored one, or stores it if the test or the environment says so.
package func compare<Content: StoredBehaviour>(
    _ content: Content, storedIn path: String?, recording isRecording: Bool, at site: CallSite
) {
    let store = BehaviourStore<Content>(path: path, machine: content.machine, testFile: "\(site.filePath)")
    let isRequested = ProcessInfo.processInfo.environment[Content.recordingVariable] != nil
    guard isRecording || isRequested else { return store.compare(content, at: site) }
    let file = store.file
    do {
        let text = try content.stored()
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file, options: .atomic)
        guard isRecording else { return }
        report(
            """
            The \(Content.noun) of \(content.machine) is stored in \(file.path). Now remove `recording` to compare \
            with it.
            """, at: site)
    } catch {
        report("The \(Content.noun) of \(content.machine) cannot be stored in \(file.path): \(error)", at: site)
    }
}
