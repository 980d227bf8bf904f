import Checkout
import Counters
import LoadingList
import Oak
import OakTesting
import Synchronization
import Testing
import Timers

@testable import OakWeb
@testable import WebPages

@Suite("Open pages")
struct OpenPageTests {
    static let pages = [
        LoadingList.Transducer.page { folder, _ in
            LoadingList.Listing(folder: folder, entries: [LoadingList.Entry(name: "song.ogg", kind: .file)])
        },
        Checkout.page(bank: { Bank(today: Month(1, of: 2030)) }, orders: OrderBook(folder: "nowhere")),
        TimerBoard.page(env: Timers.Env(clock: TestClock())), Counter.page(),
        EffectCounter.page(env: EffectCounter.Env(increment: {}, decrement: {})),
    ]

    @Test("No two pages have the same path, title or summary")
    func names() {
        for names in [Self.pages.map(\.path), Self.pages.map(\.title), Self.pages.map(\.summary)] {
            #expect(Set(names).count == Self.pages.count)
        }
    }

    @Test("Each page offers an action as soon as it is opened")
    func beginning() async {
        for page in Self.pages {
            await visit(page) { performance in
                #expect(await performance.scene { !$0.messages.isEmpty } != nil)
            }
        }
    }

    @Test("A folder is listed by the messages of a user, from the first button to the names")
    func listing() async {
        await visit(Self.pages[0]) { performance in
            let texts = ["Nothing is listed yet.", "Which folder?"]
            let messages = [Message("showSheet"), Message("commitSheet", values: ["folder": "music"])]
            for (text, message) in zip(texts, messages) {
                #expect(await performance.scene { $0.text.contains(text) } != nil)
                await #expect(throws: Never.self) { try await performance.take(message) }
            }
            #expect(await performance.scene { $0.text.contains("song.ogg") } != nil)
        }
    }

    @Test("Each buyer has a separate bank with a separate limit")
    func banks() async {
        let count = Mutex(0)
        let page = Checkout.page(
            bank: {
                count.withLock { $0 += 1 }
                return Bank(today: Month(1, of: 2030))
            }, orders: OrderBook(folder: "nowhere"))
        #expect(count.withLock(\.self) == 0)
        for visits in 1...2 { await visit(page) { _ in #expect(count.withLock(\.self) == visits) } }
    }

    @Test("An unknown message is refused, and the machine continues")
    func refusal() async {
        for page in Self.pages {
            await visit(page) { performance in
                await #expect(throws: Refusal.unknownEvent("viewOnAppear")) {
                    try await performance.take(Message("viewOnAppear"))
                }
                #expect(await performance.scene { !$0.messages.isEmpty } != nil)
            }
        }
    }

    /// Opens a page for as long as something is done with it.
    private func visit(_ page: Page, _ body: (any Performance) async -> Void) async {
        let performance = page.open()
        await body(performance)
        await performance.cancel()
    }
}

extension Performance {
    /// The first scene from now on that has a property; `nil` if the machine ends before.
    fileprivate func scene(where isWanted: (HTML) -> Bool) async -> HTML? {
        for await scene in scenes where isWanted(scene) { return scene }
        return nil
    }
}
