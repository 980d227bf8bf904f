import Oak
import OakTesting
import TestSupport
import Testing

extension Crowds {
    @Suite("C27 C28 C30 Random changes of children and activities")
    struct RandomLiveTests {
        private static func place(_ choices: inout RandomChoices) -> LivePlace {
            switch choices.draw(6) {
            case 0: .single
            case 1, 2: .element(choices.draw(3))
            case 3: .innerSingle
            default: .innerElement(choices.draw(2))
            }
        }

        private static func activities(_ choices: inout RandomChoices) -> Set<Int> {
            Set((0..<choices.draw(4)).map { _ in choices.draw(7) })
        }

        private static func element(_ choices: inout RandomChoices, _ token: inout Int) -> LiveChild.State {
            token += 1
            return LiveChild.State(
                token: choices.draw(3) == 0 ? max(1, token - 1 - choices.draw(3)) : token,
                activities: activities(&choices), isTerminal: choices.draw(12) == 0)
        }

        private static func change(_ choices: inout RandomChoices, _ token: inout Int) -> LiveComposite.Change {
            switch choices.draw(18) {
            case 0, 1, 2, 3: return .put(place(&choices), element(&choices, &token))
            case 4, 5: return .remove(place(&choices))
            case 6: return .replace(place(&choices), element(&choices, &token))
            case 7, 8:
                token += 1
                return .inner(choices.draw(4) == 0 ? nil : token)
            case 9: return .save
            case 10, 11: return .restore
            case 12: return .rebuild
            case 13: return choices.draw(2) == 0 ? .clear : .save
            case 14: return .close(choices.draw(3) == 0)
            case 15: return .setActivities(activities(&choices))
            default: return .mode(choices.draw(3))
            }
        }

        private static func errand(_ choices: inout RandomChoices) -> LiveComposite.Change {
            let event: LiveChild.Event =
                switch choices.draw(9) {
                case 0, 1, 2: .say(choices.draw(100))
                case 3, 4: .work(choices.draw(2))
                case 5: .cancel(choices.draw(2))
                case 6, 7: .setActivities(activities(&choices))
                default: .end
                }
            return .send(place(&choices), event)
        }

        /// Rounds of events that are sent together.
        private static func program(_ seed: UInt64) -> [[LiveComposite.Event]] {
            var choices = RandomChoices(seed: seed)
            var token = 0
            return (0..<(1 + choices.draw(10))).map { _ in
                (0..<(1 + choices.draw(2))).map { _ in
                    if choices.draw(5) == 0 { return .visit(choices.draw(100)) }
                    return .steps(
                        (0..<(1 + choices.draw(4))).map { _ in
                            (0..<choices.draw(3)).map { _ in change(&choices, &token) }
                                + (0..<choices.draw(4)).map { _ in errand(&choices) }
                        })
                }
            }
        }

        private static func live(_ program: [[LiveComposite.Event]], isObserved: Bool) async throws {
            let (effects, lines, proxy) = (LiveEffects(), Recorder<String>(), LiveComposite.Proxy(bufferSize: 1000))
            let run = Task {
                let output = Callback { (new: [String]) in new.forEach { lines.record($0) } }
                if isObserved {
                    _ = try await LiveComposite.run(
                        initialState: .init(), proxy: proxy, env: effects, output: output,
                        observer: MachineObserver(of: LiveComposite.self) { _ in })
                } else {
                    _ = try await LiveComposite.run(initialState: .init(), proxy: proxy, env: effects, output: output)
                }
            }
            var model = LiveModel()
            for (round, events) in program.enumerated() {
                try proxy.send(contentsOf: events)
                for event in events { model.process(event) }
                await idle()
                expectThat(
                    effects.live == model.live, "round \(round): \(effects.live) are live instead of \(model.live)")
                expectThat(lines.values == model.lines, "round \(round): \(lines.values) instead of \(model.lines)")
                for (label, count) in effects.began {
                    expectThat(count <= model.began[label, default: 0], "round \(round): \(label) began \(count) times")
                }
            }
            try proxy.send(.end)
            try await run.value
            expectThat(effects.live.isEmpty, "\(effects.live) outlive the run")
        }

        @Test("The live effects of random runs equal those of a model made of arrays and dictionaries")
        func lives() async throws {
            for seed in Effort.seeds(200) {
                try await interleave(seed: seed) {
                    try await Self.live(Self.program(seed), isObserved: seed.isMultiple(of: 2))
                }
            }
        }
    }
}
