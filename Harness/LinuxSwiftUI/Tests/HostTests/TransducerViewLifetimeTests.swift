import Oak
import SwiftUI
import TestSupport
import Testing

@MainActor
struct TransducerViewLifetimeTests {
    @Test("A machine ends after its effects when its view disappears")
    func lifetime() async throws {
        let journal = Journal()
        let screen = Screen(Switch { WorkerInView(journal: journal) })
        try screen.tap("Start")
        await journal.wait(for: "begin of work")
        try screen.tap("Switch")
        await journal.wait(for: "run is over")
        #expect(journal.entries == ["begin of work", "end of work", "run is over"])
        screen.close()
    }

    @Test("C33 A machine begins when its content is evaluated, even if its view never appears")
    func beginsWithEvaluation() async throws {
        let (journal, proxy) = (Journal(), Tally.Proxy())
        let screen = Screen(Deep { WithProxy(name: "tally", proxy: proxy, journal: journal) })
        #expect(screen.texts == ["deep"])
        await #expect(throws: TransducerError.proxyAlreadyInUse) {
            try await Tally.run(initialState: Tally.State(), proxy: proxy)
        }
        screen.close()
        await journal.wait(for: "tally: cancelled")
    }

    @Test("The completion is called once, with the output or the cancellation")
    func completion() async throws {
        let journal = Journal()
        let screen = Screen(Switch { OwnTally(journal: journal) })
        try screen.tap("Add to tally")
        try screen.tap("Finish tally")
        await journal.wait(for: "1")
        #expect(screen.texts.contains("tally: 1, done"))
        try screen.tap("Switch")
        try screen.tap("Switch")
        try screen.tap("Switch")
        await journal.wait(for: "cancelled")
        screen.close()
        #expect(journal.entries == ["1", "cancelled"])
    }

    @Test("The view of an ended machine shows the last state and begins no new run")
    func ended() async throws {
        let journal = Journal()
        let screen = Screen(Covering { OwnTally(journal: journal) })
        try screen.tap("Finish tally")
        await journal.wait(for: "0")
        try screen.tap("Cover")
        try screen.back()
        try screen.tap("Add to tally")
        #expect(screen.texts.contains("tally: 0, done"))
        screen.close()
        // A machine that had begun before would have ended by the time this machine has ended.
        let other = Screen(OwnTally(journal: journal))
        try other.tap("Add to tally")
        try other.tap("Finish tally")
        await journal.wait(for: "1")
        #expect(journal.entries == ["0", "1"])
        other.close()
    }

    @Test("A second view with a proxy in use fails its completion and does not affect the first run")
    func usedProxy() async throws {
        let journal = Journal()
        let proxy = Tally.Proxy()
        let screen = Screen(
            Evaluated { evaluations in
                WithProxy(name: "first", proxy: proxy, journal: journal)
                if evaluations == 1 { WithProxy(name: "second", proxy: proxy, journal: journal) }
            })
        try screen.tap("Add to first")
        await screen.wait { $0.texts.contains("first: 1") }
        try screen.tap("Evaluate")
        await journal.wait(for: "second: proxyAlreadyInUse")
        #expect(screen.texts.contains("second: 0"))
        try screen.tap("Evaluate")
        try screen.tap("Add to first")
        await screen.wait { $0.texts.contains("first: 2") }
        screen.close()
        await journal.wait(for: "first: cancelled")
        #expect(journal.entries == ["second: proxyAlreadyInUse", "first: cancelled"])
    }

    @Test("A thousand shown and removed views leave nothing behind")
    func manyTimes() async throws {
        let journal = Journal()
        let screen = Screen(Switch { WorkerInView(journal: journal) })
        for round in 1...1_000 {
            try screen.tap("Start")
            // Every other one goes before its run has come to do anything.
            if round.isMultiple(of: 2) { await journal.wait(for: "begin of work", times: round / 2) }
            try screen.tap("Switch")
            try screen.tap("Switch")
        }
        screen.close()
        await journal.wait(for: "run is over", times: 1_001)
        #expect(journal.count(of: "begin of work") == 500)
        #expect(journal.count(of: "end of work") == 500)
        #expect(journal.entries.count == 2_001)
    }

    @Test("The states and environments of a thousand machines are released with their views")
    func released() async throws {
        let (released, release) = AsyncStream<Void>.makeStream()
        let screen = Screen(Switch { TokenView(release: release) })
        for _ in 1...1_000 {
            try screen.tap("Use")
            try screen.tap("Switch")
            try screen.tap("Switch")
        }
        screen.close()
        // Each machine has a token in its state and one in its environment.
        var count = 0
        for await _ in released {
            count += 1
            if count == 2 * 1_001 { break }
        }
        #expect(count == 2 * 1_001)
    }
}

// MARK: - Views

struct OwnTally: View {
    var journal: Journal?

    var body: some View {
        TransducerView(of: Tally.self, initialState: Tally.State(), completion: { journal?.note(ending: $0) }) {
            TallyContent(state: $0, input: $1)
        }
    }
}

extension Journal {
    func note(ending: Result<Int, any Error>, of name: String? = nil) {
        let prefix = name.map { "\($0): " } ?? ""
        switch ending {
        case .success(let output): note("\(prefix)\(output)")
        case .failure(is CancellationError): note("\(prefix)cancelled")
        case .failure(TransducerError.proxyAlreadyInUse): note("\(prefix)proxyAlreadyInUse")
        case .failure(let error): note("\(prefix)\(error)")
        }
    }
}

struct WorkerInView: View {
    let journal: Journal

    var body: some View {
        TransducerView(
            of: Worker.self, initialState: .idle, env: Worker.Env(journal: journal),
            completion: { _ in journal.note("run is over") }
        ) { state, input in
            Text(state == .idle ? "idle" : "working")
            Button("Start") { input(.start) }
        }
    }
}

private struct WithProxy: View {
    let name: String
    let proxy: Tally.Proxy
    let journal: Journal

    var body: some View {
        TransducerView(
            of: Tally.self, initialState: Tally.State(), proxy: proxy,
            completion: { journal.note(ending: $0, of: name) }
        ) {
            TallyContent(name: name, state: $0, input: $1)
        }
    }
}

private struct TokenView: View {
    let release: AsyncStream<Void>.Continuation

    var body: some View {
        // Created in the body, as most states and environments are; those of later evaluations are discarded.
        TransducerView(
            of: TokenUser.self, initialState: TokenUser.State(token: Token(release)),
            env: TokenUser.Env(token: Token(release))
        ) { state, input in
            Text("used: \(state.uses)")
            Button("Use") { input(.use) }
        }
    }
}

/// An object that reports its release.
private final class Token: Sendable {
    private let release: AsyncStream<Void>.Continuation

    init(_ release: AsyncStream<Void>.Continuation) { self.release = release }
    deinit { release.yield() }
}

private enum TokenUser: EffectTransducer {
    struct State: NonTerminal {
        let token: Token
        var uses = 0
    }
    enum Event { case use }
    struct Env: Sendable { let token: Token }

    static func update(_ state: inout State, event: Event) -> Effect? {
        state.uses += 1
        return Effect(id: "work") { env, _ in
            for await _ in AsyncStream<Never>.makeStream().stream {}
            withExtendedLifetime(env.token) {}
        }
    }
}
