import Oak
import TestSupport
import Testing

/// Subjects of one's own: both spellings of the requirement.
@Suite("Custom subjects")
struct SubjectTests {
    @Test("A subject that declares its parameter `sending` receives outputs")
    func sending() async throws {
        struct Sending: Subject {
            let recorder: Recorder<Int>
            func send(_ value: sending Int, isolated systemActor: isolated any Actor) async throws {
                recorder.record(value)
            }
        }
        let recorder = Recorder<Int>()
        try await play(Sending(recorder: recorder))
        #expect(recorder.values == [4, 4])
    }

    @Test("A subject that does not declare its parameter `sending` receives outputs")
    func notSending() async throws {
        struct Plain: Subject {
            let recorder: Recorder<Int>
            func send(_ value: Int, isolated systemActor: isolated any Actor) async throws { recorder.record(value) }
        }
        let recorder = Recorder<Int>()
        try await play(Plain(recorder: recorder))
        #expect(recorder.values == [4, 4])
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

    private func play(_ subject: some Subject<Int>) async throws {
        let proxy = Sum.Proxy()
        try proxy.send(contentsOf: [.add(4), .end])
        try await Sum.run(initialState: .init(), proxy: proxy, output: subject)
    }
}
