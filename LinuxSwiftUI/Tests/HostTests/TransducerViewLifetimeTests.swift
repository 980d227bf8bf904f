import Oak
import SwiftUI
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct TransducerViewLifetimeTests {
    @Test("The machine runs from the appearance of its view to its disappearance, and its effects with it")
    func lifetime() async throws {
        let journal = Journal()
        let screen = Screen(Switch { WorkerView(journal: journal) })
        try screen.tap("Start")
        await journal.wait(for: "begin of work")
        try screen.tap("Switch")
        await journal.wait(for: "run is over")
        #expect(journal.entries == ["begin of work", "end of work", "run is over"])
        screen.close()
    }

    @Test("A view that is shown anew begins another run, in its initial state")
    func anew() async throws {
        let screen = Screen(Switch { OwnTally() })
        try screen.tap("Add to tally")
        await screen.wait { $0.texts.contains("tally: 1") }
        try screen.tap("Switch")
        try screen.tap("Switch")
        #expect(screen.texts.contains("tally: 0"))
        try screen.tap("Add to tally")
        await screen.wait { $0.texts.contains("tally: 1") }
        screen.close()
    }

    @Test("A view that was covered begins another run, which receives what its content sends on appearing")
    func uncovered() async throws {
        let journal = Journal()
        let screen = Screen(Covered(journal: journal))
        await screen.wait { $0.texts.contains("tally: 1") }
        try screen.tap("Add to tally")
        await screen.wait { $0.texts.contains("tally: 2") }
        try screen.tap("Cover")
        await journal.wait(for: "cancelled")
        try screen.back()
        #expect(screen.texts.contains("tally: 0"))
        await screen.wait { $0.texts.contains("tally: 1") }
        try screen.tap("Cover")
        await journal.wait(for: "cancelled", times: 2)
        #expect(journal.entries == ["cancelled", "cancelled"])
    }

    @Test("A view that is covered and uncovered before anything else happens has one run, not two")
    func coveredAtOnce() async throws {
        let journal = Journal()
        let screen = Screen(Covered(journal: journal))
        try screen.tap("Cover")
        try screen.back()
        await screen.wait { $0.texts.contains("tally: 1") }
        #expect(journal.entries.isEmpty)
        try screen.tap("Finish tally")
        await journal.wait(for: "1")
        #expect(journal.entries == ["1"])
        screen.close()
    }

    @Test("How a run has ended is told once: its output, its cancellation")
    func completion() async throws {
        let journal = Journal()
        let screen = Screen(OwnTally(journal: journal))
        try screen.tap("Add to tally")
        try screen.tap("Finish tally")
        await journal.wait(for: "1")
        #expect(screen.texts.contains("tally: 1, done"))
        screen.close()
        #expect(journal.entries == ["1"])
    }

    @Test("Another proxy begins another run in the initial state and ends the one before")
    func otherProxy() async throws {
        let journal = Journal()
        let screen = Screen(WithProxy(journal: journal))
        try screen.tap("Send")
        await screen.wait { $0.texts.contains("tally: 1") }
        try screen.tap("Other proxy")
        await journal.wait(for: "cancelled")
        await screen.wait { $0.texts.contains("tally: 0") }
        try screen.tap("Add to tally")
        try screen.tap("Send")
        await screen.wait { $0.texts.contains("tally: 2") }
        screen.close()
        await journal.wait(for: "cancelled", times: 2)
        #expect(journal.entries == ["cancelled", "cancelled"])
    }

    @Test("A given proxy that has been used begins no other run, and the completion is told")
    func usedProxy() async throws {
        let journal = Journal()
        let screen = Screen(Covering { WithProxy(journal: journal) })
        try screen.tap("Send")
        await screen.wait { $0.texts.contains("tally: 1") }
        try screen.tap("Cover")
        await journal.wait(for: "cancelled")
        try screen.back()
        await journal.wait(for: "proxyAlreadyInUse")
        #expect(screen.texts.contains("tally: 1"))
        try screen.tap("Other proxy")
        await screen.wait { $0.texts.contains("tally: 0") }
        try screen.tap("Send")
        await screen.wait { $0.texts.contains("tally: 1") }
        screen.close()
    }

    @Test("A given proxy that is renewed when the view disappears begins another run when it appears again")
    func renewedProxy() async throws {
        let journal = Journal()
        let screen = Screen(Covering { WithProxy(journal: journal, renewsProxy: true) })
        try screen.tap("Send")
        await screen.wait { $0.texts.contains("tally: 1") }
        try screen.tap("Cover")
        await journal.wait(for: "cancelled")
        try screen.back()
        await screen.wait { $0.texts.contains("tally: 0") }
        try screen.tap("Send")
        await screen.wait { $0.texts.contains("tally: 1") }
        #expect(journal.entries == ["cancelled"])
        screen.close()
    }

    @Test("A proxy that is given for a while and then left out again begins a run each time")
    func proxyForAWhile() async throws {
        let journal = Journal()
        let screen = Screen(WithProxyForAWhile(journal: journal))
        for runs in 1...3 {
            try screen.tap("Add to tally")
            await screen.wait { $0.texts.contains("tally: 1") }
            try screen.tap(runs.isMultiple(of: 2) ? "Leave out" : "Give")
            await journal.wait(for: "cancelled", times: runs)
            await screen.wait { $0.texts.contains("tally: 0") }
        }
        // Nobody has begun anything with the proxy that is left out at once.
        try screen.tap("Leave out")
        try screen.tap("Give")
        try screen.tap("Leave out")
        await journal.wait(for: "cancelled", times: 4)
        await screen.wait { $0.texts.contains("tally: 0") }
        try screen.tap("Add to tally")
        await screen.wait { $0.texts.contains("tally: 1") }
        #expect(Set(journal.entries) == ["cancelled"])
        screen.close()
    }

    @Test("Nothing is left of a thousand views that came and went")
    func manyTimes() async throws {
        let journal = Journal()
        let screen = Screen(Switch { WorkerView(journal: journal) })
        for round in 1...1_000 {
            try screen.tap("Start")
            // Every other one goes before its run has begun.
            if round.isMultiple(of: 2) { await journal.wait(for: "begin of work", times: round / 2) }
            try screen.tap("Switch")
            try screen.tap("Switch")
        }
        screen.close()
        await journal.wait(for: "run is over", times: 500)
        #expect(journal.count(of: "begin of work") == 500)
        #expect(journal.count(of: "end of work") == 500)
        #expect(journal.entries.count == 1_500)
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
    func note(ending: Result<Int, any Error>) {
        switch ending {
        case .success(let output): note("\(output)")
        case .failure(is CancellationError): note("cancelled")
        case .failure(TransducerError.proxyAlreadyInUse): note("proxyAlreadyInUse")
        case .failure(let error): note("\(error)")
        }
    }
}

private struct WorkerView: View {
    let journal: Journal

    var body: some View {
        TransducerView(
            of: Worker.self, initialState: .idle, env: Worker.Env(journal: journal),
            completion: { _ in journal.note("run is over") }
        ) { _, input in
            Button("Start") { input(.start) }
        }
    }
}

private struct WithProxy: View {
    let journal: Journal
    var renewsProxy = false
    @SwiftUI.State private var proxy = Tally.Proxy()

    var body: some View {
        TransducerView(
            of: Tally.self, initialState: Tally.State(), proxy: proxy, completion: { journal.note(ending: $0) }
        ) {
            TallyContent(state: $0, input: $1)
        }
        .onDisappear { if renewsProxy { proxy = Tally.Proxy() } }
        Button("Send") { try? proxy.send(.add) }
        Button("Other proxy") { proxy = Tally.Proxy() }
    }
}

private struct WithProxyForAWhile: View {
    let journal: Journal
    @SwiftUI.State private var proxy: Tally.Proxy?

    var body: some View {
        TransducerView(
            of: Tally.self, initialState: Tally.State(), proxy: proxy, completion: { journal.note(ending: $0) }
        ) {
            TallyContent(state: $0, input: $1)
        }
        Button("Give") { proxy = Tally.Proxy() }
        Button("Leave out") { proxy = nil }
    }
}

private struct Covered: View {
    let journal: Journal

    var body: some View {
        Covering {
            TransducerView(of: Tally.self, initialState: Tally.State(), completion: { journal.note(ending: $0) }) {
                state, input in
                TallyContent(state: state, input: input).onAppear { try? input.send(.add) }
            }
        }
    }
}

/// Something that can be covered by something else.
struct Covering<Content: View>: View {
    @ViewBuilder let content: Content

    var body: some View {
        NavigationStack {
            VStack {
                content
                NavigationLink("Cover", value: 0)
            }
            .navigationDestination(for: Int.self) { _ in Text("cover") }
        }
    }
}

/// Something that is there or not.
struct Switch<Content: View>: View {
    @ViewBuilder let content: () -> Content
    @SwiftUI.State private var isThere = true

    var body: some View {
        if isThere { content() }
        Button("Switch") { isThere.toggle() }
    }
}
