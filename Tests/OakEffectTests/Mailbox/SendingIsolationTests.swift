import Oak
import TestSupport
import Testing

@Suite("C32 Senders on actors")
struct SendingIsolationTests {
    @Test("C32 Waiting for available room does not leave the actor of the caller")
    func room() async throws {
        let actor = CountingActor()
        // The machine does not run: an event has a place in the mailbox or is rejected.
        let proxy = Sum.Proxy(bufferSize: 100)
        let jobs = try await actor.jobs { actor async throws in
            for _ in 1...100 { try await proxy.sendWaitingForRoom(.add(1)) }
        }
        #expect(jobs == 0)
    }

    @Test("C32 A rejected send does not leave the actor of the caller")
    func refused() async throws {
        let actor = CountingActor()
        let (proxy, waiting) = (Sum.Proxy(bufferSize: 1), SuspendingScript.Proxy())
        proxy.cancel()
        waiting.cancel()
        let jobs = await actor.jobs { actor async in
            for _ in 1...100 {
                do { try await proxy.sendWaitingForRoom(.add(1)) } catch {
                    #expect(error as? TransducerError == .terminated)
                }
                do { try await waiting.send(.init("late")) } catch {
                    #expect(error as? TransducerError == .terminated)
                }
            }
        }
        #expect(jobs == 0)
    }

    @Test("C32 Waiting for a macrostep returns to the actor of the caller once")
    func macrostep() async throws {
        let actor = CountingActor()
        let proxy = SuspendingScript.Proxy()
        let run = Task { try await SuspendingScript.run(initialState: .init(), proxy: proxy) }
        let jobs = try await actor.jobs { actor async throws in
            for number in 1...100 { try await proxy.send(.init("\(number)")) }
        }
        #expect(jobs <= 100)
        proxy.cancel()
        _ = await run.result
    }
}
