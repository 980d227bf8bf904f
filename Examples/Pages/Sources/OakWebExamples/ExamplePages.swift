import Checkout
import Counters
import Foundation
import LoadingList
import Oak
import OakInspector
import OakWeb
import Parts
import Shelf
import Timers

/// The pages: for each, how its machine starts, how its state is rendered, and how a message becomes an event.
struct ExamplePages {
    /// Shows the machines while they run.
    let inspector: Inspector
    /// Reads the folder that a user of the loading list has chosen.
    let listing: LoadingList.Transducer.Service
    /// Records the orders of the checkout.
    let orders: OrderBook
    /// Where the documents of the shelf are.
    let services: Services
    /// Where the state of the shelf is kept: a machine begins where the last one was.
    let archive: Archive

    /// All pages, in the order of the start page.
    var all: [OakWeb.Page] { [loadingList, checkout, shelf, timers, counter, effectCounter] }

    private var counter: OakWeb.Page {
        Page(
            for: Counter.self, at: "counter", title: "Counter",
            summary: "The smallest machine there is: it counts up and down.",
            host: { [inspector] in
                let host = TransducerHost(
                    of: Counter.self, initialState: Counter.State(), observer: inspector.watch("Counter"))
                inspector.control(host, sending: ["Increment": .increment, "Decrement": .decrement, "Reset": .reset])
                return host
            },
            render: { $0.scene }, decode: CounterMessage.decode)
    }

    private var effectCounter: OakWeb.Page {
        Page(
            for: EffectCounter.self, at: "effect-counter", title: "Effect counter",
            summary: "Its steps take a second each, and can be called off while they do.",
            host: { [inspector] in
                TransducerHost(
                    of: EffectCounter.self, initialState: EffectCounter.State(), env: EffectCounter.Env(),
                    observer: inspector.watch("Effect counter"))
            },
            render: { $0.scene }, decode: { CounterMessage.decode($0).map(EffectCounter.Event.init) })
    }

    private var timers: OakWeb.Page {
        Page(
            for: TimerBoard.self, at: "timers", title: "Timers",
            summary: "Several timers at once: a list that leads to each of them, and ticks while nobody looks.",
            host: { [inspector] in
                TransducerHost(
                    of: TimerBoard.self, initialState: TimerBoard.State(), env: Timers.Env(),
                    observer: inspector.watch("Timers"))
            },
            render: { $0.scene }, decode: TimerBoardMessage.decode)
    }

    private var loadingList: OakWeb.Page {
        Page(
            for: LoadingList.Transducer.self, at: "loading-list", title: "Loading list",
            summary: "Asks for a folder, reads it with progress, and lists it, or says what went wrong.",
            host: { [inspector, listing] in
                // The state contains the actions of the user, so the machine receives the input of its own proxy.
                let proxy = LoadingList.Transducer.Proxy(initialEvent: .viewOnAppear)
                return TransducerHost(
                    of: LoadingList.Transducer.self, initialState: .start, proxy: proxy,
                    env: LoadingList.Transducer.Env(service: listing, input: proxy.input),
                    observer: inspector.watch("Loading list"))
            },
            render: { $0.scene }, decode: LoadingListMessage.decode)
    }

    private var checkout: OakWeb.Page {
        Page(
            for: Checkout.self, at: "checkout", title: "Checkout",
            summary: "Delivery, payment, order: machines made of machines, with forms, a carrier and a bank.",
            host: { [inspector, orders] in
                // Each session has a bank of its own, so that its purchases do not use up the limit of another.
                let bank = Bank(today: .current)
                let env = Checkout.Env(
                    carrier: Shipping.Env(service: Carrier().quote), bank: Payment.Env(service: bank.decide),
                    release: { await bank.release($0) },
                    // The result of placing an order must be known.
                    orders: Placing.Env(service: orders.place, patience: nil))
                return TransducerHost(
                    of: Checkout.self, initialState: Checkout.State(id: UUID().uuidString, cart: .sample), env: env,
                    observer: inspector.watch("Checkout"))
            },
            render: { $0.scene }, decode: CheckoutMessage.decode)
    }

    private var shelf: OakWeb.Page {
        Page(
            for: Shelf.self, at: "shelf", title: "Shelf",
            summary: "A catalogue to search and download from, and a shelf of documents to write notes about.",
            host: { [inspector, archive, services] in
                TransducerHost(
                    of: Shelf.self, initialState: archive.state, env: services,
                    observer: .all(archive.observer, inspector.watch("Shelf")))
            },
            render: { $0.scene }, decode: ShelfMessage.decode)
    }
}
