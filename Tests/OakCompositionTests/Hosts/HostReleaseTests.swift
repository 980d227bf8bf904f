import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C9, C25 Release of hosts")
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

    @MainActor private func observable(_ parts: Parts, env: HostedMachine.Env = .init()) -> ObservableTransducer<
        HostedMachine
    > {
        let (env, output, completion) = content(of: parts, env)
        return ObservableTransducer(
            of: HostedMachine.self, initialState: .init(token: Token(parts.state)), env: env, output: output,
            observer: Silent(token: Token(parts.observer)), completion: completion)
    }

    private func server(_ parts: Parts, env: HostedMachine.Env = .init()) -> TransducerHost<HostedMachine> {
        let (env, output, completion) = content(of: parts, env)
        return TransducerHost(
            of: HostedMachine.self, initialState: .init(token: Token(parts.state)), env: env, output: output,
            observer: Silent(token: Token(parts.observer)), completion: completion)
    }

    /// An environment, a subject and a completion, each of which says when it is released.
    private nonisolated func content(of parts: Parts, _ env: HostedMachine.Env) -> (
        HostedMachine.Env, SendableCallback<Int>, @Sendable (Result<Int, any Error>) -> Void
    ) {
        var env = env
        env.token = Token(parts.env)
        let (output, completion, end) = (Token(parts.output), Token(parts.completion), parts.end)
        return (
            env, SendableCallback { _ in withExtendedLifetime(output) {} },
            { result in withExtendedLifetime(completion) { end.open(returning: result) } }
        )
    }

    @Test("C9 Releasing an observable host cancels and awaits its effects and leaves nothing behind")
    @MainActor func releasedObservable() async throws { try await expectRelease { observable($0, env: $1) } }

    @Test("C9 Releasing a server host cancels and awaits its effects and leaves nothing behind")
    func releasedServer() async throws { try await expectRelease { server($0, env: $1) } }

    private nonisolated(nonsending) func expectRelease<Host: MachineHost & AnyObject>(
        of make: (Parts, HostedMachine.Env) -> Host
    ) async throws where Host.Machine == HostedMachine {
        let (parts, work) = (Parts(), LingeringOperation())
        weak let released: Host?
        do {
            let host = make(parts, work.env)
            released = host
            try host.send(.work)
            try await work.hasBegun.wait()
        }
        #expect(released == nil)
        try await expectEnd(parts, work)
    }

    private func expectEnd(_ parts: Parts, _ work: LingeringOperation) async throws {
        try await work.isCancelled.wait()
        #expect(!parts.end.isOpen, "it has completed while the work is under way")
        work.mayEnd.open()
        #expect(try await parts.end.wait().isCancellation)
        #expect(work.count == 0)
        try await parts.expectAllGone()
        try await parts.state.wait()
    }

    @Test("C25 A host whose run has ended keeps the state and what the next run gets, and not the environment")
    @MainActor func ended() async throws {
        for make in [{ self.observable($0) }, { self.server($0) }] as [(Parts) -> any MachineHost<HostedMachine>] {
            let parts = Parts()
            do {
                let host = make(parts)
                try host.proxy.send(contentsOf: [.note(1), .end])
                #expect(text(try await parts.end.wait()) == "1")
                try await parts.env.wait()
                #expect([parts.state, parts.output, parts.completion, parts.observer].allSatisfy { !$0.isOpen })
                withExtendedLifetime(host) {}
            }
            try await parts.expectAllGone()
            try await parts.state.wait()
        }
    }

    @Test("C9 A host that is released at once never begins and leaves nothing behind")
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

    @Test("C14 Cancelling a host whose proxy is in use does not affect the run of that proxy")
    func refusedAndCancelled() async throws {
        let first = TransducerHost(of: HostedMachine.self, initialState: .init(), env: .init())
        let second = TransducerHost(of: HostedMachine.self, initialState: .init(), proxy: first.proxy, env: .init())
        second.cancel()
        await #expect(throws: TransducerError.proxyAlreadyInUse) { try await second.value }
        second.cancel()
        try first.proxy.send(contentsOf: [.note(2), .end])
        #expect(try await first.value == 1)
        first.cancel()
    }
}

extension Result where Failure == any Error {
    var isCancellation: Bool { if case .failure(is CancellationError) = self { true } else { false } }
}
