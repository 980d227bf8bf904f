import Oak
import TestSupport
import Testing

@Suite("C7 Fairness")
struct FairnessTests {
    /// Answers each event with a number of action events.
    private enum Worker: EffectTransducer {
        struct Event: Sendable { var actions = 0, ends = false }
        struct State: Terminable {
            let turns: Turns
            var isTerminal = false
        }

        static func update(_ state: inout State, event: Event) -> Effect? {
            state.turns.note(beginsMacrostep: event.actions > 0 || event.ends)
            state.isTerminal = event.ends
            return event.actions > 0 ? .events(Array(repeating: Event(), count: event.actions)) : nil
        }
    }

    /// Counts transitions by the jobs of an actor: a machine that yields to others continues in another job.
    private final class Turns {
        private let actor: CountingActor
        private var job = -1
        private(set) var lengths: [Int] = []
        /// How often a job has begun within a macrostep.
        private(set) var interruptions = 0

        init(on actor: CountingActor) { self.actor = actor }

        func note(beginsMacrostep: Bool) {
            if job != actor.jobs {
                job = actor.jobs
                lengths.append(0)
                if !beginsMacrostep { interruptions += 1 }
            }
            lengths[lengths.count - 1] += 1
        }
    }

    @Test(
        "C7 A turn has a bounded number of events and ends between macrosteps",
        arguments: [1, 2, 10, 1023, 1024, 5000], [false, true])
    func turns(actions: Int, hasOutput: Bool) async throws {
        let (count, limit) = (40_000 / (actions + 1), 1024)
        let actor = CountingActor()
        let jobs = try await actor.jobs { actor async throws in
            let proxy = Worker.Proxy(bufferSize: count + 1)
            try proxy.send(contentsOf: Array(repeating: .init(actions: actions), count: count) + [.init(ends: true)])
            let turns = Turns(on: actor)
            if hasOutput {
                var outputs = 0
                try await Worker.run(
                    initialState: .init(turns: turns), proxy: proxy, env: (), output: Callback { outputs += 1 },
                    systemActor: actor)
                #expect(outputs == count * (actions + 1) + 1)
            } else {
                try await Worker.run(initialState: .init(turns: turns), proxy: proxy, env: (), systemActor: actor)
            }
            #expect(turns.lengths.reduce(0, +) == count * (actions + 1) + 1)
            // The macrostep that exceeds the limit is finished.
            #expect(turns.lengths.allSatisfy { $0 <= limit + actions })
            #expect(turns.interruptions == 0)
        }
        // Nor is a turn given away too often: that would be a job for each event.
        #expect(jobs <= count * (actions + 1) / limit + 2)
    }

    @Test("C7 Machines that share an actor take turns even with full mailboxes")
    func neighbours() async throws {
        let count = 10 * 1024
        let actor = CountingActor()
        let takers = Recorder<Int>()
        try await actor.run { actor in
            // Both have a job on the actor before either begins.
            let runs = try (0...1).map { number in
                let proxy = Sum.Proxy(bufferSize: count + 1)
                try proxy.send(contentsOf: Array(repeating: .add(1), count: count) + [.end])
                return Task {
                    try await Sum.run(
                        initialState: .init(), proxy: proxy, env: (), output: Callback { _ in takers.record(number) },
                        systemActor: actor)
                }
            }
            for run in runs { #expect(try await run.value == count) }
        }
        let order = takers.values
        #expect(order.count == 2 * (count + 1))
        let handovers = zip(order, order.dropFirst()).count { $0 != $1 }
        #expect(handovers >= 2 * 10 - 1)
    }
}
