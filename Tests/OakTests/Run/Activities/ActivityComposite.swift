import Oak
import OakTesting
import TestSupport

/// A child whose state lists its activities, and which counts the calls of `activities(in:)`.
enum ActivityChild: EffectTransducer {
    struct State: Terminable, Sendable {
        var names: [String]
        var asked: Counter?
        var isTerminal = false

        init(_ names: String..., asked: Counter? = nil) { (self.names, self.asked) = (names, asked) }
    }
    enum Event: Sendable { case names([String]), effect(String), nothing, end }

    static func activities(in state: State) -> [Effect] {
        state.asked?.increment()
        return state.names.map { lasting($0) }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .names(let names): state.names = names
        case .effect(let name): return lasting(name)
        case .nothing: break
        case .end: state.isTerminal = true
        }
        return nil
    }

    /// An operation that lasts until it is cancelled, unless it is called "brief".
    private static func lasting(_ id: String) -> Effect {
        Effect(id: id) { _, _ in if id != "brief" { try await Gate<Void>(id).wait() } }
    }
}

/// A composite with children in a case, an optional and a collection, under an identity, and nested.
enum ActivityComposite: CompositeTransducer {
    indirect enum Rooms: Sendable { case none, rooms(State) }
    struct State: Terminable, Sendable {
        enum Phase: Sendable { case empty, single(ActivityChild.State) }
        var phase = Phase.empty
        var guest: ActivityChild.State?
        var tenant: (name: Int, state: ActivityChild.State)?
        var members = Children<Int, ActivityChild.State>()
        var inner = Rooms.none
        var own: [String] = []
        var isTerminal = false
    }
    indirect enum Event: Sendable {
        case single(ActivityChild.Event), guest(ActivityChild.Event), tenant(ActivityChild.Event), member(
            Int, ActivityChild.Event), inner(Event)
        /// Changes the state, then sends events.
        case change(@Sendable (inout State) -> Void, then: [Event] = [])
    }

    static let single = child("single", ActivityChild.self, event: Event.single, failure: .endsTheRun)
    static let guest = child("guest", ActivityChild.self, event: Event.guest, failure: .endsTheRun)
    static let tenant = child("tenant", ActivityChild.self, event: Event.tenant, failure: .endsTheRun)
    static let members = children("member", ActivityChild.self, event: { Event.member($0, $1) }, failure: .endsTheRun)
    static let inner = child("inner", ActivityComposite.self, event: Event.inner, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        switch state.phase {
        case .empty: nothing
        case .single(let member): single(member)
        }
        guest(state.guest)
        if let (name, state) = state.tenant { tenant.active(as: name, in: state) }
        members(state.members)
        if case .rooms(let rooms) = state.inner { inner(rooms) }
    }

    static func activities(in state: State) -> [Effect] {
        state.own.map { name in Effect(id: name) { _, _ in try await Gate<Void>(name).wait() } }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .single(let event):
            guard case .single(var member) = state.phase else { return single.refuse(event) }
            let step = single.step(&member, event)
            state.phase = .single(member)
            return step.effect
        case .guest(let event): return guest.step(&state.guest, event).effect
        case .tenant(let event):
            guard let (name, former) = state.tenant else { return tenant.refuse(event) }
            var member = former
            let step = tenant.step(&member, event)
            state.tenant = (name, member)
            return step.effect
        case .member(let number, let event): return members.step(&state.members, number, event).effect
        case .inner(let event):
            guard case .rooms(var rooms) = state.inner else { return inner.refuse(event) }
            let step = inner.step(&rooms, event)
            state.inner = .rooms(rooms)
            return step.effect
        case .change(let body, let events):
            body(&state)
            return events.isEmpty ? nil : .events(events)
        }
    }
}
