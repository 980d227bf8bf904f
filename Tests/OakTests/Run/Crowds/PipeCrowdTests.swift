import Oak
import OakTesting
import TestSupport
import Testing

extension Crowds {
    @Suite("C5 C12 C15 Pipes with random ends")
    struct PipeCrowdTests {
        /// The connections of machines.
        private enum Shape: CaseIterable, Sendable { case chain, ring, web }

        /// The way in which a machine sends its outputs to the next one.
        private enum Link: CaseIterable, Sendable { case whenRoom, andWait, dropping }

        /// The cause that ends a machine.
        private enum Ending: CaseIterable, Sendable { case letter, proxy, task }

        private struct Machine: Sendable {
            let link: Link
            let ending: Ending
            let delay: Int
            let next: Int?
        }

        private static func machines(_ count: Int, _ shape: Shape, _ choices: inout RandomChoices) -> [Machine] {
            (0..<count).map { number in
                let next: Int? =
                    switch shape {
                    case .chain: number + 1 < count ? number + 1 : nil
                    case .ring: (number + 1) % count
                    case .web: choices.draw(count)
                    }
                return Machine(
                    link: Link.allCases[choices.draw(3)], ending: Ending.allCases[choices.draw(3)],
                    delay: choices.draw(60),
                    next: next)
            }
        }

        /// Runs connected machines, which receive letters from outside, until each has ended.
        ///
        /// - Returns: The result of each run.
        private static func commotion(_ machines: [Machine], letters: Int) async -> [Result<Relay.Letter, any Error>] {
            let proxies = machines.map { _ in Relay.Proxy(bufferSize: 2) }
            let runs = machines.enumerated().map { number, machine in
                Task {
                    try await Relay.run(
                        initialState: .init(), proxy: proxies[number],
                        output: Callback { (letter: Relay.Letter) async throws in
                            guard !letter.isLast, letter.stamps < 20, let next = machine.next else { return }
                            switch machine.link {
                            case .whenRoom: try await proxies[next].sendWaitingForRoom(letter)
                            case .andWait: try await InputPort(proxies[next].mailbox).sendWaitingForMacrostep(letter)
                            case .dropping: try? proxies[next].send(letter)
                            }
                        })
                }
            }
            await withTaskGroup { group in
                for (number, machine) in machines.enumerated() {
                    group.addTask {
                        for index in 0..<letters {
                            try? await proxies[number].sendWaitingForRoom(.init(text: "\(index)"))
                        }
                    }
                    group.addTask {
                        await yield(machine.delay)
                        switch machine.ending {
                        case .letter: try? await proxies[number].sendWaitingForRoom(.last)
                        case .proxy: proxies[number].cancel()
                        case .task: runs[number].cancel()
                        }
                    }
                }
            }
            var results: [Result<Relay.Letter, any Error>] = []
            for run in runs { results.append(await run.result) }
            return results
        }

        /// Checks the results of the runs.
        private static func check(_ results: [Result<Relay.Letter, any Error>], of machines: [Machine]) {
            for (number, result) in results.enumerated() {
                let machine = machines[number]
                switch result {
                case .success(let letter):
                    expectThat(letter.isLast && machine.ending == .letter, "\(machine): \(letter)")
                case .failure(TransducerError.cancelled):
                    expectThat(machine.ending == .proxy, "\(machine) is cancelled")
                case .failure(is CancellationError): expectThat(machine.ending == .task, "\(machine) is cancelled")
                // The next one has ended.
                case .failure(TransducerError.terminated), .failure(TransducerError.macrostepUnfinished):
                    expectThat(
                        machine.next != nil && machine.link != .dropping, "\(machine) is told that another has ended")
                case .failure(TransducerError.deadlock(let cycle)):
                    expectThat(machine.next != nil && machine.link != .dropping, "\(machine): \(cycle)")
                case .failure(let error): expectThat(false, "\(machine): \(error)")
                }
            }
        }

        @Test("Each machine of a chain, a ring or a web ends, and no sender waits for ever, in every interleaving")
        func interleavings() async {
            let seeds = Generator<UInt64> { $0.next() }
            let ends = Guarded<[String: Int]>([:])
            for shape in Shape.allCases {
                await explore(
                    seeds: Effort.seeds(150), events: .lists(of: seeds, count: 1...1)
                ) { drawn in
                    var choices = RandomChoices(seed: drawn.first ?? 1)
                    let machines = Self.machines(1 + choices.draw(5), shape, &choices)
                    let results = await Self.commotion(machines, letters: 3)
                    Self.check(results, of: machines)
                    for case .failure(let error as TransducerError) in results {
                        let name = "\(error)".prefix(20)
                        ends.withLock { $0[String(name), default: 0] += 1 }
                    }
                }
            }
            #expect(ends.withLock { $0.count } > 2, "\(ends.withLock { $0 })")
        }

        @Test("Each machine of a chain, a ring or a web ends, and no sender waits for ever, on several threads")
        func threads() async {
            var choices = RandomChoices(seed: 1)
            for round in 0..<Effort.size(200) {
                let machines = Self.machines(1 + choices.draw(12), Shape.allCases[round % 3], &choices)
                let results = await Self.commotion(machines, letters: 10)
                Self.check(results, of: machines)
            }
        }
    }
}
