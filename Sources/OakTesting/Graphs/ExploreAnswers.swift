public import Oak
import OakGraph

/// Explores the orders in which a live machine takes events from outside and the answers of its effects, and fails
/// unless each of them meets an expectation.
///
/// The events come in the given order, at any time. The operations and activities of the machine are stand-ins: each
/// gives the next answers with its identity, up to one that is its last, at any time while it is live. A failure is
/// reported like one of `explore`, with the order in which it occurs.
///
/// - Parameters:
///   - machine: The transducer.
///   - initial: The initial state.
///   - events: The events from outside, in order.
///   - answers: The answers of effects, in order for each identity.
///   - seeds: The seeds to try, in this order.
///   - expectation: The requirement.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated(nonsending) func exploreAnswers<T: ExecutableTransducer>(
    of machine: T.Type, from initial: T.State, events: [T.Event], answers: [PathEvent<T.Event>],
    seeds: ClosedRange<UInt64> = 1...200, _ expectation: PathExpectation<T.State>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async {
    let race: any RaceScenario = Race<T>(initial: initial, events: events, answers: answers, expectation: expectation)
    await explore(seeds: seeds, fileID: fileID, filePath: filePath, line: line, column: column) {
        let failure = await race.failure()
        expectThat(failure == nil, failure ?? "", fileID: fileID, filePath: filePath, line: line, column: column)
    }
}

/// A scenario that can move to another task without naming its machine, whose type is not `Sendable`.
private protocol RaceScenario: Sendable {
    nonisolated(nonsending) func failure() async -> String?
}

/// A machine, the events from outside, and the answers of its effects.
///
/// Everything stays on one executor.
private struct Race<T: ExecutableTransducer>: RaceScenario, @unchecked Sendable {
    let initial: T.State
    let events: [T.Event]
    let answers: [PathEvent<T.Event>]
    let expectation: PathExpectation<T.State>

    nonisolated(nonsending) func failure() async -> String? {
        let monitor = PathMonitor<T.State, T.Event, T.Output>(expectation, from: initial)
        let journal = Journal<T.State, T.Event, T.Output>()
        let script = answers.compactMap { answer in
            answer.sender.map { StandIns.Answer(sender: $0, event: answer.event, isLast: answer.isLast) }
        }
        let proxy = Proxy<T.Event>(bufferSize: 64)
        let sender: any EventSource = Sender(events: events, pause: (answers.count + 2) * 8, proxy: proxy)
        async let sending: Void = sender.send()
        var failure: (any Error)?
        do {
            nonisolated(unsafe) let start = initial
            _ = try await StoodInMachine<T>.run(
                initialState: start, proxy: proxy, env: StandIns(script: script), observer: journal,
                settings: .forTests)
        } catch TransducerError.cancelled {
            // The end of the scenario.
        } catch {
            failure = error
        }
        await sending
        for entry in journal.takeAll() { monitor.note(entry) }
        return monitor.failure(isComplete: true, error: failure)
    }
}

/// Events that are sent without naming their type, which may not be `Sendable`.
private protocol EventSource: Sendable {
    func send() async
}

/// Sends events from outside, and ends the machine.
private struct Sender<Event>: EventSource, @unchecked Sendable {
    let events: [Event]
    /// The number of turns in which answers may come after the last event.
    let pause: Int
    let proxy: Proxy<Event>

    func send() async {
        for event in events {
            await Task.yield()
            nonisolated(unsafe) let event = event
            guard (try? proxy.send(event)) != nil else { return }
        }
        for _ in 0..<pause { await Task.yield() }
        proxy.cancel()
    }
}
