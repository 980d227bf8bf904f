import Oak
import OakTesting
import Testing

@Suite("C9, C25 A host that is released, and what it leaves behind", .timeLimit(.minutes(20)))
struct HostReleaseTests {
    /// The parts of a host, to see whether they are released.
    private struct Parts: Sendable {
        let env = Gate<Void>("the environment is gone")
        let state = Gate<Void>("the state is gone")
        let output = Gate<Void>("the subject is gone")
        let completion = Gate<Void>("the completion is gone")
        let observer = Gate<Void>("the observer is gone")
        let end = Gate<Result<Int, any Error>>("the end of the run")

        func expectAllGone() async throws {
            for part in [env, output, completion, observer] { try await part.wait() }
        }
    }

    private struct Silent: TransducerObserver {
        let token: Token
        func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {}
    }

    @MainActor private func observable(_ parts: Parts, env: Desk.Env = .init()) -> ObservableTransducer<Desk> {
        var env = env
        env.token = Token(parts.env)
        let (output, completion) = (Token(parts.output), Token(parts.completion))
        let end = parts.end
        return ObservableTransducer(
            of: Desk.self, initialState: .init(token: Token(parts.state)), env: env,
            output: Callback { _ in withExtendedLifetime(output) {} }, observer: Silent(token: Token(parts.observer)),
            completion: { result in withExtendedLifetime(completion) { end.open(returning: result) } })
    }

    private func server(_ parts: Parts, env: Desk.Env = .init()) -> TransducerHost<Desk> {
        var env = env
        env.token = Token(parts.env)
        let (output, completion) = (Token(parts.output), Token(parts.completion))
        let end = parts.end
        return TransducerHost(
            of: Desk.self, initialState: .init(token: Token(parts.state)), env: env,
            output: Callback { _ in withExtendedLifetime(output) {} }, observer: Silent(token: Token(parts.observer)),
            completion: { result in withExtendedLifetime(completion) { end.open(returning: result) } })
    }

    @Test("C9 An observable host that is released cancels its effects and awaits them; then nothing of it is left")
    @MainActor func releasedObservable() async throws {
        let (parts, work) = (Parts(), StubbornWork())
        weak let released: ObservableTransducer<Desk>?
        do {
            let host = observable(parts, env: work.env)
            released = host
            try host.send(.work)
            try await work.hasBegun.wait()
        }
        #expect(released == nil)
        try await expectEnd(parts, work)
    }

    @Test("C9 A server host that is released cancels its effects and awaits them; then nothing of it is left")
    func releasedServer() async throws {
        let (parts, work) = (Parts(), StubbornWork())
        weak let released: TransducerHost<Desk>?
        do {
            let host = server(parts, env: work.env)
            released = host
            try host.send(.work)
            try await work.hasBegun.wait()
        }
        #expect(released == nil)
        try await expectEnd(parts, work)
    }

    private func expectEnd(_ parts: Parts, _ work: StubbornWork) async throws {
        try await work.isCancelled.wait()
        #expect(!parts.end.isOpen, "it has completed while the work is under way")
        work.mayEnd.open()
        #expect(try await parts.end.wait().isCancellation)
        #expect(work.count == 0)
        try await parts.expectAllGone()
        try await parts.state.wait()
    }

    @Test("C25 When the run has ended, an observable host has let go of everything but the state")
    @MainActor func endedObservable() async throws {
        let parts = Parts()
        do {
            let host = observable(parts)
            try host.proxy.send(contentsOf: [.note(1), .end])
            #expect(text(try await parts.end.wait()) == "1")
            try await parts.expectAllGone()
            #expect(!parts.state.isOpen)
            #expect(host.state.numbers == [1])
        }
        try await parts.state.wait()
    }

    @Test("C25 When the output is there, a server host has let go of everything but the state")
    func endedServer() async throws {
        let parts = Parts()
        do {
            let host = server(parts)
            try host.proxy.send(contentsOf: [.note(1), .end])
            #expect(try await host.value == 1)
            #expect([parts.env, parts.output, parts.completion, parts.observer].allSatisfy { $0.isOpen })
            #expect(!parts.state.isOpen)
            #expect(await host.state.numbers == [1])
        }
        try await parts.state.wait()
    }

    @Test("C9 A host that is released at once never begins, and lets go of everything")
    func releasedAtOnce() async throws {
        let parts = Parts()
        for host in [server(parts)] { try host.send(.work) }
        #expect(try await parts.end.wait().isCancellation)
        try await parts.expectAllGone()
        try await parts.state.wait()
        let others = Parts()
        try await MainActor.run { for host in [observable(others)] { try host.send(.work) } }
        #expect(try await others.end.wait().isCancellation)
        try await others.expectAllGone()
        try await others.state.wait()
    }

    @Test("C14 A host that was refused its proxy cancels nothing, least of all the run of that proxy")
    func refusedAndCancelled() async throws {
        let first = TransducerHost(of: Desk.self, initialState: .init(), env: .init())
        let second = TransducerHost(of: Desk.self, initialState: .init(), proxy: first.proxy, env: .init())
        second.cancel()
        await #expect(throws: TransducerError.proxyAlreadyInUse) { try await second.value }
        second.cancel()
        try first.proxy.send(contentsOf: [.note(2), .end])
        #expect(try await first.value == 1)
        first.cancel()
    }

    @Test("C12 Cancelling a host ends its run with the error that says so, also before the run begins")
    func cancelledAtOnce() async throws {
        let host = TransducerHost(of: Desk.self, initialState: .init(), env: .init())
        host.cancel()
        await #expect(throws: TransducerError.cancelled) { try await host.value }
    }

    @Test("C14 The release of a host with a used proxy leaves the run of that proxy alone")
    func refused() async throws {
        let first = TransducerHost(of: Desk.self, initialState: .init(), env: .init())
        try first.send(.note(1))
        for await state in first.states where state.numbers == [1] { break }
        do {
            let second = TransducerHost(of: Desk.self, initialState: .init(), proxy: first.proxy, env: .init())
            await #expect(throws: TransducerError.proxyAlreadyInUse) { try await second.value }
        }
        try first.proxy.send(contentsOf: [.note(2), .end])
        #expect(try await first.value == 2)
    }
}

extension Result where Failure == any Error {
    var isCancellation: Bool {
        if case .failure(is CancellationError) = self { true } else { false }
    }
}
