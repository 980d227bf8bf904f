import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C13–C16 Mailbox in every interleaving", .timeLimit(.minutes(20)))
struct MailboxInterleavingTests {
    @Test("C13 An accepted event is processed once, in order, and a rejected one leaves no trace")
    func acceptedOrThrown() async {
        let rejections = Counter()
        await explore(seeds: 1...500) {
            let accepted = Recorder<String>()
            let proxy = Puppet.Proxy(bufferSize: 2)
            async let names = Puppet.run(initialState: .init(), proxy: proxy, output: Callback.hesitant)
            await withTaskGroup { senders in
                for sender in ["a", "b", "c"] {
                    senders.addTask {
                        for number in 1...3 {
                            do {
                                try proxy.send(.init("\(sender)\(number)"))
                                accepted.record("\(sender)\(number)")
                            } catch {
                                expectThat(error as? TransducerError == .bufferOverflow, "\(error)")
                                rejections.increment()
                            }
                            await Task.yield()
                        }
                    }
                }
            }
            try await proxy.sendWaitingForRoom(.end)
            let order = try await names
            expectThat(order == accepted.values + ["end"], "\(order), but accepted were \(accepted.values)")
            expectThat(order.count > 2, "there was room for two, and accepted were \(accepted.values)")
        }
        #expect(rejections.value > 0, "the mailbox was never full")
    }

    @Test("C14 Of three runs that race for a proxy one wins, and it gets all events")
    func racingRuns() async {
        await explore(seeds: 1...300) {
            let proxy = Sum.Proxy()
            let run: @Sendable @concurrent () async -> Result<Int, any Error> = {
                await result { try await Sum.run(initialState: .init(), proxy: proxy) }
            }
            async let runs = (run(), run(), run())
            for number in 1...3 {
                try proxy.send(.add(number))
                await Task.yield()
            }
            try proxy.send(.end)
            let (a, b, c) = await runs
            let totals = [a, b, c].compactMap { try? $0.get() }
            expectThat(totals == [6], "\(totals)")
            for case .failure(let error) in [a, b, c] {
                expectThat(error as? TransducerError == .proxyAlreadyInUse, "\(error)")
            }
        }
    }

    @Test("C16 Senders that wait for room get it in turn, also when others are cancelled or go away")
    func waitingForRoom() async {
        await explore(seeds: 1...1_000) {
            let (came, returned) = (Recorder<String>(), Recorder<String>())
            let proxy = Puppet.Proxy(bufferSize: 1)
            let senders = ["a", "b", "c", "d"].map { name in
                Task(executorPreference: DeterministicExecutor.current) {
                    came.record(name)
                    try await proxy.sendWaitingForRoom(.init(name))
                    returned.record(name)
                }
            }
            async let names = Puppet.run(initialState: .init(), proxy: proxy, output: Callback.hesitant)
            await Task.yield()
            senders[1].cancel()
            for (index, sender) in senders.enumerated() {
                do { try await sender.value } catch {
                    expectThat(index == 1 && error is CancellationError, "\(error)")
                }
            }
            try await proxy.sendWaitingForRoom(.end)
            let order = try await names
            expectThat(Set(order) == Set(returned.values + ["end"]), "\(order), but returned have \(returned.values)")
            expectThat(
                order.dropLast() == came.values.filter(order.contains)[...], "\(order), but they came as \(came.values)"
            )
        }
    }

    @Test("C16 Several events that are sent at once stay together, or none of them comes")
    func allOrNone() async {
        let rejections = Counter()
        await explore(seeds: 1...300) {
            let accepted = Recorder<String>()
            let proxy = Puppet.Proxy(bufferSize: 3)
            async let names = Puppet.run(initialState: .init(), proxy: proxy, output: Callback.hesitant)
            await withTaskGroup { senders in
                for sender in ["a", "b", "c"] {
                    senders.addTask {
                        let batch = ["\(sender)1", "\(sender)2"]
                        do {
                            try proxy.send(contentsOf: batch.map { .init($0) })
                            for name in batch { accepted.record(name) }
                        } catch {
                            expectThat(error as? TransducerError == .bufferOverflow, "\(error)")
                            rejections.increment()
                        }
                    }
                    senders.addTask { if (try? proxy.send(.init(sender))) != nil { accepted.record(sender) } }
                }
            }
            try await proxy.sendWaitingForRoom(.end)
            let order = try await names
            expectThat(order == accepted.values + ["end"], "\(order), but accepted were \(accepted.values)")
            expectThat(order.count > 1, "there was room for three, and accepted was nothing")
        }
        #expect(rejections.value > 0, "there was always room for two")
    }

    @Test("C16 Whichever way the machine ends, every sender that waits for room is told")
    func waitingInVain() async {
        await explore(seeds: 1...300) {
            let returned = Recorder<String>()
            let proxy = Puppet.Proxy(bufferSize: 1)
            async let run = result {
                try await Puppet.run(initialState: .init(), proxy: proxy, output: Callback.hesitant)
            }
            await withTaskGroup { senders in
                for name in ["a", "b", "end", "c", "d"] {
                    senders.addTask {
                        do {
                            try await proxy.sendWaitingForRoom(.init(name, ends: name == "end"))
                            returned.record(name)
                        } catch { expectThat(error as? TransducerError == .terminated, "\(error)") }
                    }
                }
            }
            let names = try await run.get()
            expectThat(names.last == "end", "\(names)")
            expectThat(Set(names).isSubset(of: returned.values), "\(names), but returned have \(returned.values)")
        }
    }
}
