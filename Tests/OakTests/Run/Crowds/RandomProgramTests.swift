import Oak
import OakTesting
import TestSupport
import Testing

extension Crowds {
    @Suite("C3 C4 C9 C17–C19 C23 Random programs of effects against a model")
    struct RandomProgramTests {
        /// The end of a program.
        private enum Ending: CaseIterable, Sendable { case whenQuiet, event, cancellation }

        /// Runs a program and compares the run with the model.
        private static func play(
            _ commands: [Command], ending: Ending, isObserved: Bool, size: Int
        ) async throws -> ProgramModel {
            let (journal, proxy) = (Recorder<ProgramNote>(), ProgramMachine.Proxy(bufferSize: size))
            let accounts = EffectChecker<ProgramMachine>()
            let run = Task {
                let state = ProgramMachine.State(journal: journal)
                let settings = RunSettings(gracePeriod: .duration(.seconds(1), clock: TestClock()))
                if isObserved {
                    try await ProgramMachine.run(
                        initialState: state, proxy: proxy, env: journal, observer: accounts.observer, settings: settings
                    )
                } else {
                    try await ProgramMachine.run(initialState: state, proxy: proxy, env: journal)
                }
                return journal.values.count
            }
            let model = ProgramModel()
            var told = 0
            func tell() {
                let notes = journal.values
                for note in notes[told...] { model.note(note) }
                told = notes.count
            }
            for command in commands {
                await yield(command.delay)
                try await proxy.sendWaitingForRoom(command.event)
            }
            if ending == .whenQuiet {
                await idle()
                tell()
                model.checkQuiet(events: commands.map(\.event))
            }
            switch ending {
            case .whenQuiet, .event: try await proxy.sendWaitingForRoom(ProgramEvent(number: .max, origin: .end))
            case .cancellation: proxy.cancel()
            }
            switch (ending, await run.result) {
            case (.cancellation, .failure(TransducerError.cancelled)): break
            case (.whenQuiet, .success(let count)), (.event, .success(let count)):
                expectThat(count == journal.values.count, "something happens after the end")
            case (_, let result): expectThat(false, "\(result)")
            }
            tell()
            model.checkEnd()
            if isObserved { expectThat(accounts.isOver, "the observer is not told of the end") }
            return model
        }

        @Test("A machine behaves as the model permits in every interleaving")
        func interleavings() async {
            let (heard, cancellations) = (Counter(), Counter())
            for (index, ending) in Ending.allCases.enumerated() {
                for isObserved in [false, true] {
                    await explore(
                        seeds: Effort.seeds(250), events: PlannedEffect.programs(1...10)
                    ) { commands in
                        let model = try await Self.play(
                            commands, ending: ending, isObserved: isObserved, size: 1 + 2 * index)
                        if model.heard > 0 { heard.increment() }
                        if model.cancellations > 0 { cancellations.increment() }
                    }
                }
            }
            #expect(heard.value > 0)
            #expect(cancellations.value > 0)
        }

        @Test("A machine behaves as the model permits on several threads")
        func threads() async throws {
            var random = SeededGenerator(seed: 1)
            var (heard, cancellations) = (0, 0)
            for round in 0..<Effort.size(200) {
                let commands = PlannedEffect.programs(5...40).value(using: &random)
                let model = try await Self.play(
                    commands, ending: round % 3 == 0 ? .cancellation : .event, isObserved: round % 2 == 0,
                    size: 1 + round % 5)
                heard += model.heard
                cancellations += model.cancellations
            }
            #expect(heard > 0)
            #expect(cancellations > 0)
        }
    }
}
