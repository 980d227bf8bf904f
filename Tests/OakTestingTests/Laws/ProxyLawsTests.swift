import Oak
import OakTesting
import Synchronization
import Testing

@Suite("Laws of proxies")
struct ProxyLawsTests {
    /// What is reported of a way to send to a proxy of the library, and to its input.
    private func issues(
        whereSendPromises promise: SendPromise = .acceptance,
        sending send: @escaping @Sendable (Proxy<Int>, Int) async throws -> Void = { try $0.send($1) },
        input: @escaping @Sendable (Proxy<Int>.Input, Int) async throws -> Void = { try $0.send($1) }
    ) async -> Issues {
        await Issues.of {
            await checkLaws(ofProxy: Proxy<Int>.self, whereSendPromises: promise, send: send, input: input)
        }
    }

    @Test("The proxies of the library pass the laws")
    func kept() async {
        #expect(await issues().messages == [])
        #expect(await issues { try await $0.sendWaitingForRoom($1) }.messages == [])
        await checkLaws(ofProxy: SyncSuspendingProxy<Int>.self, whereSendPromises: .macrostep) { proxy, event in
            try await proxy.send(event)
        } input: { input, event in
            try await input.send(event)
        }
    }

    @Test("A proxy without a stable mailbox breaks the laws of proxies")
    func manyMailboxes() async {
        let issues = await Issues.of {
            await checkLaws(
                ofProxy: UnstableMailboxProxy.self, send: { try $0.send($1) }, input: { try $0.send($1) }, line: 7)
        }
        #expect(issues.breaks("A proxy has one mailbox"))
        #expect(issues.breaks("C2 Events of one sender"))
        #expect(issues.breaks("C12 A cancellation before the run"))
        #expect(issues.breaks("C12 The first cancellation"))
        #expect(issues.breaks("C14 A proxy may be filled before its run begins"))
        #expect(issues.breaks("C14 A second run"))
        #expect(issues.breaks("An input sends to the machine of its proxy"))
        #expect(Set(issues.lines) == [7])
    }

    @Test("A proxy that loses events silently breaks the laws of sending")
    func silentLoss() async {
        let issues = await issues {
            try? $0.send($1)
        } input: {
            $0($1)
        }
        #expect(issues.laws == ["C13 A send either", "C13 A send after", "C18 The input of"])
    }

    @Test("A proxy that reorders events breaks the law of order")
    func disorder() async {
        let held = Mutex<[ObjectIdentifier: Int]>([:])
        let issues = await issues { proxy, event in
            // The third event waits for the fourth.
            if event == 3 { return held.withLock { $0[proxy.id] = event } }
            try proxy.send(event)
            if let late = held.withLock({ $0.removeValue(forKey: proxy.id) }) { try proxy.send(late) }
        }
        #expect(issues.breaks("C2 Events of one sender"))
    }

    @Test("A sender that is never resumed breaks the laws immediately")
    func sleepers() async {
        let issues = await issues { proxy, event in
            do { try proxy.send(event) } catch {
                await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            }
        }
        #expect(
            issues.laws == ["C13 A send either", "C13 A send after", "C15 A sender that", "C15 A sender whose"])
        #expect(issues.message(0).contains("Seen: it never does: nothing is left that could go on"))
    }

    @Test("A sender that polls without end is stopped and breaks a law")
    func busy() async {
        let issues = await issues { proxy, event in
            while true {
                do { return try proxy.send(event) } catch TransducerError.terminated { await Task.yield() }
            }
        }
        #expect(issues.breaks("C13 A send after the end"))
        #expect(issues.messages.allSatisfy { $0.contains("it is still busy") })
    }

    @Test("An input with a mailbox of its own breaks the laws of inputs")
    func inputs() async {
        let own = Mailbox<Int>(capacity: 100)
        let issues = await issues(input: { _, event in try InputPort(own).send(event) })
        #expect(issues.laws == ["An input sends to", "C18 The input of"])
    }

    @Test("A send that returns before the macrostep that it promises to wait for breaks a law")
    func hasty() async {
        let issues = await issues(whereSendPromises: .macrostep)
        #expect(issues.laws == ["C15 A send returns"])
    }
}
