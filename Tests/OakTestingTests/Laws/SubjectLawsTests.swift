import Oak
import OakTesting
import Synchronization
import Testing

@Suite("Laws of subjects")
struct SubjectLawsTests {
    /// A subject that stores the outputs, correctly or with a fault.
    private final class Collector: Subject, Sendable {
        enum Fault: Sendable { case dropsFirst, doubles, ignoresCancellation }

        let fault: Fault?
        private let content = Mutex<[Int]>([])
        var values: [Int] { content.withLock { $0 } }

        init(_ fault: Fault? = nil) { self.fault = fault }

        /// What it has when its run has ended.
        @Sendable static func received(_ collector: Collector, runEnded: Gate<Void>) async throws -> [Int] {
            try await runEnded.wait()
            return collector.values
        }

        func send(_ value: Int, isolated systemActor: isolated any Actor) async throws {
            switch fault {
            case .dropsFirst where value == 1: break
            case .doubles: content.withLock { $0 += [value, value] }
            case .ignoresCancellation:
                await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            case .dropsFirst, nil: content.withLock { $0.append(value) }
            }
        }
    }

    /// Hands outputs to a stream, and never ends it.
    private final class Endless: Subject, Sendable {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)

        func send(_ value: Int, isolated systemActor: isolated any Actor) async throws { continuation.yield(value) }
    }

    @Test("The subjects of the library pass the laws")
    func kept() async {
        await checkLaws(ofSubject: { OutputSequence<Int>() }, values: [1, 2, 3]) { outputs, _ in
            var received: [Int] = []
            for try await output in outputs { received.append(output) }
            return received
        }
        await checkLaws(ofSubject: { Collector() }, values: [1, 2, 3], receiving: Collector.received)
    }

    /// Hands its events on, as its outputs.
    private enum Relay<P: TransducerProxy>: Transducer where P.Event == Int {
        typealias Event = Int
        typealias Proxy = P
        struct State: NonTerminal {}
        static func update(_ state: inout State, event: Int) -> Int { event }

        /// The input of a machine that runs until it is cancelled.
        static func input(to received: ReceivedValues<Int>) -> P.Input {
            let proxy = P()
            DeterministicExecutor.current?.start {
                try await run(initialState: State(), proxy: proxy, output: Callback { received.append($0) })
            }
            return proxy.input
        }
    }

    @Test("Callbacks, and inputs of other machines, pass the laws")
    func handingOn() async {
        await checkLaws(ofSubject: { received in Callback { received.append($0) } }, values: [1, 2, 3])
        await checkLaws(ofSubject: { Relay<Proxy<Int>>.input(to: $0) }, values: [1, 2, 3])
        await checkLaws(ofSubject: { Relay<SyncSuspendingProxy<Int>>.input(to: $0) }, values: [1, 2, 3])
        let issues = await Issues.of {
            await checkLaws(ofSubject: { _ in Callback { _ in } }, values: [1], line: 8)
            await checkLaws(ofSubject: { _ in Callback<Int> { _ in } }, values: [], line: 9)
        }
        #expect(issues.laws.first == "C5 A subject receives")
        #expect(issues.lines == [8, 9])
    }

    @Test("Each fault of a subject breaks its law", arguments: [Collector.Fault.dropsFirst, .doubles])
    private func broken(fault: Collector.Fault) async {
        let issues = await Issues.of {
            await checkLaws(ofSubject: { Collector(fault) }, values: [1, 2, 3], receiving: Collector.received)
        }
        #expect(issues.laws == ["C5 A subject receives"])
    }

    @Test("A subject that ignores cancellation breaks the laws immediately")
    func ignoringCancellation() async {
        let issues = await Issues.of {
            await checkLaws(ofSubject: { Collector(.ignoresCancellation) }, values: [1], receiving: Collector.received)
        }
        #expect(issues.laws == ["C5 A subject receives", "C12 A machine that", "C12 A machine whose"])
        #expect(issues.message(0).contains("nothing is left that could go on; tasks wait for: the end of the run"))
    }

    @Test("An output sequence that outlasts its run breaks a law")
    func endless() async {
        let issues = await Issues.of {
            await checkLaws(ofSubject: { Endless() }, values: [1]) { endless, _ in
                var received: [Int] = []
                for await output in endless.stream { received.append(output) }
                return received
            }
        }
        #expect(issues.laws == ["C5 A subject receives", "C5 A subject learns"])
    }
}
