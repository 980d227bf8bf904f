import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C30, C31 Random programs")
struct RandomDeferralTests {
    @Test("C30 Events are offered again as in a model made of arrays, with and without Equatable states")
    func model() async throws {
        var postponements = 0
        for seed in Effort.seeds(400) {
            postponements += try await compareWithModel(seed: seed, of: EquatableState.self)
            postponements += try await compareWithModel(seed: seed, of: PlainState.self)
        }
        #expect(postponements > 5_000)
    }

    /// - Returns: The number of postponements.
    private func compareWithModel<State: PostponingState>(seed: UInt64, of state: State.Type) async throws -> Int {
        var random = SeededGenerator(seed: seed)
        let events = (1...40).map { PostponingMachine<State>.Event.random("\($0)", using: &random) } + [.end]
        let limit = Int.random(in: 2...60, using: &random)
        let model = PostponementModel(events, limit: limit, comparesStates: State.self is any Equatable.Type)
        for isObserved in [false, true] {
            let (proxy, log) = (PostponingMachine<State>.Proxy(bufferSize: limit), PostponementRecorder<State>())
            var outputs: [String] = []
            async let feeding: Void = {
                for event in events { try? await proxy.sendWaitingForRoom(event) }
            }()
            var overflow: String?
            do {
                let callback = Callback<String> { outputs.append($0) }
                _ =
                    isObserved
                    ? try await PostponingMachine<State>.run(
                        initialState: State(), proxy: proxy, output: callback, observer: log)
                    : try await PostponingMachine<State>.run(initialState: State(), proxy: proxy, output: callback)
            } catch TransducerError.tooManyPostponed(_, let event, _) {
                overflow = event
            }
            await feeding
            #expect(outputs == model.outputs, "seed \(seed)")
            #expect((overflow == nil) == (model.overflow == nil), "seed \(seed)")
            guard isObserved else { continue }
            #expect(log.entries.count { $0.hasPrefix("took") } == model.offers, "seed \(seed)")
            // Others were still in the mailbox, or on their way.
            let postponed = events.map(\.name).filter {
                $0 == model.overflow || log.entries.contains("postponed \($0)")
            }
            let left = log.entries.filter { entry in postponed.contains { entry.hasPrefix("rejected \($0):") } }
            #expect(
                left == model.left.map { "rejected \(events[$0].name): \(TransducerError.terminated)" }, "seed \(seed)")
            return log.entries.count { $0.hasPrefix("postponed") }
        }
        return 0
    }
}

extension PostponingMachine.Event {
    /// An event that is often postponed, sometimes unexpected, and rarely the last.
    fileprivate static func random(_ name: String, using random: inout SeededGenerator) -> Self {
        var event = Self.randomAction(name, using: &random)
        event.postponedIn = modes(4, using: &random)
        event.actions = (0..<max(0, Int.random(in: -4...2, using: &random))).map { number in
            randomAction("\(name).\(number)", using: &random)
        }
        event.ends = Int.random(in: 0..<100, using: &random) == 0
        return event
    }

    private static func randomAction(_ name: String, using random: inout SeededGenerator) -> Self {
        let isMove = Int.random(in: 0..<3, using: &random) == 0
        return Self(
            name: name, unexpectedIn: modes(1, using: &random),
            mode: isMove ? Int.random(in: 0..<4, using: &random) : nil)
    }

    /// - Parameter share: The average number of modes, of ten.
    private static func modes(_ share: Int, using random: inout SeededGenerator) -> Set<Int> {
        var modes: Set<Int> = []
        for mode in 0..<4 where Int.random(in: 0..<10, using: &random) < share { modes.insert(mode) }
        return modes
    }
}
