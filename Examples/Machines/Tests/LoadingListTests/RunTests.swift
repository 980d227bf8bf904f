import Oak
import OakTesting
import Testing

@testable import LoadingList

typealias Machine = LoadingList.Transducer

@Suite("Running the loading list")
struct RunTests {
    struct Broken: Error {}

    static let songs = LoadingList.Listing(folder: "/songs", entries: [LoadingList.Entry(name: "a.ogg", kind: .file)])

    /// The states of the machine without their values, so that they can be compared.
    enum Place {
        case start, nothing, failed, listed, asking, loading, error

        init(_ state: Machine.State) {
            self =
                switch state {
                case .start: .start
                case .idle(.empty(let empty), _): empty.failedFolder == nil ? .nothing : .failed
                case .idle(.data, _): .listed
                case .modal(_, .sheet, _): .asking
                case .modal(_, .loading, _): .loading
                case .modal(_, .error, _): .error
                }
        }
    }

    /// A machine that is looked at and shows nothing yet.
    func appearing(_ service: @escaping Machine.Service) async -> TransducerTester<Machine> {
        let proxy = Machine.Proxy()
        let tester = TransducerTester<Machine>(
            initialState: Machine.State(), proxy: proxy, env: Machine.Env(service: service, input: proxy.input),
            exhaustivity: .off)
        await tester.send(.viewOnAppear)
        await tester.receive(to: .nothing)
        return tester
    }

    @Test("A folder is asked for, read with more reports than the mailbox holds, and shown")
    func happyPath() async {
        let tester = await appearing { folder, report in
            #expect(folder == "/songs")
            for completed in 1...100 { try await report(LoadingList.Progress(completed: completed, total: 101)) }
            return Self.songs
        }
        await tester.send(.intentShowSheet, to: .asking)
        await tester.send(.intentSheetCommit("/songs"), to: .loading)
        for _ in 1...100 { await tester.receive(to: .loading) }
        await tester.receive(to: .listed)
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
        await tester.send(.intentSheetCommit("/songs"), to: .loading)
        await tester.receive(to: .error)
        await tester.send(.intentRetry, to: .loading)
        await tester.receive(to: .error)
        await tester.send(.intentAlertConfirm, to: .failed)
        attempt.open(returning: Self.songs)
        await tester.send(.intentRetry, to: .loading)
        await tester.receive(to: .listed)
        await tester.finish()
    }

    @Test("A cancelled loading sends no event, whatever its service still does")
    func cancel() async {
        let (held, ended) = (Gate<Void>("the folder"), Gate<Void>())
        let tester = await appearing { _, report in
            try? await held.wait()
            await #expect(throws: CancellationError.self) {
                try await report(LoadingList.Progress(completed: 1, total: 2))
            }
            ended.open()
            return Self.songs
        }
        await tester.send(.intentShowSheet, to: .asking)
        await tester.send(.intentSheetCommit("/songs"), to: .loading)
        #expect(held.waiters == 1)
        await tester.send(.cancelLoading, to: .nothing)
        tester.expectCancelled(.operation(id: Machine.Work.loading), because: .cancelTask)
        #expect(ended.isOpen)
        await tester.send(.intentShowSheet, to: .asking)
        await tester.finish()
    }
}

extension TransducerTester<Machine> {
    /// Sends an event that leads to a place.
    func send(_ event: Machine.Event, to place: RunTests.Place) async {
        await send(event, assert: { expectThat(RunTests.Place($0) == place, "\(RunTests.Place($0))") })
    }

    /// States that an event comes that leads to a place.
    func receive(to place: RunTests.Place) async {
        await receive(
            where: { _ in true }, assert: { expectThat(RunTests.Place($0) == place, "\(RunTests.Place($0))") })
    }
}
