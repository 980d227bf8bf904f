import Oak
import TestSupport
import Testing

@Suite("C32 Output sequences on actors")
struct OutputSequenceIsolationTests {
    @Test("C32 A call that need not wait does not leave the actor of the caller")
    func atOnce() async throws {
        let actor = CountingActor()
        let outputs = OutputSequence<Int>()
        outputs.finish(throwing: nil)
        let jobs = try await actor.jobs { actor async throws in
            var iterator = outputs.makeAsyncIterator()
            for _ in 1...100 {
                // The closures that the macros make of an expression are not on the actor.
                let first = try await iterator.next()
                let second = try await iterator.next(isolation: actor)
                #expect(first == nil && second == nil)
                do {
                    try await outputs.send(1, isolated: actor)
                    Issue.record("nobody reads")
                } catch { #expect(error as? TransducerError == .outputAbandoned) }
            }
        }
        #expect(jobs == 0)
    }

    @Test("C32 Delivering a value takes one job, on the waiting side")
    func handingOver() async throws {
        let actor = CountingActor()
        let outputs = OutputSequence<Int>()
        let count = 1_000
        let jobs = try await actor.jobs { actor async throws in
            let reader = Task { () async throws -> Int in
                _ = actor
                var sum = 0
                for try await output in outputs { sum += output }
                return sum
            }
            for number in 1...count { try await outputs.send(number, isolated: actor) }
            outputs.finish(throwing: nil)
            #expect(try await reader.value == count * (count + 1) / 2)
        }
        // The task of the reader begins, and is awaited.
        #expect(jobs <= count + 3)
    }
}
