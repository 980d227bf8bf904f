import Oak
import OakGraph

/// The live children and activities of a state, computed without running anything.
struct LiveState<T: ExecutableTransducer> {
    /// The names of the children, each after those of the children around it.
    let children: [[ChildID]]
    let activities: [EffectDescription<T.Event>]

    /// Whether any state of the machine can have live children or activities.
    static var canBeAnything: Bool { T.Activities.self != _NoActivities.self }

    init(of state: T.State) {
        let live = T.isTerminal(state) ? nil : T.live(in: state)
        children = live?.children ?? []
        activities = (live?.activities ?? []).map { .activity(EffectDescription($0)) }
    }

    /// The activities alone; computed only for machines that have any.
    static func activities(in state: T.State) -> [EffectDescription<T.Event>] {
        canBeAnything ? Self(of: state).activities : []
    }

    /// The live parts as text to read: names of children, then activities.
    func text(by writer: SourceWriter) -> String {
        let names = children.map { path in path.map(\.description).joined(separator: "/") }
        return (names + activities.map { $0.textOfEffect(by: writer) }).joined(separator: ", ")
    }
}

extension LiveState: Equatable {
    static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.children == rhs.children && lhs.activities == rhs.activities
    }
}
