import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C15 Suspending input in every interleaving", .timeLimit(.minutes(20)))
struct SuspendingInterleavingTests {
    enum Ending: CaseIterable { case terminal, cancelled, failure }

    @Test(
        "C15 Whichever way the machine ends, every sender returns when its macrostep is done, or throws",
        arguments: Ending.allCases)
    func everySenderIsTold(ending: Ending) async {
        await explore(seeds: 1...400) {
            let done = Recorder<String>()
            let proxy = Marionette.Proxy(bufferSize: 2)
            async let run = result {
                try await Marionette.run(
                    initialState: .init(), proxy: proxy,
                    output: Callback { (names: [String]) async throws in
                        await Task.yield()
                        done.record(names.last ?? "")
                    })
            }
            let senders = ["a", "b", "c"].map { name in
                Task(executorPreference: DeterministicExecutor.current) {
                    for number in 1...2 {
                        let action = Marionette.Effect(action: { _ async throws in
                            await Task.yield()
                            return .init("action of \(name)\(number)")
                        })
                        try await proxy.send(.init("\(name)\(number)", action))
                        expectThat(
                            done.values.contains("action of \(name)\(number)"), "\(name)\(number) returned early")
                    }
                }
            }
            for _ in 0..<3 { await Task.yield() }
            senders[1].cancel()
            let last: Result<Void, any Error>
            switch ending {
            case .terminal: last = await result { try await proxy.send(.init("end", ends: true)) }
            case .cancelled:
                proxy.cancel()
                last = .success(())
            case .failure:
                last = await result {
                    try await proxy.send(.init("fail", Marionette.Effect(action: { _ in throw Failure() })))
                }
            }
            for (index, sender) in senders.enumerated() {
                do { try await sender.value } catch {
                    let isExpected =
                        switch error {
                        case TransducerError.terminated, TransducerError.macrostepUnfinished: true
                        default: index == 1 && error is CancellationError
                        }
                    expectThat(isExpected, "\(error)")
                }
            }
            switch (ending, last, await run) {
            case (.terminal, .success, .success(let names)): expectThat(names.last == "end", "\(names)")
            case (.cancelled, .success, .failure(TransducerError.cancelled)): break
            case (.failure, .failure(TransducerError.macrostepUnfinished), .failure(is Failure)): break
            case (_, let last, let outcome): expectThat(false, "\(last), \(outcome)")
            }
        }
    }

    @Test("C15 A cancelled sender leaves behind no event that has not begun, and disturbs no other sender")
    func cancelledSenders() async {
        await explore(seeds: 1...400) {
            let (taken, told) = (Recorder<String>(), Recorder<String>())
            let proxy = Marionette.Proxy(bufferSize: 2)
            async let names = Marionette.run(
                initialState: .init(), proxy: proxy,
                output: Callback { (names: [String]) async throws in
                    taken.record(names.last ?? "")
                    for _ in 0..<3 { await Task.yield() }
                })
            let senders = ["a", "b", "c", "d"].map { name in
                Task(executorPreference: DeterministicExecutor.current) {
                    do { try await proxy.send(.init(name)) } catch is CancellationError { told.record(name) }
                }
            }
            var withdrawn: [String] = []
            for (name, sender) in zip(["b", "c"], senders[1...2]) {
                await Task.yield()
                if !taken.values.contains(name) { withdrawn.append(name) }
                sender.cancel()
            }
            for sender in senders { try await sender.value }
            try await proxy.send(.init("end", ends: true))
            let order = try await names
            expectThat(Set(withdrawn).isDisjoint(with: order), "\(withdrawn) were withdrawn in time: \(order)")
            expectThat(Set(withdrawn).isSubset(of: told.values), "\(withdrawn) were withdrawn, but not told")
            expectThat(Set(told.values).isSubset(of: ["b", "c"]), "\(told.values)")
            expectThat(Set(order).count == order.count, "\(order)")
            expectThat(Set(["a", "b", "c", "d"]).subtracting(told.values).isSubset(of: order), "\(order)")
        }
    }
}
