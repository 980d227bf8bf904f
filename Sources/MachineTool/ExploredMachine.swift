public import Oak
public import OakGraph

/// A machine of a ``MachineCommand``, with everything that its graph and its checks need.
///
/// ```swift
/// import MachineTool
/// import Oak
/// import OakGraph
///
/// enum Lamp: Transducer {
///     enum State: Hashable { case off, on }
///     enum Event: CaseIterable { case pressed }
///
///     static func update(_ state: inout State, event: Event) { state = state == .off ? .on : .off }
/// }
///
/// let lamp = ExploredMachine.machine(
///     Lamp.self, from: [.off], events: .allCases, properties: [.sometimes("It shines") { $0 == .on }])
/// assert(lamp.name == "lamp")
/// ```
public struct ExploredMachine {
    /// The name on the command line.
    public let name: String

    /// The name of the machine's type.
    let typeName: String

    /// The bounds of the exploration, and what the diagrams show, unless the command line changes them.
    let limits: GraphLimits
    let style: DiagramStyle

    /// Explores the machine.
    let explore: (GraphLimits, _ progress: @escaping (ExplorationProgress) -> Bool) -> any Exploration

    /// Describes a machine whose states are told apart by `==`.
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - name: The name on the command line; by default that of the type in lower case: `SignIn` is `sign-in`.
    ///   - initial: The initial states.
    ///   - events: The events to try in each state.
    ///   - limits: The bounds of the exploration, which the command line can change.
    ///   - style: What the diagrams show, which the command line can change.
    ///   - checks: The checks of the command `check`.
    ///   - exemptions: The findings that are accepted.
    ///   - declared: States that the machine ought to reach.
    ///   - properties: Properties of your own.
    public static func machine<Machine: ExecutableTransducer>(
        _ machine: Machine.Type, named name: String? = nil, from initial: [Machine.State], events: Alphabet<Machine>,
        limits: GraphLimits = GraphLimits(), style: DiagramStyle = DiagramStyle(),
        checks: Set<GraphCheck> = .standard, allowing exemptions: [GraphExemption<Machine>] = [],
        declaring declared: [Machine.State] = [], properties: [TemporalProperty<Machine>] = []
    ) -> ExploredMachine where Machine.State: Hashable {
        ExploredMachine(named: name, machine, limits: limits, style: style) { limits, progress in
            StateGraph(of: machine, from: initial, events: events, limits: limits, progress: progress)
        } report: {
            $0.check(checks, allowing: exemptions, declaring: declared, properties: properties)
        }
    }

    /// Describes a machine whose states are told apart by `==`, and explores it on all cores.
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - name: The name on the command line; by default that of the type in lower case: `SignIn` is `sign-in`.
    ///   - initial: The initial states.
    ///   - events: The events to try in each state.
    ///   - limits: The bounds of the exploration, which the command line can change.
    ///   - style: What the diagrams show, which the command line can change.
    ///   - checks: The checks of the command `check`.
    ///   - exemptions: The findings that are accepted.
    ///   - declared: States that the machine ought to reach.
    ///   - properties: Properties of your own.
    public static func machine<Machine: ExecutableTransducer>(
        _ machine: Machine.Type, named name: String? = nil, from initial: [Machine.State], events: Alphabet<Machine>,
        limits: GraphLimits = GraphLimits(), style: DiagramStyle = DiagramStyle(),
        checks: Set<GraphCheck> = .standard, allowing exemptions: [GraphExemption<Machine>] = [],
        declaring declared: [Machine.State] = [], properties: [TemporalProperty<Machine>] = []
    ) -> ExploredMachine
    where Machine: SendableMetatype, Machine.State: Hashable & Sendable, Machine.Event: Sendable {
        ExploredMachine(named: name, machine, limits: limits, style: style) { limits, progress in
            StateGraph(of: machine, from: initial, events: events, limits: limits, progress: progress)
        } report: {
            $0.check(checks, allowing: exemptions, declaring: declared, properties: properties)
        }
    }

    /// Describes a machine whose states are told apart by a part of them.
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - name: The name on the command line; by default that of the type in lower case: `SignIn` is `sign-in`.
    ///   - initial: The initial states.
    ///   - events: The events to try in each state.
    ///   - limits: The bounds of the exploration, which the command line can change.
    ///   - part: The part of a state that tells it apart; a text is shown as it is.
    ///   - style: What the diagrams show, which the command line can change.
    ///   - checks: The checks of the command `check`.
    ///   - exemptions: The findings that are accepted.
    ///   - declared: States that the machine ought to reach.
    ///   - properties: Properties of your own.
    public static func machine<Machine: ExecutableTransducer, Part: Hashable>(
        _ machine: Machine.Type, named name: String? = nil, from initial: [Machine.State], events: Alphabet<Machine>,
        limits: GraphLimits = GraphLimits(), showing part: @escaping @Sendable (Machine.State) -> Part,
        style: DiagramStyle = DiagramStyle(), checks: Set<GraphCheck> = .standard,
        allowing exemptions: [GraphExemption<Machine>] = [], declaring declared: [Machine.State] = [],
        properties: [TemporalProperty<Machine>] = []
    ) -> ExploredMachine {
        ExploredMachine(named: name, machine, limits: limits, style: style) { limits, progress in
            StateGraph(of: machine, from: initial, events: events, limits: limits, showing: part, progress: progress)
        } report: {
            $0.check(checks, allowing: exemptions, declaring: declared, properties: properties)
        }
    }

    private init<Machine>(
        named name: String?, _ machine: Machine.Type, limits: GraphLimits, style: DiagramStyle,
        exploring explore: @escaping (GraphLimits, @escaping (ExplorationProgress) -> Bool) -> StateGraph<Machine>,
        report: @escaping (StateGraph<Machine>) -> GraphReport<Machine>
    ) {
        typeName = shortName(ofType: machine)
        self.name = name ?? Self.name(ofType: typeName)
        (self.limits, self.style) = (limits, style)
        self.explore = { limits, progress in
            TypedExploration(graph: explore(limits, progress), style: style, report: report)
        }
    }

    /// A type's name as it is typed: `SignIn` becomes `sign-in`.
    static func name(ofType typeName: String) -> String {
        // The arguments of a generic type and the types around it do not matter to a person who types.
        let name = typeName.prefix { $0 != "<" }.split(separator: ".").last.map(Array.init) ?? []
        var text = ""
        for (index, character) in name.enumerated() {
            let isWordStart =
                index > 0 && character.isUppercase
                && (!name[index - 1].isUppercase || (index + 1 < name.count && name[index + 1].isLowercase))
            text += isWordStart ? "-\(character.lowercased())" : character.lowercased()
        }
        return text
    }
}
