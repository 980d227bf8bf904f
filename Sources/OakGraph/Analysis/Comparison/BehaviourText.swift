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
            effect: transition.effect, output: transition.output, isDetailed: isDetailed)
        guard aspects.contains(.actions) else { return first }
        let steps = transition.actions.map { step in
            "\(step.event): "
                + text(
                    of: step.intent, child: nil, state: step.state, stays: false, effect: step.effect,
                    output: step.output, isDetailed: isDetailed)
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
