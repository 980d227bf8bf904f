import Oak
import WebHost

enum Turnstile: Transducer {
    enum State: NonTerminal { case locked, unlocked }
    enum Event { case coin, push }

    static func update(_ state: inout State, event: Event) {
        switch (state, event) {
        case (.locked, .coin): state = .unlocked
        case (.unlocked, .push): state = .locked
        case (.locked, .push), (.unlocked, .coin): break
        }
    }
}

/// The actions of the page and their events.
enum TurnstileMessage: String, PageMessage {
    case coin, push

    func event(_ message: Message) -> Turnstile.Event? {
        switch self {
        case .coin: .coin
        case .push: .push
        }
    }
}

extension Turnstile {
    static let page = WebHost.page(
        for: Turnstile.self, at: "turnstile", title: "Turnstile", summary: "Opens for a coin.",
        host: { TransducerHost(of: Turnstile.self, initialState: .locked) },
        render: { state in
            HTML {
                Element(.section, .class("centre")) {
                    Element(.p, .class("lead"), .role("status")) { "It is \(state)." }
                    Element(.div, .class("actions")) {
                        Element(.button, .type(.button), .class("primary"), .onClick(TurnstileMessage.coin)) { "Coin" }
                        Element(.button, .type(.button), .class("plain"), .onClick(TurnstileMessage.push)) { "Push" }
                    }
                }
            }
        },
        decode: TurnstileMessage.decode)
}

/// Serves the page until the task is cancelled.
func serveTurnstile(at port: Int) async throws {
    var configuration = WebServer.Configuration()
    configuration.port = port
    let server = WebServer(try Site(title: "My machines", pages: [Turnstile.page]), configuration: configuration)
    try await server.run { port in print("Open http://localhost:\(port)/ in a browser.") }
}
