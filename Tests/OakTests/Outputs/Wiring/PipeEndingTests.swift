import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C8 C13 Where pipes end and merge", .timeLimit(.minutes(20)))
struct PipeEndingTests {
    /// Runs a stage until it ends, and tells how.
    private static func outcome<S: Stage & SendableMetatype>(
        of stage: S.Type, _ proxy: S.Proxy, into next: some Subject<Parcel>
    ) async -> Result<Int, any Error> {
        do {
            return .success(try await S.run(initialState: StageState(number: 0), proxy: proxy, output: next).number)
        } catch {
            return .failure(error)
        }
    }

    private static func error(_ outcome: Result<Int, any Error>) -> TransducerError? {
        guard case .failure(let error) = outcome else { return nil }
        return error as? TransducerError
    }

    @Test("C13 A buffered input that overflows ends the producer with an error, and what was accepted is not lost")
    func overflow() async throws {
        try await interleave(seed: 1) {
            let ledger = Ledger(stages: 2)
            let (producer, consumer) = (BufferedStage.Proxy(bufferSize: 20), BufferedStage.Proxy(bufferSize: 4))
            let (gate, received) = (Gate<Void>("the consumer"), Recorder<Int>())
            async let consuming = Self.outcome(
                of: BufferedStage.self, consumer,
                into: Callback { (parcel: Parcel) async throws in
                    try await gate.wait()
                    received.record(parcel.number)
                })
            try producer.send(Parcel(0, in: ledger))
            async let producing = Self.outcome(of: BufferedStage.self, producer, into: consumer.input)
            await DeterministicExecutor.current?.idle()
            try producer.send(contentsOf: (1..<20).map { Parcel($0, in: ledger) })
            let outcome = await producing
            expectThat(Self.error(outcome) == .bufferOverflow, "\(outcome)")
            expectThat(received.values == [])
            gate.open()
            await DeterministicExecutor.current?.idle()
            // One was at work, and as many waited as there is room for.
            expectThat(received.values == Array(0...4), "\(received.values)")
            consumer.cancel()
            expectThat(Self.error(await consuming) == .cancelled)
        }
    }

    @Test("C13 In every order of events, what comes out of an overflowing pipe has no gap")
    func noGap() async {
        await explore(seeds: 1...300) {
            let ledger = Ledger(stages: 2)
            let (producer, consumer) = (BufferedStage.Proxy(bufferSize: 30), BufferedStage.Proxy(bufferSize: 2))
            let (received, sent) = (Recorder<Int>(), Recorder<Int>())
            try producer.send(contentsOf: (0..<30).map { Parcel($0, isLast: $0 == 29, in: ledger) })
            async let consuming = Self.outcome(
                of: BufferedStage.self, consumer,
                into: Callback { (parcel: Parcel) async throws in
                    received.record(parcel.number)
                    await Task.yield()
                })
            let input = consumer.input
            let outcome = await Self.outcome(
                of: BufferedStage.self, producer,
                into: Callback { (parcel: Parcel) async throws in
                    for _ in 0..<(parcel.number % 4) { await Task.yield() }
                    try input.send(parcel)
                    sent.record(parcel.number)
                })
            await DeterministicExecutor.current?.idle()
            consumer.cancel()
            _ = await consuming
            expectThat(received.values == Array(0..<sent.values.count), "\(received.values) of \(sent.values)")
            expectThat(sent.values.count >= 2, "there was room for two, and \(sent.values) were sent")
            expectThat(sent.values.count == 30 || Self.error(outcome) == .bufferOverflow, "\(outcome)")
        }
    }

    @Test("C8 A consumer that has ended ends a producer that suspends")
    func consumerEndsPatient() async throws {
        try await consumerEnds(PatientStage.self) { try await $0.send($1) }
    }

    @Test("C8 A consumer that has ended ends a producer that does not")
    func consumerEndsBuffered() async throws {
        try await consumerEnds(BufferedStage.self) { try $0.send($1) }
    }

    private func consumerEnds<S: Stage & SendableMetatype>(
        _ stage: S.Type, send: @escaping @Sendable (S.Proxy, Parcel) async throws -> Void
    ) async throws where S.Proxy: Sendable {
        try await interleave(seed: 1) {
            let ledger = Ledger(stages: 2)
            let (producer, consumer) = (S.Proxy(), S.Proxy())
            let received = Recorder<Int>()
            async let consuming = Self.outcome(
                of: S.self, consumer, into: Callback { (parcel: Parcel) in received.record(parcel.number) })
            async let producing = Self.outcome(of: S.self, producer, into: Link<S>(consumer: consumer))
            for number in 0..<3 {
                try await send(producer, Parcel(number, in: ledger))
                await DeterministicExecutor.current?.idle()
            }
            try await send(consumer, Parcel(3, isLast: true, in: ledger))
            expectThat((try? await consuming.get()) == 3)
            try? await send(producer, Parcel(4, in: ledger))
            let outcome = await producing
            expectThat(Self.error(outcome) == .terminated, "\(outcome)")
            expectThat(received.values == [0, 1, 2, 3])
        }
    }

    /// The input of a consumer of either kind.
    private struct Link<S: Stage>: Subject {
        let consumer: S.Proxy

        func send(_ value: Parcel, isolated systemActor: isolated any Actor) async throws {
            try await S.end(of: consumer).send(value, isolated: systemActor)
        }
    }

    @Test("C8 When the source ends, what is in the pipe comes out")
    func sourceEnds() async throws {
        try await interleave(seed: 1) {
            let ledger = Ledger(stages: 2)
            let (producer, consumer) = (BufferedStage.Proxy(bufferSize: 8), BufferedStage.Proxy(bufferSize: 8))
            let (gate, received) = (Gate<Void>("the consumer"), Recorder<Int>())
            async let consuming = Self.outcome(
                of: BufferedStage.self, consumer,
                into: Callback { (parcel: Parcel) async throws in
                    try await gate.wait()
                    received.record(parcel.number)
                })
            try producer.send(contentsOf: (0..<5).map { Parcel($0, isLast: $0 == 4, in: ledger) })
            let produced = await Self.outcome(of: BufferedStage.self, producer, into: consumer.input)
            expectThat((try? produced.get()) == 4)
            expectThat(received.values == [])
            gate.open()
            let consumed = await consuming
            expectThat((try? consumed.get()) == 4)
            expectThat(received.values == Array(0..<5), "\(received.values)")
        }
    }

    @Test("C12 A producer that is cancelled while it waits for its consumer ends at once; the consumer goes on")
    func producerCancelled() async throws {
        try await interleave(seed: 1) {
            let ledger = Ledger(stages: 2)
            let (producer, consumer) = (PatientStage.Proxy(), PatientStage.Proxy())
            let (gate, received) = (Gate<Void>("the consumer"), Recorder<Int>())
            async let consuming = Self.outcome(
                of: PatientStage.self, consumer,
                into: Callback { (parcel: Parcel) async throws in
                    try await gate.wait()
                    received.record(parcel.number)
                })
            async let producing = Self.outcome(of: PatientStage.self, producer, into: consumer.input)
            async let sending: Void? = try? producer.send(Parcel(0, in: ledger))
            await DeterministicExecutor.current?.idle()
            producer.cancel()
            let outcome = await producing
            expectThat(Self.error(outcome) == .cancelled, "\(outcome)")
            expectThat(await sending == nil)
            gate.open()
            try await consumer.send(Parcel(1, isLast: true, in: ledger))
            _ = await consuming
            expectThat(received.values == [0, 1])
        }
    }

    // MARK: - Merging

    @Test("C2 A consumer of several producers that suspend gets everything, each one's in order")
    func mergePatient() async {
        await explore(seeds: 1...60) { try await Self.merge(PatientStage.self, each: 6) { try await $0.send($1) } }
    }

    @Test("C2 A buffer of several producers gets everything, each one's in order")
    func mergeBuffered() async {
        await explore(seeds: 1...60) { try await Self.merge(BufferedStage.self, each: 6) { try $0.send($1) } }
    }

    @Test("C2 Several producers on several threads lose nothing, and keep the order of each")
    func mergeOnThreads() async throws {
        try await Self.merge(PatientStage.self, each: 2_000) { try await $0.send($1) }
        try await Self.merge(BufferedStage.self, each: 2_000) { try $0.send($1) }
    }

    private static func merge<S: Stage & SendableMetatype>(
        _ stage: S.Type, each count: Int, send: @escaping @Sendable (S.Proxy, Parcel) async throws -> Void
    ) async throws where S.Proxy: Sendable {
        let (producers, ledger) = (5, Ledger(stages: 2))
        let consumer = S.Proxy(bufferSize: producers * (count + 1))
        let received = Recorder<(source: Int, number: Int)>()
        async let consuming = outcome(
            of: S.self, consumer,
            into: Callback { (parcel: Parcel) async throws in
                received.record((parcel.source, parcel.number))
                if parcel.number % 2 == 0 { await Task.yield() }
            })
        await withTaskGroup { group in
            for source in 0..<producers {
                let proxy = S.Proxy(bufferSize: count)
                group.addTask { _ = await outcome(of: S.self, proxy, into: Link<S>(consumer: consumer)) }
                group.addTask {
                    for number in 0..<count {
                        try? await send(proxy, Parcel(number, from: source, in: ledger))
                    }
                    // The producer hands on what it has got before it is let go.
                    try? await InputPort(proxy.mailbox).sendWaitingForMacrostep(Parcel(count, from: source, in: ledger))
                    proxy.cancel()
                }
            }
            await group.waitForAll()
        }
        try await send(consumer, Parcel(0, from: producers, isLast: true, in: ledger))
        _ = await consuming
        for source in 0..<producers {
            let numbers = received.values.filter { $0.source == source }.map(\.number)
            expectThat(numbers == Array(0...count), "of \(source) came \(numbers)")
        }
    }
}
