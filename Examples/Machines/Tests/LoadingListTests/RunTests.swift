import Oak
import OakTesting
import Testing

@testable import LoadingList

@Suite("Running the loading list")
struct RunTests {
    typealias Tester = TransducerTester<Machine>

    struct Broken: Error {}

    static let songs = LoadingList.Listing(folder: "/songs", entries: [LoadingList.Entry(name: "a.ogg", kind: .file)])

    /// A machine that is looked at and shows nothing yet.
    func appearing(_ service: @escaping Machine.Service) async -> Tester {
        let proxy = Machine.Proxy()
        let tester = Tester(
            initialState: Machine.State(), proxy: proxy, env: Machine.Env(service: service, input: proxy.input))
        await tester.send(.viewOnAppear, to: .start)
        tester.expectStarted(.isolatedAction)
        await tester.receive(.configureContext, to: .nothing)
        return tester
    }

    @Test("A folder is asked for, read with progress reports and shown")
    func happyPath() async {
        let tester = await appearing { folder, report in
            #expect(folder == "/songs")
            for completed in 1...100 {
                try await report(LoadingList.Progress(completed: completed, total: 101))
            }
            return Self.songs
        }
        await tester.send(.intentShowSheet, to: .asking)
        await tester.startLoading(with: .intentSheetCommit("/songs"))
        // One hundred reports through a mailbox for eight.
        for _ in 1...100 { await tester.receive(.serviceProgress, to: .loading) }
        await tester.receive(.serviceLoaded, to: .listed)
        await tester.finish()
    }

    @Test("A folder can be retried after an error, from the alert or after its dismissal")
    func retry() async {
        let attempt = Gate<LoadingList.Listing>("the folder")
        let tester = await appearing { _, _ in
            guard attempt.isOpen else { throw Broken() }
            return try await attempt.wait()
        }
        await tester.send(.intentShowSheet, to: .asking)
        await tester.startLoading(with: .intentSheetCommit("/songs"))
        await tester.receive(.serviceError, to: .error)
        await tester.startLoading(with: .intentRetry)
        await tester.receive(.serviceError, to: .error)
        await tester.send(.intentAlertConfirm, to: .failed)
        attempt.open(returning: Self.songs)
        await tester.startLoading(with: .intentRetry)
        await tester.receive(.serviceLoaded, to: .listed)
        await tester.finish()
    }

    @Test("A cancelled loading sends no event, whatever its service still does")
    func cancel() async {
        let (held, ended) = (Gate<Void>("the folder"), Gate<Void>())
        let tester = await appearing { _, report in
            try? await held.wait()
            #expect(Task.isCancelled)
            await #expect(throws: CancellationError.self) {
                try await report(LoadingList.Progress(completed: 1, total: 2))
            }
            ended.open()
            return Self.songs
        }
        await tester.send(.intentShowSheet, to: .asking)
        await tester.startLoading(with: .intentSheetCommit("/songs"))
        #expect(held.waiters == 1)
        await tester.send(.cancelLoading, to: .nothing)
        tester.expectCancelled(.operation(id: Machine.Work.loading), because: .cancelTask)
        #expect(ended.isOpen)
        await tester.send(.intentShowSheet, to: .asking)
        await tester.finish()
    }

    @Test("A CancellationError from a service that was not cancelled is shown as an error")
    func falseCancellation() async {
        let tester = await appearing { _, _ in throw CancellationError() }
        await tester.send(.intentShowSheet, to: .asking)
        await tester.startLoading(with: .intentSheetCommit("/songs"))
        await tester.receive(.serviceError, to: .error)
        await tester.finish()
    }

    @Test("The actions of a state send events to the machine")
    func actions() async {
        let folder = Gate<LoadingList.Listing>("the folder")
        let tester = await appearing { _, _ in try await folder.wait() }
        for _ in 1...2 {
            // As a view does: render the state, and send the choice of the user from it.
            tester.state.actions.first?()
            await tester.receive(.intentShowSheet, to: .asking)
            tester.state.sheet?.commit("/songs")
            await tester.receive(.intentSheetCommit, to: .loading)
            tester.expectStarted(.operation(id: Machine.Work.loading))
            // Loading is cancelled by its only action, and everything begins again.
            tester.state.actions.first?()
            await tester.receive(.cancelLoading, to: .nothing)
            tester.expectCancelled(.operation(id: Machine.Work.loading), because: .cancelTask)
        }
        await tester.finish()
    }
}

extension TransducerTester<Machine> {
    /// Sends an event that leads to a place.
    func send(_ event: Machine.Event, to place: Place, line: UInt = #line) async {
        await send(
            event, assert: { expectThat(Place($0) == place, "\(Place($0)) is not \(place)", line: line) }, line: line)
    }

    /// States that an event comes that leads to a place.
    func receive(_ name: EventName, to place: Place, line: UInt = #line) async {
        await receive(
            where: { EventName($0) == name },
            assert: { expectThat(Place($0) == place, "\(Place($0)) is not \(place)", line: line) }, line: line)
    }

    /// Sends an event that has a folder read.
    func startLoading(with event: Machine.Event, line: UInt = #line) async {
        await send(event, to: .loading, line: line)
        expectStarted(.operation(id: Machine.Work.loading), line: line)
    }
}
