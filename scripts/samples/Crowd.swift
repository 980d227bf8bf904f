// Runs the machines of the documentation, one at a time or a hundred in one.

import Oak
import OakTesting
import Testing

/// Many machines of one kind in one: all their operations answer to one mailbox.
enum Crowd<Member: ExecutableTransducer & SendableMetatype>: CompositeTransducer where Member.Event: Sendable {
    struct State: NonTerminal {
        var members = Children<Int, Member.State>()

        init(_ count: Int, _ member: () -> Member.State) {
            for number in 1...count { members[number] = member() }
        }
    }
    enum Event: Sendable { case all(Member.Event), one(Int, Member.Event) }
    typealias Env = Member.Env

    static var members: ChildCollection<Self, Int, Member> {
        children("members", Member.self, event: Event.one, env: { env, _ in env })
    }

    static func activeChildren(in state: State) -> Active<Self> { members(state.members) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .all(let event): members.broadcast(&state.members, event).effect
        case .one(let number, let event): members.step(&state.members, number, event).effect
        }
    }
}

/// Expects that a hundred machines of the documentation in one work as well as a single one.
///
/// All machines get the same events, so their operations answer at the same moment.
///
/// - Parameters:
///   - answers: The number of operation events that each machine processes. Then the run is over.
func expectCrowd<Member: ExecutableTransducer & SendableMetatype>(
    of member: Member.Type, from state: @autoclosure @escaping @Sendable () -> Member.State, on events: Member.Event...,
    env: @autoclosure @escaping @Sendable () -> Member.Env, answers: Int = 1,
    sourceLocation: SourceLocation = #_sourceLocation
) async where Member.Event: Sendable {
    for count in [1, 100] {
        await expectRun(
            of: Crowd<Member>.self, from: Crowd<Member>.State(count, state), on: events.map { .all($0) }, env: env(),
            answers: count * answers, sourceLocation: sourceLocation)
    }
}

/// Expects that a machine processes the given number of operation events without refusals or failures.
func expectRun<Machine: ExecutableTransducer & SendableMetatype>(
    of machine: Machine.Type, from state: @autoclosure @escaping @Sendable () -> Machine.State,
    on events: [Machine.Event], env: @autoclosure @escaping @Sendable () -> Machine.Env, answers expected: Int,
    sourceLocation: SourceLocation = #_sourceLocation
) async where Machine.Event: Sendable, Machine.Proxy == Proxy<Machine.Event> {
    // First come, first served: all operations begun in one macrostep answer before the machine has its next turn.
    let executor = DeterministicExecutor()
    let stage = Stage<Machine>(answersExpected: expected)
    let run = executor.start { await stage.play(from: state, on: events, env: env) }
    await executor.runUntilIdle()
    // If the machine still waits, the missing answers will never come.
    stage.proxy.cancel()
    await executor.runUntilIdle()
    do {
        let (answers, problems) = try await run.value
        #expect(problems == [], sourceLocation: sourceLocation)
        #expect(answers == expected, sourceLocation: sourceLocation)
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
    }
}

/// The actor of a machine, with a record of its run.
private actor Stage<Machine: ExecutableTransducer & SendableMetatype>
where Machine.Event: Sendable, Machine.Proxy == Proxy<Machine.Event> {
    let proxy = Machine.Proxy()
    private let answersExpected: Int
    private var answers = 0
    private var problems: [String] = []

    init(answersExpected: Int) { self.answersExpected = answersExpected }

    func play(
        from state: @Sendable () -> Machine.State, on events: [Machine.Event], env: @Sendable () -> Machine.Env
    ) async -> (answers: Int, problems: [String]) {
        let proxy = proxy
        async let sending: Void = { for event in events { try await proxy.sendWaitingForRoom(event) } }()
        do {
            _ = try await Machine.run(
                initialState: state(), proxy: proxy, env: env(), observer: .each(Machine.self) { self.note($0) })
            try await sending
        } catch TransducerError.cancelled {
            // The machine has processed all answers, or has waited in vain.
        } catch {
            problems.append("The run has failed: \(error)")
        }
        return (answers, problems)
    }

    private func note(_ occurrence: Occurrence<Machine.State, Machine.Event, Machine.Output>) {
        switch occurrence {
        case .eventTaken(_, from: .operation): answers += 1
        case .transition where answers > 0 && answers == answersExpected: proxy.cancel()
        case .sendRejected(let event, let error) where !(error is CancellationError):
            problems.append("\(event) was refused: \(error)")
        case .runStarted, .eventTaken, .eventPostponed, .eventUnexpected, .transition, .output, .effectStarted,
            .effectEnded,
            .effectCancelled, .effectOverdue, .sendRejected, .runEnded:
            break
        }
    }
}
