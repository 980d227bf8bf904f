import Oak
import TestSupport
import Testing

@Suite("C32 A sender that waits stays on the actor", .timeLimit(.minutes(20)))
struct SendingIsolationTests {
    @Test("C32 Waiting for room that exists does not leave the actor of the caller")
    func room() async throws {
        let actor = CountingActor()
        // Nobody runs the machine: what is sent has a place in its mailbox, or is refused.
        let proxy = Sum.Proxy(bufferSize: 100)
        let jobs = try await actor.jobs { actor async throws in
            for _ in 1...100 { try await proxy.sendWaitingForRoom(.add(1)) }
        }
        #expect(jobs == 0)
    }

    @Test("C32 A send refused at once does not leave the actor of the caller either")
    func refused() async throws {
        let actor = CountingActor()
        let (proxy, waiting) = (Sum.Proxy(bufferSize: 1), Marionette.Proxy())
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

    @Test("C32 Waiting for a macrostep takes one job, to come back")
    func macrostep() async throws {
        let actor = CountingActor()
        let proxy = Marionette.Proxy()
        let run = Task { try await Marionette.run(initialState: .init(), proxy: proxy) }
        let jobs = try await actor.jobs { actor async throws in
            for number in 1...100 { try await proxy.send(.init("\(number)")) }
        }
        #expect(jobs <= 100)
        proxy.cancel()
        _ = await run.result
    }
}
