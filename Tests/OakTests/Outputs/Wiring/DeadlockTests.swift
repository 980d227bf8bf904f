import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C15 Machines that wait for each other", .timeLimit(.minutes(20)))
struct DeadlockTests {
    /// Runs machines in a ring, each of which hands its outputs to the next one and waits; returns what each run came
    /// to.
    private func ring(of count: Int, first letter: Relay.Letter) async -> [Result<Relay.Letter, any Error>] {
        let proxies = (0..<count).map { number in
            PatientRelay.Proxy(bufferSize: 8, initialEvent: number == 0 ? letter : nil)
        }
        return await withTaskGroup { group in
            for number in 0..<count {
                group.addTask {
                    let next = proxies[(number + 1) % count].input
                    return (
                        number,
                        await result {
                            try await PatientRelay.run(initialState: .init(), proxy: proxies[number], output: next)
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
        #expect(deadlocks == [Array(repeating: "PatientRelay", count: count)])
        let unfinished = results.filter {
            if case .failure(TransducerError.macrostepUnfinished) = $0 { true } else { false }
        }
        #expect(unfinished.count == count - 1)
    }

    @Test("C15 A ring that a letter goes around a few times only with a buffered link is none")
    func bufferedLink() async throws {
        try await onOneExecutor {
            let (first, patient) = (Relay.Proxy(initialEvent: .init(text: "round")), PatientRelay.Proxy())
            let back = first.input.mapping { (letter: Relay.Letter) in
                Relay.Letter(text: letter.text, stamps: letter.stamps, isLast: letter.stamps > 20)
            }
            async let second = PatientRelay.run(initialState: .init(), proxy: patient, output: back)
            let last = try await Relay.run(initialState: .init(), proxy: first, output: patient.input)
            #expect(last.stamps == 23)
            let returned = try await second
            #expect(returned.stamps == 24)
        }
    }

    @Test("C15 A machine that waits in an action for an event of its own is told")
    func itself() async throws {
        try await onOneExecutor {
            let proxy = Marionette.Proxy()
            let hasty = Marionette.Effect(action: { _ async throws in
                try await proxy.send(.init("mine"))
                return .init("answer")
            })
            let sender = Task(executorPreference: DeterministicExecutor.current) {
                try await proxy.send(.init("hasty", hasty))
            }
            await #expect(throws: TransducerError.deadlock(cycle: ["Marionette"])) {
                try await Marionette.run(initialState: .init(), proxy: proxy)
            }
            await #expect(throws: TransducerError.macrostepUnfinished) { try await sender.value }
        }
    }

    @Test("C15 A machine whose action runs another one, which sends back to it and waits, is told")
    func nestedRun() async throws {
        try await onOneExecutor {
            let proxy = Marionette.Proxy()
            let nesting = Marionette.Effect(action: { _ async throws in
                let inner = Relay.Proxy(initialEvent: .init(text: "inner"))
                let back = proxy.input.mapping { (_: Relay.Letter) in Marionette.Event("back") }
                _ = try await Relay.run(initialState: .init(), proxy: inner, output: back)
                return .init("answer")
            })
            let sender = Task(executorPreference: DeterministicExecutor.current) {
                try await proxy.send(.init("nest", nesting))
            }
            await #expect(throws: TransducerError.deadlock(cycle: ["Relay", "Marionette"])) {
                try await Marionette.run(initialState: .init(), proxy: proxy)
            }
            await #expect(throws: TransducerError.macrostepUnfinished) { try await sender.value }
        }
    }

    @Test("C15 Two full mailboxes whose machines wait for room in each other's are a deadlock too")
    func room() async throws {
        try await onOneExecutor {
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
    }

    @Test("C16 A deadlock is not reported while a mailbox has room")
    func roomBeforeTheLastEvent() async throws {
        try await interleave(seed: 1) {
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
            await DeterministicExecutor.current?.idle()
            // The first waits for room, and is full; the second has room as soon as it has begun.
            try first.send(.init(text: "waiting"))
            async let secondError = run(second, sending: "to first", to: first)
            await DeterministicExecutor.current?.idle()
            expectThat(sent.values.sorted() == ["to first", "to second"], "\(sent.values)")
            first.cancel()
            second.cancel()
            let errors = await [firstError, secondError]
            expectThat(errors == [.cancelled, .cancelled], "\(errors)")
        }
    }

    @Test("C15 A machine that waited for another a moment ago is not taken for one that waits")
    func noPhantom() async {
        await explore(seeds: 1...500) {
            let (first, second) = (PatientRelay.Proxy(), PatientRelay.Proxy())
            let (arrived, waits) = (Gate<Void>(), Gate<Void>())
            // The second hands its letter to the first, which is slow to take it and has one for the second next.
            async let firstRun = PatientRelay.run(
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
            async let secondRun = PatientRelay.run(
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

    @Test("C15 Machines that send to each other at any time go on, or are told of their deadlock, and never hang")
    func crossing() async {
        let (deadlocks, successes) = (Counter(), Counter())
        await explore(seeds: 1...500) {
            let proxies = [PatientRelay.Proxy(), PatientRelay.Proxy()]
            @Sendable func run(_ number: Int) async -> Result<Relay.Letter, any Error> {
                await result {
                    try await PatientRelay.run(
                        initialState: .init(), proxy: proxies[number],
                        output: Callback { (letter: Relay.Letter) async throws in
                            guard letter.stamps == 1, !letter.isLast else { return }
                            try await proxies[1 - number].send(letter)
                        })
                }
            }
            async let firstRun = run(0)
            async let secondRun = run(1)
            async let firstSender = result { try await proxies[0].send(.init(text: "a")) }
            async let secondSender = result { try await proxies[1].send(.init(text: "b")) }
            let sent = await (firstSender, secondSender)
            for proxy in proxies { try? await proxy.send(.last) }
            switch (sent.0, sent.1, await (firstRun, secondRun)) {
            case (.success, .success, (.success, .success)): successes.increment()
            case (.failure, _, let ends), (_, .failure, let ends):
                let errors = [ends.0, ends.1].compactMap { result -> TransducerError? in
                    guard case .failure(let error as TransducerError) = result else { return nil }
                    return error
                }
                expectThat(errors.contains(.deadlock(cycle: ["PatientRelay", "PatientRelay"])), "\(ends)")
                deadlocks.increment()
            case let other: expectThat(false, "\(other)")
            }
        }
        #expect(deadlocks.value > 0)
        #expect(successes.value > 0)
    }
}
