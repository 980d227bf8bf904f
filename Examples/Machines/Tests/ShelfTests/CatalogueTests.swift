import Oak
import OakTesting
import Parts
import Testing

@testable import Shelf

@Suite("A catalogue")
struct CatalogueTests {
    let clock = TestClock()
    let answer = Gate<[Document]>("the search")
    let chunk = Gate<Void>("a chunk")

    var services: Services {
        var services = Services()
        services.clock = clock
        services.search = { _ in try await answer.wait() }
        services.download = { _, report in
            for share in [0.5, 1] {
                try await chunk.wait()
                try await report(share)
            }
        }
        return services
    }

    static func search(_ text: String) -> EffectDescription<Catalogue.Event> {
        .activity(.operation(id: Catalogue.Work.search(text)))
    }

    static func pause(_ text: String) -> EffectDescription<Catalogue.Event> {
        .activity(.operation(id: Catalogue.Work.pause(text), after: .milliseconds(300)))
    }

    static func copy(_ id: Document.ID) -> EffectDescription<Catalogue.Event> {
        .activity(.operation(id: Catalogue.downloads[id].id("copy")))
    }

    /// A tester whose first search has found something.
    func tester(showing documents: Document...) async -> TransducerTester<Catalogue> {
        let tester = TransducerTester(of: Catalogue.self, initialState: Catalogue.State(), env: services)
        tester.expectStarted(Self.search(""))
        answer.letThrough(returning: documents)
        await tester.receive(.found(documents)) { $0.show(documents) }
        return tester
    }

    @Test("A search begins when the user has paused, and ends with the next keystroke")
    func debounce() async {
        let tester = await tester(showing: .oak, .beech)
        // A text that is written once more is no reason to search.
        await tester.send(.typed(""))
        await tester.send(.typed("o")) {
            $0.query = "o"
            $0.phase = .typing
        }
        tester.expectStarted(Self.pause("o"))
        await clock.advance(by: .milliseconds(299))
        await tester.send(.typed("oa")) { $0.query = "oa" }
        tester.expectCancelled(Self.pause("o"), because: .stateLeft)
        tester.expectStarted(Self.pause("oa"))
        await clock.advance(by: .milliseconds(300))
        await tester.receive(.paused) { $0.phase = .searching }
        tester.expectStarted(Self.search("oa"))
        await tester.send(.typed("oak")) {
            $0.query = "oak"
            $0.phase = .typing
        }
        tester.expectCancelled(Self.search("oa"), because: .stateLeft)
        tester.expectStarted(Self.pause("oak"))
        // Nobody waits for the answer to the search before.
        #expect(answer.waiters == 0)
        await clock.advance(by: .milliseconds(300))
        await tester.receive(.paused) { $0.phase = .searching }
        tester.expectStarted(Self.search("oak"))
        answer.letThrough(returning: [.oak])
        await tester.receive(.found([.oak])) { $0.show([.oak]) }
        #expect(tester.state.downloads.keys.elementsEqual(["oak.md"]))
        await tester.finish()
    }

    @Test("Downloads run side by side, and each ends by itself")
    func downloads() async {
        let tester = await tester(showing: .oak, .beech)
        for id in ["oak.md", "beech.md"] {
            await tester.send(.download(id, .start)) { $0.downloads[id] = .loading(0) }
            tester.expectStarted(Self.copy(id))
        }
        chunk.letThrough()
        for id in ["oak.md", "beech.md"] {
            await tester.receive(.download(id, .received(0.5))) { $0.downloads[id] = .loading(0.5) }
        }
        await tester.send(.download("beech.md", .cancel)) { $0.downloads["beech.md"] = .idle }
        tester.expectCancelled(Self.copy("beech.md"), because: .stateLeft)
        chunk.letThrough()
        await tester.receive(.download("oak.md", .received(1))) { $0.downloads["oak.md"] = .loading(1) }
        await tester.receive(.download("oak.md", .finished)) { $0.downloads["oak.md"] = .idle }
        tester.expectOutput(.finished)
        await tester.finish()
    }

    @Test("What is found belongs to the text that is shown, in every order of keystrokes and answers")
    func staleResults() async {
        await explore(seeds: 1...200) {
            let clock = TestClock(advancing: .whenIdle)
            var services = Services()
            services.clock = clock
            services.search = { text in
                // The longer the text, the quicker the answer.
                try await clock.sleep(for: .milliseconds(900 / max(1, text.count)))
                return [Document(id: text, title: text)]
            }
            let host = TransducerHost(of: Catalogue.self, initialState: Catalogue.State(), env: services)
            for text in ["o", "oa", "oak"] {
                try host.send(.typed(text))
                try await clock.sleep(for: .milliseconds(300))
            }
            try await clock.sleep(for: .seconds(2))
            expectThat(await host.state.documents.map(\.id) == ["oak"], "A stale result is shown")
        }
    }
}
