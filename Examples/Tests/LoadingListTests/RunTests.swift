import LoadingList
import Oak
import TestSupport
import Testing

@Suite("Running the loading list")
struct RunTests {
    struct Broken: Error {}

    static let songs = LoadingList.Listing(folder: "/songs", entries: [LoadingList.Entry(name: "a.ogg", kind: .file)])

    /// Runs a machine until the body has seen enough.
    func run(
        _ service: @escaping Machine.Service,
        _ body: (Machine.Proxy, StateRecorder<Machine.State, Place>) async throws -> Void
    ) async throws {
        let proxy = Machine.Proxy(initialEvent: .viewOnAppear)
        let recorder = StateRecorder<Machine.State, Place>(Place.init)
        let end = Task {
            try await Machine.run(
                initialState: Machine.State(), proxy: proxy, env: Machine.Env(service: service, input: proxy.input),
                observer: recorder)
        }
        #expect(await recorder.next() == .start)
        #expect(await recorder.next() == .nothing)
        try await body(proxy, recorder)
        proxy.cancel()
        await #expect(throws: TransducerError.cancelled) { try await end.value }
    }

    @Test("A folder is asked for, read with progress, and shown")
    func happyPath() async throws {
        try await run { folder, report in
            #expect(folder == "/songs")
            for completed in 1...100 {
                try await report(LoadingList.Progress(completed: completed, total: 101))
            }
            return Self.songs
        } _: { proxy, recorder in
            try proxy.send(.intentShowSheet)
            #expect(await recorder.next() == .asking)
            try proxy.send(.intentSheetCommit("/songs"))
            // The loading begins, and then one hundred reports through a mailbox for eight.
            for _ in 0...100 { #expect(await recorder.next() == .loading) }
            #expect(await recorder.next() == .listed)
        }
    }

    @Test("After an error the same folder can be tried again, from the message and from behind it")
    func retry() async throws {
        let (attempts, attempt) = AsyncStream.makeStream(of: Bool.self)
        for isGood in [false, false, true] { attempt.yield(isGood) }
        try await run { _, _ in
            guard await attempts.first(where: { _ in true }) == true else { throw Broken() }
            return Self.songs
        } _: { proxy, recorder in
            try proxy.send(contentsOf: [.intentShowSheet, .intentSheetCommit("/songs")])
            for expected in [Place.asking, .loading, .error] { #expect(await recorder.next() == expected) }
            try proxy.send(.intentRetry)
            for expected in [Place.loading, .error] { #expect(await recorder.next() == expected) }
            try proxy.send(contentsOf: [.intentAlertConfirm, .intentRetry])
            for expected in [Place.failed, .loading, .listed] { #expect(await recorder.next() == expected) }
        }
    }

    @Test("A loading that was cancelled is silent, whatever its service still does")
    func cancel() async throws {
        let (begun, held, ended) = (Latch(), Latch(), Latch())
        try await run { _, report in
            begun.open()
            try? await held.wait()
            #expect(Task.isCancelled)
            await #expect(throws: CancellationError.self) {
                try await report(LoadingList.Progress(completed: 1, total: 2))
            }
            ended.open()
            return Self.songs
        } _: { proxy, recorder in
            try proxy.send(contentsOf: [.intentShowSheet, .intentSheetCommit("/songs")])
            for expected in [Place.asking, .loading] { #expect(await recorder.next() == expected) }
            try await begun.wait()
            try proxy.send(.cancelLoading)
            #expect(await recorder.next() == .nothing)
            try await ended.wait()
            try proxy.send(.intentShowSheet)
            #expect(await recorder.next() == .asking)
        }
    }

    @Test("A service that calls itself cancelled does not leave the machine waiting")
    func falseCancellation() async throws {
        try await run { _, _ in
            throw CancellationError()
        } _: { proxy, recorder in
            try proxy.send(contentsOf: [.intentShowSheet, .intentSheetCommit("/songs")])
            for expected in [Place.asking, .loading, .error] { #expect(await recorder.next() == expected) }
        }
    }

    @Test("The actions of a state lead back to the machine")
    func actions() async throws {
        let proxy = Machine.Proxy(initialEvent: .viewOnAppear)
        let recorder = StateRecorder<Machine.State, Place> { state in
            // What a view would do: render the state, and send what the user chooses from it.
            if let sheet = state.sheet { sheet.commit("/songs") } else { state.actions.first?() }
            return Place(state)
        }
        let end = Task {
            try await Machine.run(
                initialState: Machine.State(), proxy: proxy,
                env: Machine.Env(service: { _, _ in throw Broken() }, input: proxy.input), observer: recorder)
        }
        // Loading is cancelled by its only action, and everything begins again.
        for expected in [Place.start, .nothing, .asking, .loading, .nothing, .asking] {
            #expect(await recorder.next() == expected)
        }
        proxy.cancel()
        await #expect(throws: TransducerError.cancelled) { try await end.value }
    }
}
