import Oak
import TestSupport
import Testing

/// Subjects of one's own: both spellings of the requirement.
@Suite("Custom subjects")
struct SubjectTests {
    @Test("A subject receives outputs, whether it declares its parameter `sending` or not")
    func spellings() async throws {
        struct Sending: Subject {
            let recorder: Recorder<Int>
            func send(_ value: sending Int, isolated systemActor: isolated any Actor) async throws {
                recorder.record(value)
            }
        }
        struct Plain: Subject {
            let recorder: Recorder<Int>
            func send(_ value: Int, isolated systemActor: isolated any Actor) async throws { recorder.record(value) }
        }
        let recorder = Recorder<Int>()
        try await play(Sending(recorder: recorder))
        #expect(recorder.values == [4, 4])
        try await play(Plain(recorder: recorder))
        #expect(recorder.values == [4, 4, 4, 4])
    }

    /// Keeps the latest two outputs, and records what it hears of its runs.
    private struct Latest: Subject {
        let kept = Guarded<[Int]>([])
        let heard = Recorder<String>()
        var refusal: Failure?

        func isImmediate(on actor: (any Actor)?) -> Bool { true }
        func receive(_ value: Int) { kept.withLock { $0 = ($0 + [value]).suffix(2) } }
        func send(_ value: Int, isolated systemActor: isolated any Actor) async { heard.record("sent") }
        func begin() throws {
            heard.record("begun")
            if let refusal { throw refusal }
        }
        func finish(throwing error: (any Error)?) { heard.record("finished \(error.map { "\($0)" } ?? "")") }
        func withdraw(throwing error: any Error) { heard.record("withdrawn \(error)") }
    }

    @Test("C5 A subject that is immediate takes outputs at once, and can drop the oldest")
    func immediate() async throws {
        let latest = Latest()
        try await play(FanOut(latest, [latest.mapping { (sum: Int) in sum > 4 ? nil : -sum }]), adding: 1, 2, 4)
        #expect(latest.kept.withLock { $0 } == [7, 7])
        #expect(latest.heard.values == ["begun", "begun", "finished ", "finished "])
    }

    @Test("C14 A subject hears of a run that is refused, and can refuse one itself, which leaves the proxy unused")
    func refused() async throws {
        let (latest, second, proxy) = (Latest(), Latest(refusal: Failure()), Sum.Proxy(initialEvent: .end))
        await #expect(throws: Failure()) {
            try await Sum.run(initialState: .init(), proxy: proxy, output: [latest, second])
        }
        await #expect(throws: Failure()) {
            try await Sum.run(initialState: .init(), proxy: proxy, output: FanOut(latest, second))
        }
        try await Sum.run(initialState: .init(), proxy: proxy)
        await #expect(throws: TransducerError.proxyAlreadyInUse) {
            try await Sum.run(initialState: .init(), proxy: proxy, output: latest)
        }
        let refused = ["begun", "withdrawn \(Failure())"]
        #expect(latest.heard.values == refused + refused + ["begun", "withdrawn \(TransducerError.proxyAlreadyInUse)"])
        #expect(second.heard.values == ["begun", "begun"])
    }

    @Test("A subject can forward non-Sendable outputs on the actor of the machine")
    @MainActor
    func wrapping() async throws {
        final class Page { var number = 0 }
        struct Sending<Base: Subject>: Subject {
            let base: Base
            func send(_ value: sending Base.Value, isolated systemActor: isolated any Actor) async throws {
                try await base.send(value, isolated: systemActor)
            }
        }
        struct Plain<Base: Subject>: Subject {
            let base: Base
            func send(_ value: Base.Value, isolated systemActor: isolated any Actor) async throws {
                try await base.send(value, isolated: systemActor)
            }
        }
        let page = Page()
        try await Plain(base: Sending(base: Callback<Page> { $0.number += 1 })).send(page, isolated: MainActor.shared)
        #expect(page.number == 1)
    }

    private func play(_ subject: some Subject<Int>, adding numbers: Int...) async throws {
        let proxy = Sum.Proxy()
        try proxy.send(contentsOf: (numbers.isEmpty ? [4] : numbers).map { .add($0) } + [.end])
        try await Sum.run(initialState: .init(), proxy: proxy, output: subject)
    }
}
