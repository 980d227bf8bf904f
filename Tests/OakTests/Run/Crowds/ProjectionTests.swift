import Oak
import OakTesting
import TestSupport
import Testing

/// Programs wherever a child can be.
private enum ProgramComposite: CompositeTransducer {
    struct State: Terminable, Sendable {
        enum Room: Sendable { case empty, taken(ProgramMachine.State) }
        var always: ProgramMachine.State
        var room: Room
        var guest: ProgramMachine.State?
        var members: Children<Int, ProgramMachine.State>
        var isTerminal: Bool { members[4]?.isTerminal ?? true }
    }
    enum Event: Sendable {
        case always(ProgramEvent), room(ProgramEvent), guest(ProgramEvent), member(Int, ProgramEvent)
    }
    typealias Env = [Recorder<ProgramNote>]

    static let always = child(
        "child", ProgramMachine.self, event: Event.always, env: { $0[0] }, failure: .endsTheRun)
    static let room = child("room", ProgramMachine.self, event: Event.room, env: { $0[1] }, failure: .endsTheRun)
    static let guest = child("guest", ProgramMachine.self, event: Event.guest, env: { $0[2] }, failure: .endsTheRun)
    static let members = children(
        "member", ProgramMachine.self, event: Event.member, env: { $0[$1] }, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        always
        switch state.room {
        case .empty: nothing
        case .taken: room
        }
        guest(state.guest)
        members(state.members)
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .always(let event): return always.step(&state.always, event).effect
        case .room(let event):
            guard case .taken(var inner) = state.room else { return nil }
            defer { state.room = .taken(inner) }
            return room.step(&inner, event).effect
        case .guest(let event): return guest.step(&state.guest, event).effect
        case .member(let key, let event): return members.step(&state.members, key, event).effect
        }
    }
}

extension Crowds {
    @Suite("C19 Projection: children behave as they do alone")
    struct ProjectionTests {
        /// Shares a program among the children of a machine, and compares each child with its model.
        ///
        /// - Parameters:
        ///   - rounds: The number of children that end; the last ends the machine.
        ///   - embed: Makes an event of the machine out of the number of a child and its event.
        /// - Returns: The last output.
        @discardableResult
        private static func play<T: ExecutableTransducer & SendableMetatype>(
            _ commands: [Command], on machine: T.Type, from state: T.State, env: T.Env,
            _ journals: [Recorder<ProgramNote>], rounds: Int, embed: (Int, ProgramEvent) -> T.Event
        ) async throws -> T.Output
        where
            T.State: Sendable, T.Env: Sendable, T.Event: Sendable, T.Output: Sendable, T.Proxy == Proxy<T.Event>
        {
            let (proxy, accounts) = (T.Proxy(bufferSize: 3), EffectChecker<T>())
            let run = Task {
                try await T.run(initialState: state, proxy: proxy, env: env, observer: accounts.observer)
            }
            let models = journals.map { _ in ProgramModel() }
            var told = journals.map { _ in 0 }
            func tell() {
                for (index, journal) in journals.enumerated() {
                    let notes = journal.values
                    for note in notes[told[index]...] { models[index].note(note) }
                    told[index] = notes.count
                }
            }
            var sent = journals.map { _ in [ProgramEvent]() }
            let size = commands.count / rounds + 1
            for round in 0..<rounds {
                for command in commands.dropFirst(round * size).prefix(size) {
                    let child = command.event.number % journals.count
                    guard child >= round else { continue }
                    sent[child].append(command.event)
                    await yield(command.delay)
                    try await proxy.sendWaitingForRoom(embed(child, command.event))
                }
                await idle()
                tell()
                for child in journals.indices.dropFirst(round) { models[child].checkQuiet(events: sent[child]) }
                try await proxy.sendWaitingForRoom(embed(round, ProgramEvent(number: .max, origin: .end)))
                await idle()
                tell()
                models[round].checkEnd()
            }
            let output = try await run.value
            tell()
            for model in models { model.checkEnd() }
            expectThat(accounts.isOver, "the observer is not told of the end")
            return output
        }

        private static func states(_ count: Int) -> [ProgramMachine.State] {
            (0..<count).map { _ in ProgramMachine.State(journal: Recorder()) }
        }

        @Test("Each child of a composite behaves as it does alone, also when others have ended")
        func composite() async {
            await explore(seeds: Effort.seeds(150), events: PlannedEffect.programs(1...25)) { commands in
                let states = Self.states(5)
                let journals = states.map(\.journal)
                let state = ProgramComposite.State(
                    always: states[0], room: .taken(states[1]), guest: states[2],
                    members: [3: states[3], 4: states[4]])
                try await Self.play(
                    commands, on: ProgramComposite.self, from: state, env: journals, journals, rounds: 5
                ) { child, event in
                    switch child {
                    case 0: .always(event)
                    case 1: .room(event)
                    case 2: .guest(event)
                    default: .member(child, event)
                    }
                }
            }
        }

        private static func playTwo<T: ProductTransducer<ProgramMachine, ProgramMachine> & SendableMetatype>(
            _ machine: T.Type, rounds: Int
        ) async where T.Proxy == Proxy<PairEvent<ProgramEvent, ProgramEvent>> {
            await explore(seeds: Effort.seeds(100), events: PlannedEffect.programs(1...15)) { commands in
                let states = Self.states(2)
                try await Self.play(
                    commands, on: T.self, from: T.State(states[0], states[1]),
                    env: .init(states[0].journal, states[1].journal), states.map(\.journal), rounds: rounds
                ) { child, event in child == 0 ? .first(event) : .second(event) }
            }
        }

        @Test("Each of two parallel machines behaves as it does alone")
        func parallel() async { await Self.playTwo(Parallel<ProgramMachine, ProgramMachine>.self, rounds: 2) }

        @Test("Each machine of a race behaves as it does alone until the race ends")
        func race() async { await Self.playTwo(Race<ProgramMachine, ProgramMachine>.self, rounds: 1) }

        /// A machine that lists its events.
        private enum List: Transducer {
            typealias State = [Int]
            typealias Event = Int
            typealias Output = [Int]
            static func update(_ state: inout [Int], event: Int) -> [Int] {
                state.append(event)
                return state
            }
        }

        @Test("The first machine of a cascade behaves as it does alone, and the second receives its outputs in order")
        func cascade() async {
            await explore(seeds: Effort.seeds(100), events: PlannedEffect.programs(1...15)) { commands in
                let states = Self.states(1)
                let journals = states.map(\.journal)
                let heard = try await Self.play(
                    commands, on: Sequential<ProgramMachine, List>.self, from: .init(states[0], []),
                    env: .init(journals[0], ()), journals, rounds: 1
                ) { .first($1) }
                let processed = journals[0].values.compactMap { note in
                    if case .processed(let event) = note { event.number } else { nil }
                }
                expectThat(heard == processed, "\(processed) arrived as \(heard as Any)")
            }
        }
    }
}
