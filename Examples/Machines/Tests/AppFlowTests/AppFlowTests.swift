import ExampleTestSupport
import Foundation
import Oak
import OakTesting
import Parts
import Testing

@testable import AppFlow

@Suite("An application from its start to its end")
struct AppFlowTests {
    static let kim = Account(name: "kim", folders: ["a", "b"], codesLeft: 1)
    static let broken = Problem("The file is broken.", advice: "Mend it.")

    let accounts = Gate<Int>("the accounts")
    let size = Gate<Int>("the size")
    let clock = TestClock()

    func tester(_ state: AppFlow.State) async -> TransducerTester<AppFlow> {
        let tester = TransducerTester<AppFlow>(
            initialState: state,
            env: AppFlow.Env(
                launch: .init(service: { _ in try await accounts.wait() }, clock: clock),
                login: .init(verify: { _ in .welcome(Self.kim) }, clock: clock),
                dashboard: .init(measure: { _ in try await size.wait() }, clock: clock)),
            exhaustivity: .off)
        await tester.settle()
        return tester
    }

    static func id(_ folder: String) -> EffectID {
        AppFlow.dashboard.id(Dashboard.folder[folder].id(DiskUse.Work.watching))
    }

    @Test("A user signs in after a start that fails at first, and signing out ends all measurements")
    func happyPath() async {
        let tester = await tester(AppFlow.State())
        accounts.letThrough(throwing: Self.broken)
        await tester.receive(.launch(.failed(Self.broken))) { $0 = .launching(.failed(.accounts, Self.broken)) }
        await tester.send(.launch(.ask)) { $0 = AppFlow.State() }
        accounts.open(returning: 1)
        await tester.receive(.launch(.answered(1))) { $0 = .unauthenticated(Login.State()) }
        await tester.send(.login(.form(.enter(.name, "kim"))))
        await tester.send(.login(.form(.enter(.code, "oak"))))
        await tester.send(.login(.form(.submit)))
        await tester.receive(.login(.verification(.answered(.welcome(Self.kim))))) {
            $0 = .authenticated(Dashboard.State(Self.kim))
        }
        #expect(size.waiters == 2)
        await tester.send(.signOut) { $0 = .unauthenticated(Login.State()) }
        for folder in ["a", "b"] {
            tester.expectCancelled(.activity(.operation(id: Self.id(folder))), because: .childDeparted)
        }
        #expect(size.waiters == 0)
        await tester.send(.terminate) { $0 = .terminating }
        await tester.finish(returning: ())
    }

    @Test("A watched folder is measured every two seconds until it is removed")
    func measuring() async {
        let tester = await tester(.authenticated(Dashboard.State(Self.kim)))
        size.open(returning: 7)
        for folder in ["a", "b"] { await tester.receive(.dashboard(.folder(folder, .measured(.size(7))))) }
        await tester.send(.dashboard(.add("a")))
        await tester.send(.dashboard(.add("c")))
        await tester.receive(.dashboard(.folder("c", .measured(.size(7)))))
        #expect(clock.sleepers.count == 3)
        await tester.send(.dashboard(.remove("b")))
        tester.expectCancelled(.activity(.operation(id: Self.id("b"))), because: .childDeparted)
        await clock.advance(by: .seconds(2))
        for folder in ["a", "c"] { await tester.receive(.dashboard(.folder(folder, .measured(.size(7))))) }
        await tester.send(.terminate) { $0 = .terminating }
        await tester.finish(returning: ())
        #expect(clock.sleepers.isEmpty)
    }
}

@Suite("The services of the application")
struct ServiceTests {
    @Test("A code of a file that only its owner can read is good once, also after the file is read again")
    func once() async throws {
        try await withFolder { folder in
            let file = AccountFile(folder: folder)
            #expect(try await file.count(.accounts) == 1)
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let credentials = Credentials(name: "demo", code: "beech")
            let demo = Account(name: "demo", folders: ["Sources", "Tests"], codesLeft: 4)
            #expect(try await file.admit(credentials) == .welcome(demo))
            #expect(try await file.admit(credentials) == .refused)
            #expect(try await AccountFile(folder: folder).admit(credentials) == .refused)
            #expect(try await file.admit(Credentials(name: "Demo", code: "oak")) == .refused)
        }
    }

    @Test("A missing folder and a file without accounts are explained")
    func errors() async throws {
        try await withFolder { folder in
            let nowhere = AccountFile(folder: folder + "/nowhere")
            await #expect(throws: Problem.self) { try await nowhere.count(.accounts) }
            let file = AccountFile(folder: folder)
            try Data("[{".utf8).write(to: URL(fileURLWithPath: file.path))
            await #expect(throws: Problem.self) { try await file.count(.accounts) }
        }
    }

    @Test("The size of a folder includes nested files and no links, and measuring it can be cancelled")
    func sizes() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/a/b", withIntermediateDirectories: true)
            try Data(count: 5).write(to: URL(filePath: folder + "/x"))
            try Data(count: 7).write(to: URL(filePath: folder + "/a/b/y"))
            try FileManager.default.createSymbolicLink(atPath: folder + "/a/up", withDestinationPath: "..")
            #expect(try await DiskUse.measured(folder) == 12)
            await #expect(throws: Problem.self) { try await DiskUse.measured(folder + "/x") }
            let measuring = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await DiskUse.measured(folder)
            }
            await #expect(throws: CancellationError.self) { try await measuring.value }
        }
    }
}
