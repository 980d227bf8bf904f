import ExampleTestSupport
import Foundation
import Parts
import Testing

@testable import AppFlow

private let isRoot = geteuid() == 0

@Suite("A file of accounts")
struct AccountFileTests {
    let codes = AccountFile.sample[0].codes
    let demo = Account(name: "demo", folders: AccountFile.sample[0].folders)

    @Test("A missing file is created, and only its owner can read it")
    func sample() async throws {
        try await withFolder { folder in
            let file = AccountFile(folder: folder)
            #expect(
                try await file.roster(Launching())
                    == Roster(
                        accounts: 1, file: file.path, trial: Trial(name: "demo", codes: codes)))
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test("A code is valid once, even after the file is read again")
    func once() async throws {
        try await withFolder { folder in
            let file = AccountFile(folder: folder)
            _ = try await file.roster(Launching())
            let credentials = Credentials(name: "demo", code: codes[1])
            #expect(try await file.admit(credentials) == .welcome(demo, codesLeft: codes.count - 1))
            #expect(try await file.admit(credentials) == .refused)
            let left = [codes[0]] + codes.dropFirst(2)
            #expect(try await AccountFile(folder: folder).roster(Launching()).trial?.codes == left)
            #expect(try await AccountFile(folder: folder).admit(credentials) == .refused)
            #expect(
                try await AccountFile(folder: folder).admit(Credentials(name: "demo", code: codes[0]))
                    == .welcome(demo, codesLeft: codes.count - 2))
        }
    }

    @Test("A wrong name and a wrong code are refused with the same answer")
    func refusal() async throws {
        try await withFolder { folder in
            let file = AccountFile(folder: folder)
            _ = try await file.roster(Launching())
            for credentials in [
                Credentials(name: "Demo", code: codes[0]), Credentials(name: "demo", code: "wrong"),
                Credentials(name: "", code: ""),
            ] {
                #expect(try await file.admit(credentials) == .refused)
            }
        }
    }

    @Test("A missing folder and a file without accounts are explained")
    func errors() async throws {
        try await withFolder { folder in
            let nowhere = AccountFile(folder: folder + "/nowhere")
            await #expect(throws: Problem.self) { try await nowhere.roster(Launching()) }
            let file = AccountFile(folder: folder)
            try Data("[{".utf8).write(to: URL(fileURLWithPath: file.path))
            let problem = Problem(
                "“\(file.path)” is not a list of accounts.", advice: "Repair it or move it away, then retry.")
            await #expect(throws: problem) { try await file.roster(Launching()) }
        }
    }

    @Test("A code that cannot be marked as used admits no user", .disabled(if: isRoot, "root may write everywhere"))
    func readOnly() async throws {
        try await withFolder { folder in
            let file = AccountFile(folder: folder)
            _ = try await file.roster(Launching())
            try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder)
            defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder) }
            await #expect(throws: Problem.self) {
                try await file.admit(Credentials(name: "demo", code: codes[0]))
            }
        }
    }
}

@Suite("Measuring folders")
struct FolderScaleTests {
    @Test("The size of a folder includes files in nested folders and excludes links")
    func sizes() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/a/b", withIntermediateDirectories: true)
            try Data(count: 5).write(to: URL(filePath: folder + "/x"))
            try Data(count: 7).write(to: URL(filePath: folder + "/a/b/y"))
            try FileManager.default.createSymbolicLink(atPath: folder + "/a/up", withDestinationPath: "..")
            #expect(try await FolderScale().measure(folder) == Usage(files: 2, bytes: 12))
        }
    }

    @Test("A path that does not lead to a folder is explained")
    func noFolder() async throws {
        try await withFolder { folder in
            try Data().write(to: URL(filePath: folder + "/x"))
            for path in [folder + "/nowhere", folder + "/x"] {
                await #expect(throws: Problem.self) { try await FolderScale().measure(path) }
            }
        }
    }

    @Test("Cancellation stops a measurement")
    func cancellation() async throws {
        try await withFolder { folder in
            let measuring = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await FolderScale().measure(folder)
            }
            await #expect(throws: CancellationError.self) { try await measuring.value }
        }
    }
}
