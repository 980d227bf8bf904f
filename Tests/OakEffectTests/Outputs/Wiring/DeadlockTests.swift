import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C15 Deadlocks")
struct DeadlockTests {
    /// Runs machines in a ring, each of which sends its outputs to the next one and waits.
    ///
    /// - Returns: The results of the runs.
    private func ring(of count: Int, first letter: Relay.Letter) async -> [Result<Relay.Letter, any Error>] {
        let proxies = (0..<count).map { number in
            SuspendingRelay.Proxy(bufferSize: 8, initialEvent: number == 0 ? letter : nil)
        }
        return await withTaskGroup { group in
            for number in 0..<count {
                group.addTask {
                    let next = proxies[(number + 1) % count].input
                    return (
                        number,
                        await result {
                            try await SuspendingRelay.run(initialState: .init(), proxy: proxies[number], output: next)
                        }
                    )
                }
            }
            var results: [Int: Result<Relay.Letter, any Error>] = [:]
            for await (number, result) in group { results[number] = result }
            return (0..<count).compactMap { results[$0] }
        }
    }

    @Test("C15 A ring of suspending pipes ends with an error that names the machines", arguments: [1, 2, 3, 10])
    func ring(count: Int) async {
        let results = await ring(of: count, first: .init(text: "round"))
        let deadlocks = results.compactMap { result -> [String]? in
            guard case .failure(TransducerError.deadlock(let cycle)) = result else { return nil }
            return cycle
        }
        #expect(deadlocks == [Array(repeating: "SuspendingRelay", count: count)])
        let unfinished = results.filter {
            if case .failure(TransducerError.macrostepUnfinished) = $0 { true } else { false }
        }
        #expect(unfinished.count == count - 1)
    }

    @Test("C15 A ring with a buffered link is no deadlock", .onOneExecutor)
    func bufferedLink() async throws {
        let (first, patient) = (Relay.Proxy(initialEvent: .init(text: "round")), SuspendingRelay.Proxy())
        let back = first.input.mapping { (letter: Relay.Letter) in
            Relay.Letter(text: letter.text, stamps: letter.stamps, isLast: letter.stamps > 20)
        }
        async let second = SuspendingRelay.run(initialState: .init(), proxy: patient, output: back)
        #expect(try await Relay.run(initialState: .init(), proxy: first, output: patient.input).stamps == 23)
        let returned = try await second
        #expect(returned.stamps == 24)
    }

    @Test("C15 An action that waits for an event of its own machine is a deadlock", .onOneExecutor)
    func itself() async throws {
        let proxy = SuspendingScript.Proxy()
        let hasty = SuspendingScript.Effect(action: { _ async throws in
            try await proxy.send(.init("mine"))
            return .init("answer")
        })
        let sender = Task { try await proxy.send(.init("hasty", hasty)) }
        await #expect(throws: TransducerError.deadlock(cycle: ["SuspendingScript"])) {
            try await SuspendingScript.run(initialState: .init(), proxy: proxy)
        }
        await #expect(throws: TransducerError.macrostepUnfinished) { try await sender.value }
    }

    @Test("C15 A nested run that sends back to its machine and waits is a deadlock", .onOneExecutor)
    func nestedRun() async throws {
        let proxy = SuspendingScript.Proxy()
        let nesting = SuspendingScript.Effect(action: { _ async throws in
            let inner = Relay.Proxy(initialEvent: .init(text: "inner"))
            let back = proxy.input.mapping { (_: Relay.Letter) in SuspendingScript.Event("back") }
            _ = try await Relay.run(initialState: .init(), proxy: inner, output: back)
            return .init("answer")
        })
        let sender = Task { try await proxy.send(.init("nest", nesting)) }
        await #expect(throws: TransducerError.deadlock(cycle: ["Relay", "SuspendingScript"])) {
            try await SuspendingScript.run(initialState: .init(), proxy: proxy)
        }
        await #expect(throws: TransducerError.macrostepUnfinished) { try await sender.value }
    }

    @Test("C15 Two machines with full mailboxes that wait for room in each other's are a deadlock", .onOneExecutor)
    func room() async throws {
        let proxies = (0..<2).map { _ in Relay.Proxy(bufferSize: 1, initialEvent: .init(text: "first")) }
        let results = await withTaskGroup { group in
            for number in 0..<2 {
                let own = proxies[number].input
                let other = proxies[1 - number].input
                group.addTask {
                    await result {
                        try await Relay.run(
                            initialState: .init(), proxy: proxies[number],
                            output: Callback { (letter: Relay.Letter) async throws in
                                // As soon as the first letter is taken, each has one waiting, and two to deliver.
                                try? own.send(letter)
                                try await other.sendWaitingForRoom(letter)
                                try await other.sendWaitingForRoom(letter)
                            })
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let errors = results.compactMap { result -> TransducerError? in
            guard case .failure(let error as TransducerError) = result else { return nil }
            return error
        }
        #expect(errors.count == 2)
        #expect(errors.contains(.deadlock(cycle: ["Relay", "Relay"])))
    }

    @Test("C16 A deadlock is not reported while a mailbox has room", .interleaved)
    func roomBeforeTheLastEvent() async throws {
        let (first, second) = (Relay.Proxy(bufferSize: 1), Relay.Proxy(bufferSize: 2))
        let sent = Recorder<String>()
        @Sendable func run(_ own: Relay.Proxy, sending letter: String, to other: Relay.Proxy) async
            -> TransducerError?
        {
            let result = await result {
                try await Relay.run(
                    initialState: .init(), proxy: own,
                    output: Callback { (output: Relay.Letter) async throws in
                        guard output.text == "go" else { return }
                        try await other.sendWaitingForRoom(.init(text: letter))
                        sent.record(letter)
                    })
            }
            guard case .failure(let error) = result else { return nil }
            return error as? TransducerError
        }
        try second.send(contentsOf: [.init(text: "go"), .init(text: "waiting")])
        try first.send(.init(text: "go"))
        async let firstError = run(first, sending: "to second", to: second)
        await idle()
        // The first waits for room, and is full; the second has room as soon as it has begun.
        try first.send(.init(text: "waiting"))
        async let secondError = run(second, sending: "to first", to: first)
        await idle()
        #expect(sent.values.sorted() == ["to first", "to second"])
        first.cancel()
        second.cancel()
        let errors = await [firstError, secondError]
        #expect(errors == [.cancelled, .cancelled])
    }

    @Test("C15 A wait that has just ended is not taken for a deadlock")
    func noPhantom() async {
        await explore(seeds: Effort.seeds(100)) {
            let (first, second) = (SuspendingRelay.Proxy(), SuspendingRelay.Proxy())
            let (arrived, waits) = (Gate<Void>(), Gate<Void>())
            // The second hands its letter to the first, which is slow to take it and has one for the second next.
            async let firstRun = SuspendingRelay.run(
                initialState: .init(), proxy: first,
                output: Callback { (letter: Relay.Letter) async throws in
                    switch letter.text {
                    case "to first":
                        arrived.open()
                        try await waits.wait()
                    case "to second": try await second.send(.init(text: "from first"))
                    case _: break
                    }
                })
            async let secondRun = SuspendingRelay.run(
                initialState: .init(), proxy: second,
                output: Callback { (letter: Relay.Letter) async throws in
                    if letter.text == "to first" { try await first.send(letter) }
                })
            async let sender: Void = second.send(.init(text: "to first"))
            try await arrived.wait()
            async let other: Void = first.send(.init(text: "to second"))
            await Task.yield()
            waits.open()
            _ = try await (sender, other)
            try await first.send(.last)
            try await second.send(.last)
            _ = try await (firstRun, secondRun)
        }
    }
}

/// A relay whose senders wait for the macrostep.
private enum SuspendingRelay: BaseTransducer, Transducer {
    typealias State = Relay.State
    typealias Event = Relay.Letter
    typealias Output = Relay.Letter
    typealias Proxy = SyncSuspendingProxy<Relay.Letter>

    static func update(_ state: inout State, event: Event) -> Output { Relay.update(&state, event: event) }
}
