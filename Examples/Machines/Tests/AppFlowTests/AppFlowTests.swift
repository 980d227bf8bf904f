import Oak
import OakTesting
import Parts
import Testing

@testable import AppFlow

@Suite("An application from its start to its end")
struct AppFlowTests {
    static let kim = Account(name: "kim", folders: ["a", "b"])
    static let broken = Problem("The file is broken.", advice: "Mend it.")

    let roster = Gate<Roster>("the accounts")
    let usage = Gate<Usage>("the scale")
    let clock = TestClock()

    func tester(_ state: AppFlow.State) -> TransducerTester<AppFlow> {
        TransducerTester(
            initialState: state,
            env: AppFlow.Env(
                launch: .init(service: { _ in try await roster.wait() }, clock: clock),
                login: .init(verify: { _ in .welcome(Self.kim, codesLeft: 1) }, clock: clock),
                dashboard: .init(measure: { _ in try await usage.wait() }, clock: clock)),
            exhaustivity: .off)
    }

    /// Returns a tester whose user is signed in and watches folders.
    func watching() async -> TransducerTester<AppFlow> {
        let tester = tester(.authenticated(Dashboard.State(Self.kim, codesLeft: 1)))
        await tester.settle()
        return tester
    }

    static func id(_ folder: String) -> EffectID {
        AppFlow.dashboard.id(Dashboard.folder[folder].id(DiskUse.Work.watching(refreshes: 0)))
    }

    @Test("A user starts the program, signs in, views the measurements, signs out and quits")
    func happyPath() async {
        let tester = tester(AppFlow.State())
        roster.open(returning: Roster(accounts: 1, file: "accounts"))
        await tester.receive(.launch(.answered(Roster(accounts: 1, file: "accounts")))) {
            $0 = .unauthenticated(Login.State())
        }
        await tester.send(.login(.form(.enter(.name, "kim"))))
        await tester.send(.login(.form(.enter(.code, "oak"))))
        await tester.send(.login(.form(.submit)))
        await tester.receive(.login(.verification(.answered(.welcome(Self.kim, codesLeft: 1))))) {
            $0 = .authenticated(Dashboard.State(Self.kim, codesLeft: 1))
        }
        #expect(usage.waiters == 2)
        await tester.send(.signOut) { $0 = .unauthenticated(Login.State()) }
        await tester.send(.terminate) { $0 = .terminating }
        await tester.finish(returning: ())
    }

    @Test("A failed start is explained and can be retried")
    func launchFails() async {
        let tester = tester(AppFlow.State())
        roster.letThrough(throwing: Self.broken)
        await tester.receive(.launch(.failed(Self.broken))) {
            $0 = .launching(.failed(Launching(), Self.broken))
        }
        #expect(tester.state.actions.map(\.id) == ["retry", "exit"])
        await tester.send(.launch(.ask)) { $0 = .launching(.waiting(Launching())) }
        #expect(roster.waiters == 1)
        await tester.send(.terminate) { $0 = .terminating }
        await tester.finish(returning: ())
        #expect(roster.waiters == 0)
    }

    @Test("Signing out cancels the measurements and ignores their results")
    func signOut() async {
        let tester = await watching()
        #expect(usage.waiters == 2)
        await tester.send(.signOut) { $0 = .unauthenticated(Login.State()) }
        for folder in ["a", "b"] {
            tester.expectCancelled(.activity(.operation(id: Self.id(folder))), because: .childDeparted)
        }
        #expect(usage.waiters == 0)
        usage.open(returning: Usage(files: 1, bytes: 2))
        await clock.advance(by: .seconds(100))
        await tester.send(.terminate) { $0 = .terminating }
        await tester.finish(returning: ())
    }

    @Test("Watched folders are measured repeatedly until they are removed")
    func measuring() async {
        let tester = await watching()
        usage.open(returning: Usage(files: 1, bytes: 2))
        for folder in ["a", "b"] {
            await tester.receive(.dashboard(.folder(folder, .measured(Usage(files: 1, bytes: 2)))))
        }
        await tester.send(.dashboard(.add("c")))
        await tester.receive(.dashboard(.folder("c", .measured(Usage(files: 1, bytes: 2)))))
        #expect(clock.sleepers.count == 3)
        await tester.send(.dashboard(.remove("b")))
        tester.expectCancelled(.activity(.operation(id: Self.id("b"))), because: .childDeparted)
        #expect(clock.sleepers.count == 2)
        await clock.advance(by: .seconds(2))
        await tester.receive(.dashboard(.folder("a", .measured(Usage(files: 1, bytes: 2)))))
        await tester.receive(.dashboard(.folder("c", .measured(Usage(files: 1, bytes: 2)))))
        guard case .authenticated(let dashboard) = tester.state else { return #expect(Bool(false)) }
        #expect(dashboard.folders.keys.elementsEqual(["a", "c"]))
        #expect(dashboard.folders["a"]?.measurements == 2)
        await tester.send(.terminate) { $0 = .terminating }
        await tester.finish(returning: ())
        #expect(clock.sleepers.isEmpty)
    }

    @Test("A refresh waits for new measurements, and an unknown folder is asked for again")
    func refreshAndRemove() async {
        let tester = await watching()
        usage.letThrough(returning: Usage(files: 1, bytes: 2))
        usage.letThrough(returning: Usage(files: 1, bytes: 2))
        for folder in ["a", "b"] {
            await tester.receive(.dashboard(.folder(folder, .measured(Usage(files: 1, bytes: 2)))))
        }
        #expect(!tester.state.isWorking)
        #expect(clock.sleepers.count == 2)
        await tester.send(.dashboard(.refresh))
        #expect(tester.state.isWorking)
        #expect(usage.waiters == 2)
        #expect(clock.sleepers.isEmpty)
        await tester.send(.dashboard(.ask(.removing)))
        let asking = tester.state
        await tester.send(.dashboard(.remove("c"))) { $0 = asking }
        await tester.send(.dashboard(.remove("b")))
        await tester.send(.dashboard(.ask(.removing)))
        #expect(tester.state.prompt?.hint == "a is the only one.")
        await tester.cancel()
        await tester.finish(throwing: TransducerError.cancelled)
    }

    @Test("Adding a folder that is already watched changes nothing")
    func twice() async {
        let tester = await watching()
        let before = tester.state
        await tester.send(.dashboard(.add("a"))) { $0 = before }
        await tester.send(.dashboard(.add(""))) { $0 = before }
        #expect(usage.waiters == 2)
        await tester.cancel()
        await tester.finish(throwing: TransducerError.cancelled)
    }

    @Test("A state accepts every action that it offers, and a terminal state offers none")
    func actions() {
        let states: [(AppFlow.State, [String])] = [
            (.launching(.waiting(Launching())), ["exit"]),
            (.launching(.failed(Launching(), Self.broken)), ["retry", "exit"]),
            (.unauthenticated(Login.State()), ["exit"]),
            (
                .authenticated(Dashboard.State(Self.kim, codesLeft: 1)),
                ["refresh", "add", "remove", "logout", "exit"]
            ),
            (.terminating, []),
        ]
        for (state, words) in states {
            #expect(state.actions.map(\.id) == words)
            for action in state.actions {
                var after = state
                let (effect, _) = AppFlow.step(&after, event: action.event)
                #expect(after != state || effect != nil, "\(action.id)")
            }
        }
    }
}
