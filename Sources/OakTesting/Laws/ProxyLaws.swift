public import Oak

/// The state of an event when `send` of a proxy has returned.
public enum SendPromise: Hashable, Sendable {
    /// The event waits in the mailbox.
    case acceptance
    /// The event has been processed, with everything that follows from it.
    case macrostep
}

/// Checks that a proxy keeps the promises that its users rely on.
///
/// ```swift
/// import OakTesting
/// await checkLaws(ofProxy: Proxy<Int>.self) { try $0.send($1) } input: { try $0.send($1) }
/// ```
///
/// Each broken law is reported as a failure of the test, with the steps, the expectation and the observation. A call
/// that never returns is detected at once if it does all of its work in the calling task.
///
/// - Parameters:
///   - proxy: The type of the proxy, with numbers as its events.
///   - promise: The state of an event when `send` has returned.
///   - send: Sends an event through a proxy.
///   - sendThroughInput: Sends an event through an input of a proxy.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated(nonsending) func checkLaws<P: TransducerProxy>(
    ofProxy proxy: P.Type, whereSendPromises promise: SendPromise = .acceptance,
    send: @escaping @Sendable (P, Int) async throws -> Void,
    input sendThroughInput: @escaping @Sendable (P.Input, Int) async throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async where P.Event == Int {
    let laws = ProxyLaws<P>(send: send, sendThroughInput: sendThroughInput, promise: promise)
    await check(laws.all, of: "\(P.self)", at: CallSite(fileID, filePath, line, column))
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct ProxyLaws<P: TransducerProxy>: Sendable where P.Event == Int {
    typealias Probe = ProxyProbe<P>

    let send: @Sendable (P, Int) async throws -> Void
    let sendThroughInput: @Sendable (P.Input, Int) async throws -> Void
    let promise: SendPromise

    @LawList var all: [Law] {
        Law("A proxy has one mailbox, the one it was made with, and one identity.") { experiment in
            experiment.does("made a proxy with a mailbox that has room for 3")
            let mailbox = Mailbox<Int>(capacity: 3)
            let proxy = P(mailbox: mailbox)
            try experiment.expect(
                proxy.mailbox === mailbox && proxy.mailbox === proxy.mailbox, "`mailbox` is that mailbox each time",
                seen: "another one")
            try experiment.expect(proxy.id == proxy.id, "`id` is the same each time", seen: "another one")
        }

        Law("C2 Events of one sender are processed in the order in which they were sent.") { experiment in
            let proxy = P(bufferSize: 32)
            let run = run(proxy, in: experiment)
            let numbers = Array(1...20) + [0]
            experiment.does("sent \(numbers), one after the other, to a running machine")
            for number in numbers { try await send(proxy, number) }
            try experiment.expect(try await run.value, is: numbers, "\(numbers) are processed")
        }

        Law("C14 A proxy may be filled before its run begins.") { experiment in
            let proxy = P(bufferSize: 8)
            experiment.does("sent 1, 2 and 0 to a proxy, then ran its machine")
            experiment.start { for number in [1, 2, 0] { try await send(proxy, number) } }
            await experiment.idle()
            try experiment.expect(try await run(proxy, in: experiment).value, is: [1, 2, 0], "[1, 2, 0] are processed")
        }

        Law("C13 A send either enqueues its event or throws.") { experiment in
            let proxy = P(bufferSize: 2)
            experiment.does("sent 1, 2, 3, 4 and 5, each in a task, through a proxy with room for 2")
            let senders = (1...5).map { number in
                experiment.start { () -> Int? in
                    do { try await send(proxy, number) } catch { return nil }
                    return number
                }
            }
            await experiment.idle()
            experiment.does("ran the machine, and ended it when it had nothing more to do")
            let run = run(proxy, in: experiment)
            await experiment.idle()
            try await send(proxy, 0)
            let processed = try await run.value.filter { $0 != 0 }.sorted()
            var accepted: [Int] = []
            for sender in senders { if let number = try await sender.value { accepted.append(number) } }
            try experiment.expect(
                processed == accepted, "the events whose `send` did not throw are processed: \(accepted)",
                seen: processed)
        }

        Law("C13 A send after the end throws `terminated`.") { experiment in
            let proxy = P(bufferSize: 8)
            let run = run(proxy, in: experiment)
            experiment.does("ended the machine, then sent 1")
            try await send(proxy, 0)
            _ = try await run.value
            try await experiment.expectError(TransducerError.terminated) { try await send(proxy, 1) }
        }

        Law("An input sends to the machine of its proxy.") { experiment in
            let proxy = P(bufferSize: 8)
            let run = run(proxy, in: experiment)
            experiment.does("sent 1 and 0 through `input`")
            for number in [1, 0] { try await sendThroughInput(proxy.input, number) }
            try experiment.expect(try await run.value, is: [1, 0], "[1, 0] are processed")
        }

        Law("C14 A second run with a proxy throws `proxyAlreadyInUse`, and the first goes on.") { experiment in
            let proxy = P(bufferSize: 8)
            let first = run(proxy, in: experiment)
            await experiment.idle()
            experiment.does("ran a second machine with the proxy of one that runs")
            let second = run(proxy, in: experiment)
            try await experiment.expectError(TransducerError.proxyAlreadyInUse) { _ = try await second.value }
            experiment.does("ended the first")
            try await send(proxy, 0)
            try experiment.expect(try await first.value, is: [0], "[0] is processed by the first")
        }

        Law("C12 The first cancellation ends the run with its error; others do nothing.") { experiment in
            let proxy = P(bufferSize: 8)
            let run = experiment.start {
                let result: String
                do {
                    result = "\(try await Probe.run(initialState: .init(), proxy: proxy, env: .init()))"
                } catch { result = "\(error)" }
                return (result: result, isCancelled: Task.isCancelled)
            }
            await experiment.idle()
            experiment.does("called `cancel(with:)` twice, and `cancel()`, while the machine ran")
            proxy.cancel(with: LawError())
            proxy.cancel(with: CancellationError())
            proxy.cancel()
            let (result, isCancelled) = try await run.value
            try experiment.expect(result == "\(LawError())", "`run` throws the first error", seen: result)
            try experiment.expect(!isCancelled, "the task that called `run` is not cancelled", seen: "it is")
        }

        Law("C12 A cancellation before the run ends it before it takes an event.") { experiment in
            let proxy = P(bufferSize: 8)
            experiment.does("called `cancel()`, then ran the machine")
            proxy.cancel()
            let run = run(proxy, in: experiment)
            try await experiment.expectError(TransducerError.cancelled) { _ = try await run.value }
        }

        Law("C15 A sender that is cancelled does not wait any longer.") { experiment in
            let proxy = P(bufferSize: 1)
            experiment.does("sent 1, 2 and 3, each in a task, to a proxy with room for 1, and cancelled these tasks")
            let senders = (1...3).map { number in experiment.start { try? await send(proxy, number) } }
            await experiment.idle()
            for sender in senders { sender.cancel() }
            for sender in senders { _ = await sender.result }
        }

        Law("C15 A sender whose machine ends does not wait any longer.") { experiment in
            let proxy = P(bufferSize: 1)
            experiment.does("sent 1, 2 and 3, each in a task, to a proxy with room for 1, and cancelled the machine")
            let senders = (1...3).map { number in experiment.start { try? await send(proxy, number) } }
            await experiment.idle()
            proxy.cancel()
            _ = await run(proxy, in: experiment).result
            for sender in senders { _ = await sender.result }
        }

        Law("C18 The input of a cancelled operation takes no event.") { experiment in
            let proxy = P(bufferSize: 8)
            let gate = Gate<Void>("the operation")
            let refusal = Protected<String?>(nil)
            let work: @Sendable (P.Input) async throws -> Void = { input in
                try? await gate.wait()
                do { try await sendThroughInput(input, 7) } catch { refusal.withLock { $0 = "\(type(of: error))" } }
            }
            let run = run(proxy, in: experiment, env: Probe.Env(work: work))
            experiment.does("started an operation, cancelled it, and let it send 7 after that")
            try await send(proxy, -1)
            await experiment.idle()
            try await send(proxy, -2)
            await experiment.idle()
            gate.open()
            await experiment.idle()
            try await send(proxy, 0)
            let processed = try await run.value
            try experiment.expect(!processed.contains(7), "7 is not processed", seen: processed)
            let seen = refusal.withLock { $0 }
            try experiment.expect(
                seen == "CancellationError", "its `send` throws `CancellationError`", seen: seen ?? "no error")
        }

        if promise == .macrostep {
            Law("C15 A send returns when the macrostep of its event is done.") { experiment in
                let proxy = P(bufferSize: 8)
                let outputs = Protected<[Int?]>([])
                let run = experiment.start {
                    try await Probe.run(
                        initialState: .init(), proxy: proxy, env: .init(),
                        output: Callback { output in outputs.withLock { $0.append(output.last) } })
                }
                experiment.does("sent 105, which is answered by the action event 5")
                try await send(proxy, 105)
                try experiment.expect(outputs.withLock { $0 }, is: [105, 5], "the outputs of 105 and 5 are there")
                experiment.does("ended the machine")
                try await send(proxy, 0)
                _ = try await run.value
            }
        }
    }

    private func run(_ proxy: P, in experiment: Experiment, env: Probe.Env = Probe.Env()) -> Task<[Int], any Error> {
        experiment.start { try await Probe.run(initialState: .init(), proxy: proxy, env: env) }
    }
}

/// The machine behind an examined proxy: it collects numbers.
///
/// Zero ends it, one hundred and more are answered by an action event, −1 starts an operation, and −2 cancels that.
enum ProxyProbe<P: TransducerProxy>: EffectTransducer where P.Event == Int {
    typealias Event = Int
    typealias Proxy = P
    typealias Output = [Int]

    struct State: Terminable {
        var numbers: [Int] = []
        var isTerminal: Bool { numbers.last == 0 }
    }

    struct Env: Sendable {
        var work: @Sendable (P.Input) async throws -> Void = { _ in }
    }

    static func update(_ state: inout State, event: Int) -> (TransducerEffect<Int, Env, P.Input>?, [Int]) {
        state.numbers.append(event)
        let effect: Effect? =
            switch event {
            case -1: Effect(id: "work") { env, input in try await env.work(input) }
            case -2: .cancelTask("work")
            case 100...: .event(event - 100)
            default: nil
            }
        return (effect, state.numbers)
    }
}
