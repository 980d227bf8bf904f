import Oak
import OakTesting
import TestSupport
import Testing

extension Crowds {
    @Suite("C18 C19 C23 Children that come and go while they work", .timeLimit(.minutes(Effort.minutes)))
    struct RandomChildTests {
        private struct Step: Sendable {
            let event: Flock.Event
            let delay: Int
        }

        private static func programs(_ count: ClosedRange<Int>) -> Generator<[Step]> {
            Generator { random in
                var jitter = Jitter(seed: random.next())
                var number = 0
                func key() -> Int { jitter.draw(3) }
                func fresh() -> Bird.State {
                    number += 1
                    return Bird.State(number: number)
                }
                func work() -> Bird.Work {
                    Bird.Work(
                        name: jitter.draw(2) == 0 ? jitter.draw(2) : nil,
                        victims: (0..<jitter.draw(4)).map { _ in jitter.draw(4) == 0 ? jitter.draw(3) : nil },
                        isPatient: jitter.draw(4) == 0, isAction: jitter.draw(4) == 0)
                }
                return (0..<(count.lowerBound + jitter.draw(count.count))).map { _ in
                    let event: Flock.Event =
                        switch jitter.draw(14) {
                        case 0, 1, 2: .add(key(), fresh())
                        case 3, 4: .remove(key())
                        case 5: .removeAll
                        case 6, 7: .replace(key(), fresh(), work())
                        case 8: .all(work())
                        default: .bird(key(), .work(work()))
                        }
                    return Step(event: event, delay: jitter.draw(2) == 0 ? jitter.draw(12) : 0)
                }
            }
        }

        /// Lets a flock live through a program.
        ///
        /// - Returns: How many events of effects were processed.
        private static func live(_ steps: [Step], isObserved: Bool, isQuiet: Bool, size: Int) async throws -> Int {
            let (journal, proxy, accounts) = (
                Recorder<FlockNote>(), Flock.Proxy(bufferSize: size), EffectAccounts<Flock>()
            )
            let run = Task(executorPreference: DeterministicExecutor.current) {
                let state = Flock.State(journal: journal)
                let settings = RunSettings(gracePeriod: .duration(.seconds(1), clock: TestClock()))
                if isObserved {
                    try await Flock.run(
                        initialState: state, proxy: proxy, env: journal, observer: accounts.observer, settings: settings
                    )
                } else {
                    try await Flock.run(initialState: state, proxy: proxy, env: journal)
                }
            }
            for step in steps {
                await yield(step.delay)
                try await proxy.sendWaitingForRoom(step.event)
            }
            if isQuiet {
                await DeterministicExecutor.current?.idle()
                checkQuiet(journal.values)
            }
            try await proxy.sendWaitingForRoom(.end)
            try await run.value
            return check(journal.values)
        }

        /// Checks that what comes from effects finds the child that they belong to.
        private static func check(_ notes: [FlockNote]) -> Int {
            var (gone, live, heard) = (Set<Int>(), Set<String>(), 0)
            for note in notes {
                switch note {
                case .left(let number): if let number { gone.insert(number) }
                case .heard(of: let sender, by: let number):
                    heard += 1
                    expectThat(sender == number, "an event of \(sender) is processed by \(String(describing: number))")
                    expectThat(!gone.contains(sender), "an event of \(sender) is processed, who has gone")
                case .began(let label, of: _, isNamed: _, isPatient: _): live.insert(label)
                case .returned(let label): live.remove(label)
                }
            }
            expectThat(live.isEmpty, "\(live) outlive the run")
            return heard
        }

        /// Checks, when nothing more can happen, that the effects of those who have gone have ended and those of others
        /// have not been touched.
        private static func checkQuiet(_ notes: [FlockNote]) {
            var (gone, returned) = (Set<Int>(), Set<String>())
            for note in notes {
                switch note {
                case .left(let number): if let number { gone.insert(number) }
                case .returned(let label): returned.insert(label)
                case .began, .heard: break
                }
            }
            for case .began(let label, of: let number, let isNamed, let isPatient) in notes {
                if gone.contains(number) || !isPatient {
                    expectThat(returned.contains(label), "\(label) goes on")
                } else if !isNamed {
                    expectThat(!returned.contains(label), "\(label) was cancelled")
                }
            }
        }

        @Test("In every order, what comes from an effect finds the very child that it belongs to")
        func interleavings() async {
            let heard = Counter()
            for isObserved in [false, true] {
                for isQuiet in [false, true] {
                    await explore(seeds: Effort.seeds(300, attack: 50_000), events: Self.programs(2...14)) { steps in
                        if try await Self.live(steps, isObserved: isObserved, isQuiet: isQuiet, size: 3) > 0 {
                            heard.increment()
                        }
                    }
                }
            }
            #expect(heard.value > 0)
        }

        @Test("On several threads, what comes from an effect finds the very child that it belongs to")
        func threads() async throws {
            var random = SeededGenerator(seed: 1)
            var heard = 0
            for round in 0..<Effort.size(250, attack: 30_000) {
                let steps = Self.programs(10...60).value(using: &random)
                heard += try await Self.live(steps, isObserved: round % 2 == 0, isQuiet: false, size: 1 + round % 5)
            }
            #expect(heard > 0)
        }
    }
}
