@testable import Oak
@testable import OakGraph
import OakTesting

/// An event that a run has taken, and its consequence.
struct TakenEvent<Machine: Scripted> {
    let event: Machine.Event
    /// The identity of the operation that has sent the event, as source text; `nil` if it has none.
    let sender: String?
    let isOfOperation: Bool
    /// The numbers of the operations that have returned before.
    let returned: Set<Int>
    /// The answer, if it is a reply.
    var reply: Intent?
    /// The state afterwards.
    var state: Machine.State
    /// The error that has ended the run, if it is one of inconsistent use.
    var error: String?
}

extension TakenEvent {
    /// Whether an edge may have the event.
    ///
    /// For the graph, the event of a function may be one from outside, and an operation without an identity has that of
    /// the composition around it.
    func isSent(by edge: LiveExploration<Machine>.Edge) -> Bool {
        if case .failure = edge.cause, isOfOperation, sender == nil { return true }
        return edge.sender.text == sender || event.signal.isFree && edge.sender == nil
    }
}

extension TakenEvent: CustomStringConvertible {
    var description: String {
        let (origin, reply) = (sender.map { " of \($0)" } ?? "", reply.map { ", \($0)" } ?? "")
        return "\(event)\(origin)\(reply) → \(state)\(error.map { ", \($0)" } ?? "")"
    }
}

/// The events that a run has taken.
func taken<Machine: Scripted>(
    _ machine: Machine.Type, in trace: Trace<Machine.State, Machine.Event, NoOutput>, from initial: Machine.State
) -> [TakenEvent<Machine>] {
    var (taken, state, names): ([TakenEvent<Machine>], _, [Int: String]) = ([], initial, [:])
    var (returned, failed): (Set<Int>, Set<Int>) = ([], [])
    for entry in trace.entries {
        switch entry {
        case .eventTaken(let event, let origin):
            var number: Int?
            if case .operation(let sender) = origin { number = sender }
            taken.append(
                TakenEvent(
                    event: event, sender: number.flatMap { names[$0] }, isOfOperation: number != nil,
                    returned: returned, state: state))
            returned.formUnion(failed)
        case .transition(to: let next):
            state = next
            taken[taken.count - 1].state = next
        case .eventPostponed: taken[taken.count - 1].reply = .postponed
        case .eventUnexpected: taken[taken.count - 1].reply = .unexpected
        case .effect(let effect, .started): names[effect.number] = effect.id
        case .effect(let effect, .ended(let error)):
            // An error comes before the event that it becomes.
            if error?.contains("Failure") == true {
                failed.insert(effect.number)
            } else {
                returned.insert(effect.number)
            }
        case .runFailed(let error) where !error.contains("Failure"):
            if !taken.isEmpty { taken[taken.count - 1].error = error }
        case .runStarted, .effect, .output, .sendRejected, .runEnded, .runFailed: break
        }
    }
    return taken
}

extension Signal {
    /// Whether the graph takes it for an event from outside.
    var isFree: Bool { if case .free = self { true } else { false } }
}

/// A state of a graph; `operations` tells some of them apart that the graph does not.
struct GraphState<Machine: Scripted>: Hashable {
    let situation: LiveExploration<Machine>.Situation
    var operations: [Int] = []

    static func == (one: Self, other: Self) -> Bool {
        one.situation.progress == other.situation.progress && one.operations == other.operations
            && one.situation.machine.state == other.situation.machine.state
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(situation.progress)
        hasher.combine(situation.machine.state)
    }
}

/// The places in a graph at which a run may be.
struct GraphPlaces<Machine: Scripted> {
    typealias Departure = LiveExploration<Machine>.Departure

    /// A state, or a point within the macrostep of a transition.
    private enum Place {
        case state(GraphState<Machine>)
        case within(Departure, taken: Int)
    }

    private var places: [Place]
    /// The transitions of a state that may have an event.
    private let transitions: (GraphState<Machine>, TakenEvent<Machine>) -> [Departure]
    private let state: (LiveExploration<Machine>.Situation) -> GraphState<Machine>

    /// How closely operations return when they do in the run. The numbers of operations are nearly always those of the
    /// run, so most paths are found in the first way, which is the fastest.
    enum Returns: CaseIterable { case asEarly, notEarlier, atAnyTime }

    /// The places in a graph that is explored as far as a run goes.
    init(_ exploration: LiveExploration<Machine>, from initial: Machine.State, _ returns: Returns) {
        places = [.state(GraphState(situation: exploration.begin(in: initial)))]
        state = { situation in
            let last = situation.machine.interpreter.existingLive?.registry.lastNumber ?? 0
            return GraphState(situation: situation, operations: situation.machine.running.map(\.number) + [last])
        }
        transitions = { source, taken in
            func mayReturn(_ number: Int) -> Bool { returns == .atAnyTime || taken.returned.contains(number) }
            let variants = exploration.variants(of: source.situation, where: mayReturn)
            let count = returns == .asEarly ? variants.map(\.returned.count).max() ?? 0 : 0
            return exploration.departures(from: variants.filter { $0.returned.count >= count }) { cause in
                switch cause {
                case .outside(let event), .answer(let event, from: _, _, _), .result(let event, of: _, _):
                    event == taken.event
                case .action(let events): events.first.map { $0 == taken.event } ?? true
                case .returns(let numbers): numbers.allSatisfy(mayReturn)
                case .failure, .failedAction, .offer, .offerOneOf: true
                }
            }.filter { $0.edge.earlier.allSatisfy(mayReturn) }
        }
    }

    /// The places in a graph that was explored before.
    init(_ graph: StateGraph<Machine>, _ live: LiveExploration<Machine>) {
        let states = live.situations.map { GraphState(situation: $0) }
        let numbers = Dictionary(uniqueKeysWithValues: states.enumerated().map { ($1, $0) })
        places = graph.initial.map { .state(states[$0]) }
        state = { GraphState(situation: $0) }
        transitions = { source, taken in
            guard let number = numbers[source] else { return [] }
            return graph.space.edges(of: number).filter { live.edges[$0].event == taken.event }.map { edge in
                Departure(
                    edge: live.edges[edge], note: graph.space.notes[edge],
                    steps: live.outcome(of: live.edges[edge], from: number).steps,
                    target: live.situations[Int(graph.space.targets[edge])])
            }
        }
    }

    /// The number of places in which the run may be.
    var count: Int { places.count }

    /// Follows an event.
    ///
    /// - Returns: Whether the graph has it.
    mutating func take(_ taken: TakenEvent<Machine>) -> Bool {
        var next: [Place] = []
        var known: Set<GraphState<Machine>> = []
        for place in places {
            let (departures, count, source): ([Departure], Int, GraphState<Machine>?) =
                switch place {
                case .state(let state):
                    (transitions(state, taken).filter { taken.isSent(by: $0.edge) }, 0, state)
                case .within(let departure, taken: let count): ([departure], count, nil)
                }
            for departure in departures {
                let isSound = departure.note.intent != .invalid && departure.note.intent != .endless
                let isEnd = count == departure.steps.count - 1
                guard count < departure.steps.count, agrees(departure.steps[count], taken, isLast: !isSound && isEnd)
                else { continue }
                if !isEnd {
                    next.append(.within(departure, taken: count + 1))
                } else if let target = departure.target.map(state) ?? source,
                    taken.error != nil || isSound, known.insert(target).inserted
                {
                    next.append(.state(target))
                }
            }
        }
        if !next.isEmpty { places = next }
        return !next.isEmpty
    }

    private func agrees(_ step: Macrostep<Machine>.Step, _ taken: TakenEvent<Machine>, isLast: Bool) -> Bool {
        guard step.event == taken.event else { return false }
        if taken.error != nil || isLast { return taken.error != nil }
        let reply: Intent? = step.intent == .postponed || step.intent == .unexpected ? step.intent : nil
        return reply == taken.reply && step.state == taken.state
    }

    /// The places with their transitions for an event.
    func text(for event: TakenEvent<Machine>) -> String {
        places.map { place in
            switch place {
            case .state(let state):
                "\(state.situation.machine.state): "
                    + transitions(state, event).map { "\($0.text)" }.joined(separator: "\n    ")
            case .within(let departure, taken: let count): "after \(count) of \(departure.text)"
            }
        }.joined(separator: "\n  ")
    }
}

extension EffectID? {
    fileprivate var text: String? { map { sourceText(of: $0) } }
}

extension LiveExploration.Departure {
    fileprivate var text: String {
        "\(steps.map { "\($0.event) → \($0.state)" }), \(note.intent), of \(edge.sender.text ?? "-"), after the return of "
            + "\(edge.returned)"
    }
}

// MARK: - Comparing

/// The result of a comparison.
enum Comparison {
    /// The run is a path of the graph, with so many events.
    case followed(Int)
    /// The graph does not go so far, and says so.
    case cut
    case differs(String)
}

/// The events of a run, and the answers that its operations may give.
func alphabet<Machine: Scripted>(of script: Script, with taken: [TakenEvent<Machine>]) -> Alphabet<Machine> {
    let events = Set(taken.map(\.event))
    let parts = Machine.parts(of: script)
    var alphabet = Alphabet<Machine>(parts.flatMap { part in Signal.outside.map(part.event).filter(events.contains) })
    for part in parts {
        for name in Set(part.script.effects.filter(\.isOperation).compactMap(\.name)).sorted() {
            alphabet = alphabet.answers(
                of: part.id(name), sending: [part.event(.more(of: name))].filter(events.contains),
                endingWith: [part.event(.last(of: name))].filter(events.contains), ends: true,
                fails: [Bench.Failure()])
        }
    }
    return alphabet
}

/// Looks up a run in the graph of its machine.
///
/// Many a random machine has more states than can be explored, so the graph is explored as far as the run goes. A small
/// one is explored as a whole, too, and the machine is led along paths of it.
func lookUp<Machine: Scripted>(_ taken: [TakenEvent<Machine>], _ script: Script) -> Comparison {
    let alphabet = alphabet(of: script, with: taken)
    let initial = Machine.start(script)
    var result = Comparison.cut
    for returns in GraphPlaces<Machine>.Returns.allCases {
        result = follow(taken, alphabet, script, returns)
        if case .followed = result { break }
    }
    guard case .followed = result else { return result }
    let graph = StateGraph(
        of: Machine.self, from: [initial], events: alphabet,
        limits: .init(states: 50, depth: taken.count + 1, seconds: nil))
    if case .effects = graph.cut { return .followed(taken.count) }
    if let difference = graph.differenceOfReplay(seed: UInt64(taken.count), script) { return .differs(difference) }
    if case .states = graph.cut { return .followed(taken.count) }
    return graph.live.map { follow(taken, GraphPlaces(graph, $0), script) } ?? .followed(taken.count)
}

private func follow<Machine: Scripted>(
    _ taken: [TakenEvent<Machine>], _ alphabet: Alphabet<Machine>, _ script: Script,
    _ returns: GraphPlaces<Machine>.Returns
) -> Comparison {
    var detail: LiveExploration<Machine>.Detail = []
    while true {
        let exploration = LiveExploration(
            alphabet, limits: GraphLimits(states: 256, seconds: nil, actionEvents: 1000), detail: detail,
            isReduced: false,
            isUnchanged: ==)
        let result = follow(taken, GraphPlaces(exploration, from: Machine.start(script), returns), script)
        if !exploration.isTooCoarse {
            if case .differs = result, exploration.isCut { return .cut }
            return result
        }
        detail = exploration.wantedDetail
    }
}

private func follow<Machine: Scripted>(
    _ taken: [TakenEvent<Machine>], _ start: GraphPlaces<Machine>, _ script: Script
) -> Comparison {
    var places = start
    for (index, event) in taken.enumerated() {
        // Too many returns, of which each may have happened or not.
        if places.count > 200 { return .cut }
        if places.take(event) { continue }
        return .differs(
            """
            \(taken.prefix(index + 1).map { "  \($0)" }.joined(separator: "\n"))
            The graph has only
              \(places.text(for: event))
            \(script)
            \(script.child.map { "child:\n\($0)" } ?? "without children")
            """)
    }
    return .followed(taken.count)
}
