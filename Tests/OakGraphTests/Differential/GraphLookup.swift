import Oak
import OakGraph
import OakTesting

/// One macrostep of a run, or as much of it as the graph has in one transition: the events of functions are events from
/// outside there.
struct RunStep<Machine: Scripted> {
    let event: Machine.Event
    /// The identity of the operation that has sent the event, as source text; `nil` if it has none.
    let sender: String?
    /// Whether the event comes from a function within a macrostep.
    let isFromAction: Bool
    /// The action events that follow.
    var inner: [Machine.Event] = []
    var reply: Intent?
    var state: Machine.State
    /// The error that has ended the run in this step, if it is one of inconsistent use.
    var error: String?
}

extension RunStep: CustomStringConvertible {
    var description: String {
        let origin = sender.map { " of \($0)" } ?? (isFromAction ? " of a function" : "")
        let rest = inner.map { ", \($0)" }.joined() + (reply.map { ", \($0)" } ?? "") + (error.map { ", \($0)" } ?? "")
        return "\(event)\(origin)\(rest)"
    }
}

/// The steps of a run.
func steps<Machine: Scripted>(
    _ machine: Machine.Type, in trace: Trace<Machine.State, Machine.Event, NoOutput>, from initial: Machine.State
) -> [RunStep<Machine>] {
    var (steps, state, names): ([RunStep<Machine>], _, [Int: String]) = ([], initial, [:])
    for entry in trace.entries {
        switch entry {
        case .eventTaken(let event, from: .action):
            // An action event that begins no macrostep of the graph belongs to the latest one.
            if event.signal.isFree || steps.isEmpty {
                steps.append(RunStep(event: event, sender: nil, isFromAction: true, state: state))
            } else {
                steps[steps.count - 1].inner.append(event)
            }
        case .eventTaken(let event, let origin):
            var sender: String?
            if case .operation(let number) = origin, !event.signal.isFree { sender = names[number] }
            steps.append(RunStep(event: event, sender: sender, isFromAction: false, state: state))
        case .transition(to: let next):
            state = next
            if !steps.isEmpty { steps[steps.count - 1].state = next }
        case .eventPostponed: steps[steps.count - 1].reply = .postponed
        case .eventUnexpected:
            if let last = steps.last, last.inner.isEmpty { steps[steps.count - 1].reply = .unexpected }
        case .effect(let effect, .started): names[effect.number] = effect.id
        case .runFailed(let error) where !error.contains("Failure"):
            if !steps.isEmpty { steps[steps.count - 1].error = error }
        case .runStarted, .effect, .output, .sendRejected, .runEnded, .runFailed: break
        }
    }
    return steps
}

extension Signal {
    fileprivate var isFree: Bool { if case .free = self { true } else { false } }
}

/// The first difference between a run and a graph.
struct Difference: CustomStringConvertible {
    enum Kind { case absent, elsewhere }

    /// Whether the graph does not have the event where the run is, or has another consequence.
    let kind: Kind
    let signal: Signal
    /// The script of the machine or child that the event is for.
    let script: Script
    /// The action events of the step with the script of the machine or child that they are for.
    let inner: [(signal: Signal, script: Script)]
    /// Whether the macrostep continues with the event of a function.
    let continuesWithAction: Bool
    let description: String
}

/// The result of a comparison.
enum Comparison {
    /// The run is a path of the graph, with so many steps.
    case followed(Int)
    /// The graph is cut, and says so.
    case cut
    case differs(Difference)
}

/// Explores the graph of a script with the events of a run.
func graph<Machine: Scripted>(of script: Script, with steps: [RunStep<Machine>]) -> StateGraph<Machine> {
    let taken = Set(steps.map(\.event))
    let parts = Machine.parts(of: script)
    let outside = Set(steps.filter { $0.sender == nil }.map(\.event))
    var alphabet = Alphabet<Machine>(parts.flatMap { part in Signal.outside.map(part.event).filter(outside.contains) })
    for part in parts {
        for name in Set(part.script.effects.filter(\.isOperation).compactMap(\.name)).sorted() {
            let more = [part.event(.more(of: name))].filter(taken.contains)
            let last = [part.event(.last(of: name)), part.event(.failed(name))].filter(taken.contains)
            if more.isEmpty && last.isEmpty { continue }
            alphabet = alphabet.answers(of: part.id(name), sending: more, endingWith: last)
        }
    }
    return StateGraph(
        of: Machine.self, from: [Machine.start(script)], events: alphabet,
        limits: .init(states: 500, depth: steps.count + 1))
}

/// Looks up a run in the graph of its machine.
func lookUp<Machine: Scripted>(_ steps: [RunStep<Machine>], in graph: StateGraph<Machine>, _ script: Script)
    -> Comparison
{
    switch graph.cut {
    case nil, .depth: break
    case .states, .time, .interrupted, .noInitialState, .noEvent, .unreliableEquality, .postponedEventMissing,
        .eventAfterCancellation, .inexactAbstraction:
        return .cut
    }
    var numbers = Set(graph.initial)
    for (index, step) in steps.enumerated() {
        let offered = numbers.flatMap { graph.transitions(from: $0) }
            .filter { $0.event == step.event && $0.sender == step.sender }
        let next = offered.filter { isSame($0, step, graph) }.map(\.target)
        guard next.isEmpty else {
            numbers = Set(next)
            continue
        }
        let expected = offered.map { "\($0.intent), \(graph.text(of: $0.target))" }.sorted().joined(separator: "; or ")
        func owner(of event: Machine.Event) -> Script { event.isOfChild ? script.child ?? script : script }
        return .differs(
            Difference(
                kind: offered.isEmpty ? .absent : .elsewhere, signal: step.event.signal,
                script: owner(of: step.event),
                inner: step.inner.map { ($0.signal, owner(of: $0)) },
                continuesWithAction: steps.dropFirst(index + 1).first?.isFromAction ?? false,
                description: """
                    \(steps.prefix(index + 1).map { "  \($0)" }.joined(separator: "\n"))
                    leads to \(graph.text(of: numbers.first ?? 0)) and then \(step.state), but the graph has \
                    \(offered.isEmpty ? "no such event there" : expected).
                    \(script)
                    \(script.child.map { "child:\n\($0)" } ?? "without children")
                    """))
    }
    return .followed(steps.count)
}

private func isSame<Machine: Scripted>(
    _ transition: StateGraph<Machine>.Transition, _ step: RunStep<Machine>, _ graph: StateGraph<Machine>
) -> Bool {
    guard step.error == nil else { return transition.intent == .invalid }
    switch transition.intent {
    case .handled, .ignored, .refused: if step.reply != nil { return false }
    case .postponed, .unexpected: if step.reply != transition.intent { return false }
    case .endless, .invalid, .trapped: return false
    }
    return graph.states[transition.target] == step.state
}
