import Oak
import OakTesting
import Terminal

/// A machine with an operation that fills the mailbox to the brim.
enum Flood: EffectTransducer {
    struct State: NonTerminal {
        var drops = 0
    }

    enum Event: Sendable { case flood, drop, ebb, poke }

    struct Env: Sendable {
        var poked: Gate<Void>
        var flooded: @Sendable () -> Void
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .flood:
            return .combine(
                Effect(operation: { env, input in
                    while (try? input.send(.drop)) != nil {}
                    env.flooded()
                }),
                Effect(isolatedAction: { env, _ in
                    try await env.poked.wait()
                    return .ebb
                }))
        case .drop:
            state.drops += 1
            return nil
        case .ebb, .poke:
            return nil
        }
    }
}

struct FloodFrontEnd: FrontEnd {
    let introduction = "A flood."
    let vocabulary: Set<String> = ["flood", "poke"]

    func commands(in state: Flood.State) -> [Command<Flood>] {
        [Command("flood", "fill the mailbox", sends: .flood), Command("poke", "send one more", sends: .poke)]
    }

    func isWorking(in state: Flood.State) -> Bool { false }

    func opening(in state: Flood.State) -> [Line] { [] }

    func report(_ event: Flood.Event, from old: Flood.State, to new: Flood.State) -> [Line] {
        switch event {
        case .flood: ["flooding"]
        case .drop, .ebb: []
        case .poke: ["poked after \(new.drops) drops"]
        }
    }
}
