import Oak
import OakTesting

/// Puppets that come, go and end, one for itself and others under keys; what they answer to is written down.
enum Troupe: CompositeTransducer {
    struct State: Terminable {
        var lead: Puppet.State? = Puppet.State()
        var chorus = Children<Int, Puppet.State>()
        var log: [String] = []
        var isTerminal = false

        init(_ ids: [Int] = []) { for id in ids { chorus[id] = Puppet.State() } }
    }
    enum Event: Sendable {
        case lead(Puppet.Event), chorus(Int, Puppet.Event), leadLeaves, leave(Int), own(String), rescued(Puppet.Event),
            end
    }
    typealias Output = [String]

    static let lead = child("lead", Puppet.self, event: Event.lead)
    static let chorus = children("chorus", Puppet.self, event: Event.chorus)

    static func activeChildren(in state: State) -> Active<Self> {
        lead(state.lead)
        chorus(state.chorus)
    }

    static func update(_ state: inout State, event: Event) -> (Effect?, [String]) {
        var effect: Effect?
        switch event {
        case .lead(let event):
            state.log.append("lead \(event.name)")
            effect = lead.step(&state.lead, event).effect
        case .chorus(let id, let event):
            state.log.append("\(id) \(event.name)")
            effect = chorus.step(&state.chorus, id, event).effect
        case .leadLeaves: state.lead = nil
        case .leave(let id): state.chorus[id] = nil
        case .own(let name): state.log.append(name)
        case .rescued(let event):
            state.log.append("rescued \(event.name)")
            effect = lead.step(&state.lead, event).effect?.catch { .own("own \(($0 as? Failure)?.name ?? "?")") }
        case .end: state.isTerminal = true
        }
        return (effect, state.log)
    }
}
