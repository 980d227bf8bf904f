import OakGraph

/// A way in which graphs are known to differ from runs.
///
/// Each has a machine of its own, whose test fails as soon as the difference is gone: the case is then removed, and
/// random machines no longer have an excuse.
enum KnownDifference: String, CaseIterable, Sendable {
    /// A cancellation behind an operation in a sequence happens late in the run and at once in the graph. A name that
    /// is given away again there is cancelled as well.
    case cancellationBehindOperation
    /// An action event behind an operation in a sequence is no part of the graph.
    case eventBehindOperation
    /// Of two operations of one identity in a sequence, the graph has one answer.
    case identityTwiceInSequence
    /// The events of a function come before later action events in the run, and behind the macrostep in the graph.
    case actionBeforeEvent
    /// An operation behind another in a sequence is live from the beginning in the graph, so that an answer or a
    /// cancellation of another operation of its identity ends it before it begins.
    case stepNotYetBegun
    /// A postponed answer can still come in the run when its operation has ended.
    case postponedAnswer
    /// An operation behind an action event begins after the response to that event in the run, and before in the
    /// graph, where the response may cancel it.
    case operationBehindEvent
    /// A part with the name of a composition around it replaces nothing in the run; in the graph, it replaces all that
    /// has begun in the composition.
    case nameOfCompositionAround
    /// An activity goes on in a state that has another composition, or an operation, under its identity; the graph has
    /// the answers of the latter.
    case partsOfActivity
}

extension KnownDifference {
    /// Whether the difference can be of this kind.
    func explains(_ difference: Difference) -> Bool {
        let script = difference.script
        let late = script.plans.flatMap(\.lateParts)
        switch (self, difference.kind) {
        case (.cancellationBehindOperation, .absent):
            return difference.answerer.map { name in
                late.contains { part in part.name != name && script.ends(part, name) }
            } ?? false
        case (.identityTwiceInSequence, .absent):
            return difference.answerer.map { name in
                script.effects.contains { effect in
                    guard case .sequence = effect else { return false }
                    return effect.all.filter { $0.isOperation && $0.name == name }.count > 1
                }
            } ?? false
        case (.stepNotYetBegun, .absent):
            return difference.answerer.map { name in late.contains { $0.isOperation && $0.name == name } } ?? false
        case (.nameOfCompositionAround, .absent):
            return difference.answerer.map { name in
                script.effects.contains { effect in
                    let inner = effect.parts.flatMap(\.all)
                    return effect.name != nil && inner.contains { $0.name == effect.name }
                        && inner.contains { $0.isOperation && $0.name == name }
                }
            } ?? false
        case (.postponedAnswer, .absent):
            return difference.answerer != nil
                && script.responses.contains { $0[difference.signal]?.reply == .postpone }
        case (.operationBehindEvent, .absent):
            return difference.answerer.map { name in
                script.plans.flatMap(\.partsBehindEvents).contains { $0.isOperation && $0.name == name }
            } ?? false
        case (.eventBehindOperation, _):
            return difference.inner.contains { signal, script in
                script.plans.flatMap(\.lateParts).contains { $0.event.map { .inner($0) } == signal }
            }
        case (.partsOfActivity, .absent):
            return difference.answerer.map { name in
                let around = script.activities.map { activities in
                    activities.first { $0.all.contains { $0.isOperation && $0.name == name } }
                }
                return zip(script.activities, around).contains { activities, own in
                    own == nil && activities.contains { activity in around.contains { $0?.name == activity.name } }
                }
            } ?? false
        case (.actionBeforeEvent, .elsewhere): return difference.continuesWithAction
        case (_, .absent), (_, .elsewhere): return false
        }
    }
}

extension Difference {
    /// The name of the operation whose answer makes the difference.
    fileprivate var answerer: Int? { if case .answer(_, of: let name) = signal { name } else { nil } }
}

extension Script {
    /// Whether an effect cancels or replaces an operation.
    fileprivate func ends(_ effect: Plan, _ operation: Int) -> Bool {
        if case .cancel(let name) = effect { return isWithin(operation, name) }
        return effect.name.map { isWithin(operation, $0) } ?? false
    }

    /// Whether an operation ends when a name is cancelled: its own, or that of a composition around it.
    fileprivate func isWithin(_ operation: Int, _ name: Int) -> Bool {
        operation == name
            || effects.contains { composition in
                composition.name == name && composition.all.contains { $0.isOperation && $0.name == operation }
            }
    }
}

// MARK: - The smallest machines

extension KnownDifference {
    /// A machine that shows the difference.
    var script: Script {
        switch self {
        case .cancellationBehindOperation:
            Script([
                [
                    .input(0): .go(.operation(0)),
                    .input(1): .go(.sequence(nil, [.operation(1), .cancel(0)])),
                ]
            ])
        case .eventBehindOperation:
            Script([[.input(0): .go(.sequence(nil, [.operation(0), .event(0)])), .inner(0): .go(to: 1)], [:]])
        case .identityTwiceInSequence:
            Script([[.input(0): .go(.sequence(nil, [.operation(0), .operation(0)]))]])
        case .actionBeforeEvent:
            Script([[.input(0): .go(.sequence(nil, [.action(0), .event(0)])), .inner(0): .go(to: 1)], [:]])
        case .stepNotYetBegun:
            Script([[.input(0): .go(.sequence(nil, [.operation(0), .operation(1)])), .input(1): .go(.cancel(1))]])
        case .postponedAnswer:
            Script([
                [
                    .input(0): .go(.operation(0)), .more(of: 0): .postpone, .input(1): .go(to: 1),
                    .last(of: 0): .go(),
                ], [:],
            ])
        case .operationBehindEvent:
            Script([[.input(0): .go(.sequence(nil, [.event(0), .operation(0)])), .inner(0): .go(.cancel(0))]])
        case .nameOfCompositionAround:
            Script([[.input(0): .go(.combination(0, [.operation(0), .operation(0)]))]])
        case .partsOfActivity:
            Script(
                [[.input(0): .go(to: 1)], [:]],
                activities: [[.combination(0, [.operation(1)])], [.combination(0, [.operation(2)])]])
        }
    }

    /// The stimuli with which it shows.
    var stimuli: [Stimulus<Signal>] {
        switch self {
        case .cancellationBehindOperation: [.send(.input(0)), .send(.input(1)), .named(0, .last)]
        case .eventBehindOperation: [.send(.input(0)), .named(0, .last)]
        case .identityTwiceInSequence, .nameOfCompositionAround: [.send(.input(0)), .named(0, .last), .named(0, .last)]
        case .actionBeforeEvent: [.send(.input(0))]
        case .stepNotYetBegun: [.send(.input(0)), .send(.input(1)), .named(0, .last), .named(1, .last)]
        case .postponedAnswer: [.send(.input(0)), .named(0, .more), .named(0, .last), .send(.input(1))]
        case .operationBehindEvent: [.send(.input(0)), .named(0, .last)]
        case .partsOfActivity: [.send(.input(0)), .named(1, .last)]
        }
    }
}
