import Oak
import OakTesting
import TestSupport
import Testing

extension Crowds {
    @Suite("C12 C15 C16 C18 Waiting senders")
    struct SuspendedSenderTests {
        /// The way in which an event is sent.
        private enum Way: CaseIterable, Sendable { case room, macrostep, operation }

        /// A sender of one event, which may be cancelled.
        private struct Caller: Sendable {
            let number: Int
            let way: Way
            let delay: Int
            /// The number of turns until the sender is cancelled, if ever.
            let patience: Int?
        }

        /// The cause that ends the machine.
        private enum Ending: CaseIterable, Sendable { case event, eventAtOnce, proxy, task, failure }

        private enum Answer: Hashable, Sendable { case returned, gaveUp, terminated, unfinished, other(String) }

        private enum Note: Hashable, Sendable {
            case taken(Int)
            case answer(Int, Answer)
        }

        private static func callers(_ count: ClosedRange<Int>) -> Generator<[Caller]> {
            Generator { random in
                var choices = RandomChoices(seed: random.next())
                return (0..<(count.lowerBound + choices.draw(count.count))).map { number in
                    Caller(
                        number: number, way: Way.allCases[choices.draw(3)], delay: choices.draw(4),
                        patience: choices.draw(3) == 0 ? choices.draw(12) : nil)
                }
            }
        }

        private static func answer(_ send: () async throws -> Void) async -> Answer {
            do {
                try await send()
                return .returned
            } catch is CancellationError {
                return .gaveUp
            } catch TransducerError.terminated {
                return .terminated
            } catch TransducerError.macrostepUnfinished {
                return .unfinished
            } catch {
                return .other("\(error)")
            }
        }

        /// Runs a machine that receives events of many callers and ends after a delay.
        ///
        /// - Returns: The notes, in their order.
        private static func commotion(_ callers: [Caller], ending: Ending, after delay: Int, size: Int) async -> [Note]
        {
            let journal = Recorder<Note>()
            let proxy = Script.Proxy(bufferSize: size)
            let run = Task {
                try await Script.run(
                    initialState: .init(), proxy: proxy, output: Callback.hesitant,
                    observer: ScriptObserver {
                        guard case .transition(_, let event, _) = $0, let number = Int(event.name) else { return }
                        journal.record(.taken(number))
                    }, settings: RunSettings(gracePeriod: .duration(.seconds(1), clock: TestClock())))
            }
            await withTaskGroup { group in
                for caller in callers {
                    let task = Task {
                        await yield(caller.delay)
                        await call(caller, proxy, journal)
                    }
                    group.addTask { await task.value }
                    guard let patience = caller.patience else { continue }
                    group.addTask {
                        await yield(patience)
                        if caller.way == .operation {
                            try? await proxy.sendWaitingForRoom(.init("dismiss", .cancelTask(caller.number)))
                        } else {
                            task.cancel()
                        }
                    }
                }
                group.addTask {
                    await yield(delay)
                    switch ending {
                    case .event: try? await proxy.sendWaitingForRoom(.end)
                    case .eventAtOnce: while (try? proxy.send(.end)) == nil { await Task.yield() }
                    case .proxy: proxy.cancel()
                    case .task: run.cancel()
                    case .failure:
                        let failing = Script.Effect(operation: { _, _ in throw Failure() })
                        try? await proxy.sendWaitingForRoom(.init("fail", failing))
                    }
                }
            }
            _ = await run.result
            return journal.values
        }

        private static func call(_ caller: Caller, _ proxy: Script.Proxy, _ journal: Recorder<Note>) async {
            let event = Script.Event("\(caller.number)")
            switch caller.way {
            case .room:
                let answer = await answer { try await proxy.sendWaitingForRoom(event) }
                journal.record(.answer(caller.number, answer))
            case .macrostep:
                let answer = await answer { try await InputPort(proxy.mailbox).sendWaitingForMacrostep(event) }
                journal.record(.answer(caller.number, answer))
            case .operation:
                let operation = Script.Effect(id: caller.number) { _, input in
                    let answer = await answer { try await input.sendWaitingForRoom(event) }
                    journal.record(.answer(caller.number, answer))
                }
                try? await proxy.sendWaitingForRoom(.init("engage", operation))
            }
        }

        /// Checks the properties that hold in every interleaving.
        private static func check(_ notes: [Note], of callers: [Caller]) {
            let takings = Dictionary(
                notes.enumerated().compactMap { index, note in
                    if case .taken(let number) = note { (number, [index]) } else { nil }
                }, uniquingKeysWith: +)
            for caller in callers {
                let answers = notes.enumerated().compactMap { index, note -> (index: Int, answer: Answer)? in
                    if case .answer(caller.number, let answer) = note { (index, answer) } else { nil }
                }
                let taken = takings[caller.number] ?? []
                expectThat(taken.count <= 1, "the event of \(caller) was processed \(taken.count) times")
                // An operation may never have begun: then it has not been answered either.
                guard let (index, answer) = answers.first else {
                    expectThat(caller.way == .operation, "\(caller) has got no answer")
                    continue
                }
                expectThat(answers.count == 1, "\(caller) has got \(answers)")
                switch (answer, caller.way) {
                case (.returned, .macrostep):
                    expectThat(taken.first ?? index < index, "\(caller) was told of a macrostep that was not")
                case (.gaveUp, .room), (.gaveUp, .operation), (.terminated, _):
                    expectThat(taken.isEmpty, "the event of \(caller) was processed; it was told \(answer)")
                case (.unfinished, .macrostep):
                    expectThat(taken.first ?? index < index, "\(caller) was told of an event that was not processed")
                case (.unfinished, .room), (.unfinished, .operation):
                    expectThat(false, "\(caller) does not wait for a macrostep")
                case (.returned, .room), (.returned, .operation), (.gaveUp, .macrostep): break
                case (.other(let error), _): expectThat(false, "\(caller) was told \(error)")
                }
                if answer == .gaveUp, caller.way != .operation {
                    expectThat(caller.patience != nil, "\(caller) was told that it had given up")
                }
            }
        }

        @Test("Each sender receives one answer, and no event of a cancelled sender is processed, in every interleaving")
        func interleavings() async {
            let answers = Guarded<[Answer: Int]>([:])
            for (index, ending) in Ending.allCases.enumerated() {
                await explore(seeds: Effort.seeds(250), events: Self.callers(3...8)) { callers in
                    let notes = await Self.commotion(callers, ending: ending, after: 8 + 4 * index, size: 1 + index % 2)
                    Self.check(notes, of: callers)
                    // On one thread, the order of notes is the order of occurrences.
                    var late: Set<Int> = []
                    for note in notes {
                        switch note {
                        case .answer(let number, .gaveUp): late.insert(number)
                        case .taken(let number):
                            expectThat(!late.contains(number), "\(number) had given up before its event was taken")
                        case .answer: break
                        }
                        if case .answer(_, let answer) = note { answers.withLock { $0[answer, default: 0] += 1 } }
                    }
                }
            }
            #expect(answers.withLock { $0.count } == 4, "\(answers.withLock { $0 })")
        }

        @Test("Each sender receives one answer, and no event of a cancelled sender is processed, on several threads")
        func threads() async {
            var random = SeededGenerator(seed: 1)
            for round in 0..<Effort.size(300) {
                let callers = Self.callers(4...24).value(using: &random)
                let ending = Ending.allCases[round % Ending.allCases.count]
                let notes = await Self.commotion(callers, ending: ending, after: round % 60, size: 1 + round % 4)
                Self.check(notes, of: callers)
            }
        }
    }
}
