import Oak

// C21: a proxy, an input and an actor host take the event away from its sender. On the main actor, a host and a
// reference to its machine leave the event to its sender.
//
// compiled with: -emit-sil
// compiled with: -emit-sil -default-isolation MainActor

nonisolated final class Draft { var text = "" }

nonisolated enum Editor: Transducer {
    struct State: NonTerminal { var drafts: [Draft] = [] }
    enum Event { case save(Draft) }

    static func update(_ state: inout State, event: Event) {}
}

@MainActor final class Window {
    let draft = Draft()
    let model: ObservableTransducer<Editor>
    let host: TransducerHost<Editor>

    init() {
        model = ObservableTransducer(initialState: .init())
        host = TransducerHost(initialState: .init())
    }

    func keeps() throws {
        try model.send(.save(draft))
        try model.reference.send(.save(draft))
        for draft in [draft, Draft()] { try model.send(.save(draft)) }
        draft.text += "."
    }

    func givesUp() async throws {
        try model.proxy.send(.save(Draft()))
        try model.input.enqueue(.save(Draft()))
        model.input(.save(Draft()))
        try host.send(.save(Draft()))
        try host.proxy.send(contentsOf: [.save(Draft())])
        try await host.proxy.sendWaitingForRoom(.save(Draft()))
    }

    // says: sending
    func toHost() throws { try host.send(.save(draft)) }
    // says: sending
    func toProxy() throws { try model.proxy.send(.save(draft)) }
    // says: sending
    func toInput() throws { try model.input.send(.save(draft)) }
    // says: sending
    func calling() { model.input(.save(draft)) }
    // says: sending
    func enqueueing() throws { try model.input.enqueue(.save(draft)) }
    // says: sending
    func several() throws { try host.proxy.send(contentsOf: [.save(draft)]) }
    // says: sending
    func waiting() async throws { try await host.proxy.sendWaitingForRoom(.save(draft)) }
}
