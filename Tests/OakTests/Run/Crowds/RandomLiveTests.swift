import Oak
import OakTesting
import TestSupport
import Testing

extension Crowds {
    @Suite("C27 C28 C30 Everything live is a function of the state", .timeLimit(.minutes(Effort.minutes)))
    struct RandomLiveTests {
        private static func spot(_ jitter: inout Jitter) -> HamletSpot {
            switch jitter.draw(6) {
            case 0: .hall
            case 1, 2: .house(jitter.draw(3))
            case 3: .corner
            default: .streetHouse(jitter.draw(2))
            }
        }

        private static func activities(_ jitter: inout Jitter) -> Set<Int> {
            Set((0..<jitter.draw(4)).map { _ in jitter.draw(7) })
        }

        private static func house(_ jitter: inout Jitter, _ token: inout Int) -> Cottage.State {
            token += 1
            return Cottage.State(
                token: jitter.draw(3) == 0 ? max(1, token - 1 - jitter.draw(3)) : token,
                activities: activities(&jitter), isTerminal: jitter.draw(12) == 0)
        }

        private static func change(_ jitter: inout Jitter, _ token: inout Int) -> Hamlet.Change {
            switch jitter.draw(18) {
            case 0, 1, 2, 3: return .put(spot(&jitter), house(&jitter, &token))
            case 4, 5: return .remove(spot(&jitter))
            case 6: return .replace(spot(&jitter), house(&jitter, &token))
            case 7, 8:
                token += 1
                return .street(jitter.draw(4) == 0 ? nil : token)
            case 9: return .save
            case 10, 11: return .restore
            case 12: return .rebuild
            case 13: return jitter.draw(2) == 0 ? .clear : .save
            case 14: return .close(jitter.draw(3) == 0)
            case 15: return .plan(activities(&jitter))
            default: return .mood(jitter.draw(3))
            }
        }

        private static func errand(_ jitter: inout Jitter) -> Hamlet.Change {
            let event: Cottage.Event =
                switch jitter.draw(9) {
                case 0, 1, 2: .say(jitter.draw(100))
                case 3, 4: .work(jitter.draw(2))
                case 5: .cancel(jitter.draw(2))
                case 6, 7: .plan(activities(&jitter))
                default: .end
                }
            return .send(spot(&jitter), event)
        }

        /// Events that come together, again and again.
        private static func program(_ seed: UInt64) -> [[Hamlet.Event]] {
            var jitter = Jitter(seed: seed)
            var token = 0
            return (0..<(1 + jitter.draw(10))).map { _ in
                (0..<(1 + jitter.draw(2))).map { _ in
                    if jitter.draw(5) == 0 { return .visit(jitter.draw(100)) }
                    return .steps(
                        (0..<(1 + jitter.draw(4))).map { _ in
                            (0..<jitter.draw(3)).map { _ in change(&jitter, &token) }
                                + (0..<jitter.draw(4)).map { _ in errand(&jitter) }
                        })
                }
            }
        }

        private static func live(_ program: [[Hamlet.Event]], isObserved: Bool) async throws {
            let (chronicle, lines, proxy) = (HamletChronicle(), Recorder<String>(), Hamlet.Proxy(bufferSize: 1000))
            let run = Task(executorPreference: DeterministicExecutor.current) {
                let output = Callback { (new: [String]) in new.forEach { lines.record($0) } }
                if isObserved {
                    _ = try await Hamlet.run(
                        initialState: .init(), proxy: proxy, env: chronicle, output: output,
                        observer: MachineObserver(of: Hamlet.self) { _ in })
                } else {
                    _ = try await Hamlet.run(initialState: .init(), proxy: proxy, env: chronicle, output: output)
                }
            }
            var model = HamletModel()
            for (round, events) in program.enumerated() {
                try proxy.send(contentsOf: events)
                for event in events { model.process(event) }
                await DeterministicExecutor.current?.idle()
                expectThat(
                    chronicle.live == model.live, "round \(round): \(chronicle.live) are live instead of \(model.live)")
                expectThat(lines.values == model.lines, "round \(round): \(lines.values) instead of \(model.lines)")
                for (label, count) in chronicle.began {
                    expectThat(count <= model.began[label, default: 0], "round \(round): \(label) began \(count) times")
                }
            }
            try proxy.send(.end)
            try await run.value
            expectThat(chronicle.live.isEmpty, "\(chronicle.live) outlive the run")
        }

        @Test("In random lives, those effects are live that a model of arrays and dictionaries has live")
        func lives() async throws {
            for seed in Effort.seeds(200, attack: 20_000) {
                try await interleave(seed: seed) {
                    try await Self.live(Self.program(seed), isObserved: seed.isMultiple(of: 2))
                }
            }
        }
    }
}
