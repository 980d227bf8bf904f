extension GraphComparison {
    /// A difference of behaviour in one state.
    package struct Change: Hashable, Sendable {
        /// The kind of a difference.
        package enum Kind: String, Hashable, Sendable, CaseIterable {
            /// Only the new version has a transition for the event.
            case added
            /// Only the old version has a transition for the event.
            case removed
            /// The versions have different transitions for the event, or the state itself differs.
            case changed
        }

        /// The text of the state: of the new version, unless only the old one has the state.
        package let state: String
        /// The event; `nil` if the state itself differs, such as in what is live.
        package let event: String?
        /// The identity of the live effect that sends the event.
        package let sender: String?
        /// The behaviour of the old version; `nil` if it has no transition for the event.
        package let old: String?
        /// The behaviour of the new version; `nil` if it has no transition for the event.
        package let new: String?

        /// The kind of the difference.
        package var kind: Kind { old == nil ? .added : new == nil ? .removed : .changed }
    }
}

/// Finds the differences of corresponding states.
struct ChangeSearch {
    private let old: GraphModel
    private let new: GraphModel
    /// The events of both versions, and the events of only one.
    private let graph: ComparedGraph
    private let text: BehaviourText
    /// Equal for targets that correspond or behave alike.
    private let targets: [Target]
    private let states: GraphComparison.StateCorrespondence

    private enum Target: Hashable {
        case alike(Int)
        case pair(Int)
        case added(Int)
        case removed(Int)
    }

    private struct Behaviour: Hashable {
        let label: Int
        let target: Target
    }

    init(_ versions: ComparedVersions, states: GraphComparison.StateCorrespondence) {
        (old, new, self.states) = (versions.old, versions.new, states)
        graph = versions.hasAllEvents ? versions.graph : ComparedGraph(old, new, aspects: versions.aspects)
        text = BehaviourText(aspects: versions.aspects)
        let (refinement, offset) = (versions.refinement, old.states.count)
        let shared = Set(old.states.indices.map { refinement.block(of: $0) })
            .intersection(new.states.indices.map { refinement.block(of: $0 + offset) })
        var targets = old.states.indices.map(Target.removed) + new.states.indices.map(Target.added)
        for (index, pair) in states.pairs.enumerated() {
            targets[pair.old] = .pair(index)
            targets[pair.new + offset] = .pair(index)
        }
        for state in targets.indices where shared.contains(refinement.block(of: state)) {
            targets[state] = .alike(refinement.block(of: state))
        }
        self.targets = targets
    }

    /// The differences of states of both versions, then the transitions of added and of removed states.
    var changes: [GraphComparison.Change] {
        let offset = old.states.count
        return states.pairs.flatMap { pair in
            [changeOfState(pair)].compactMap { $0 }
                + changes(of: new.states[pair.new].text, from: pair.old, to: pair.new + offset)
        }
            + states.added.filter { !isAlike($0 + offset) }
            .flatMap { changes(of: new.states[$0].text, from: nil, to: $0 + offset) }
            + states.removed.filter { !isAlike($0) }
            .flatMap { changes(of: old.states[$0].text, from: $0, to: nil) }
    }

    private func changeOfState(_ pair: GraphComparison.StateCorrespondence.Pair) -> GraphComparison.Change? {
        guard graph.observations[pair.old] != graph.observations[pair.new + old.states.count] else { return nil }
        let (oldState, newState) = (old.states[pair.old], new.states[pair.new])
        return GraphComparison.Change(
            state: newState.text, event: nil, sender: nil, old: text.detail(of: oldState),
            new: text.detail(of: newState))
    }

    /// The differences of two states, given by their numbers in the graph.
    private func changes(of state: String, from oldState: Int?, to newState: Int?) -> [GraphComparison.Change] {
        let (oldMoves, newMoves) = (oldState.map(graph.moves) ?? [], newState.map(graph.moves) ?? [])
        let inputs = Set(oldMoves.map(\.input)).union(newMoves.map(\.input)).sorted()
        return inputs.compactMap { number in
            let input = graph.inputs[number]
            let (before, after) = (
                oldState.map { graph.moves(of: $0, on: number) } ?? [],
                newState.map { graph.moves(of: $0, on: number) } ?? []
            )
            // The absence of a transition in an incomplete graph is unknown.
            if before.isEmpty && old.cut != nil || after.isEmpty && new.cut != nil { return nil }
            guard behaviours(before) != behaviours(after) else { return nil }
            let texts = text.texts(before.map(\.transition), in: old, and: after.map(\.transition), in: new)
            return GraphComparison.Change(
                state: state, event: input.event, sender: input.sender, old: texts.old, new: texts.new)
        }
    }

    /// Whether the other version has a state that behaves alike.
    private func isAlike(_ state: Int) -> Bool { if case .alike = targets[state] { true } else { false } }

    private func behaviours(_ moves: ArraySlice<ComparedGraph.Move>) -> Set<Behaviour> {
        Set(moves.map { Behaviour(label: $0.label, target: targets[$0.target]) })
    }
}

/// Writes transitions and states for the tables of a comparison.
struct BehaviourText {
    let aspects: GraphComparison.Aspects

    /// The transitions of two versions for one event, given by their indices, with the details of states if the texts
    /// are equal without.
    func texts(
        _ oldTransitions: [Int], in old: GraphModel, and newTransitions: [Int], in new: GraphModel
    ) -> (old: String?, new: String?) {
        func texts(isDetailed: Bool) -> (old: String?, new: String?) {
            func text(_ transitions: [Int], in model: GraphModel) -> String? {
                let texts = transitions.sorted()
                    .map { self.text(of: model.transitions[$0], in: model, isDetailed: isDetailed) }
                    .unique
                return texts.isEmpty ? nil : texts.joined(separator: " or ")
            }
            return (text(oldTransitions, in: old), text(newTransitions, in: new))
        }
        let short = texts(isDetailed: false)
        return short.old == short.new ? texts(isDetailed: true) : short
    }

    /// A transition, such as `.busy + .operation(id: 1) / true`.
    private func text(of transition: GraphModel.Transition, in model: GraphModel, isDetailed: Bool) -> String {
        let target = model.states[transition.target]
        let state = isDetailed ? detail(of: target) : name(of: target)
        let first = text(
            of: transition.intent, child: transition.child, state: state, stays: transition.source == transition.target,
            effect: transition.effect,
            output: isDetailed ? transition.outputParts ?? transition.output : transition.output,
            isDetailed: isDetailed)
        guard aspects.contains(.actions) else { return first }
        let steps = transition.actions.map { step in
            "\(step.event): "
                + text(
                    of: step.intent, child: nil, state: step.state, stays: false, effect: step.effect,
                    output: isDetailed ? step.outputParts ?? step.output : step.output, isDetailed: isDetailed)
        }
        return ([first] + steps).joined(separator: ", then ")
    }

    private func text(
        of intent: Intent, child: String?, state: String, stays: Bool, effect: GraphModel.Effect?, output: String?,
        isDetailed: Bool
    ) -> String {
        let sign = intent == .handled ? nil : intent.rawValue
        let place = child.map { " in \($0)" } ?? ""
        let isPlain = sign != nil && stays && !isDetailed
        let result = [sign.map { $0 + place }, isPlain ? nil : state].compactMap { $0 }.joined(separator: ": ")
        let effect = aspects.contains(.effects) ? effect.map { " + \($0.text)" } ?? "" : ""
        let output = aspects.contains(.outputs) ? output.map { " / \($0)" } ?? "" : ""
        return result + effect + output
    }

    /// A state, marked if it is terminal.
    func name(of state: GraphModel.State) -> String { state.text + (state.isTerminal ? " (terminal)" : "") }

    /// A state with all that is compared of it.
    func detail(of state: GraphModel.State) -> String {
        let live =
            aspects.contains(.live) ? state.children + state.activities.map(\.text) + state.operations : []
        return name(of: state) + (live.isEmpty ? "" : " [\(live.joined(separator: ", "))]")
    }
}

extension GraphModel.Effect {
    /// The effect on one line, such as `.operation(id: "login", after: .seconds(1))`.
    var text: String {
        let arguments = [
            id.map { "id: \($0)" }, child.map { "of: \($0)" }, delay.map { "after: \($0)" },
            events.isEmpty ? nil : events.joined(separator: ", "),
            parts.isEmpty ? nil : "[\(parts.map(\.text).joined(separator: ", "))]",
        ].compactMap { $0 }
        return ".\(kind)" + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")
    }
}
