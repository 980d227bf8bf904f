public import Oak

/// The events to try in each state of a machine.
///
/// An array literal lists samples, at least one for each case and for each payload that makes a difference. An event
/// type that is `CaseIterable` has ``allCases``; ``generated(by:)`` chooses events by state, as a form does whose next
/// event depends on its fields.
///
/// ```swift
/// import OakGraph
///
/// enum Purse: Transducer {
///     struct State: Hashable { var coins = 0 }
///     enum Event { case put(Int), take(Int) }
///
///     static func update(_ state: inout State, event: Event) {
///         switch event {
///         case .put(let count): state.coins = min(state.coins + count, 10)
///         case .take(let count): state.coins = max(state.coins - count, 0)
///         }
///     }
/// }
///
/// let samples = StateGraph(of: Purse.self, from: [.init()], events: [.put(1), .put(5), .take(1)])
/// let possible = StateGraph(
///     of: Purse.self, from: [.init()],
///     events: .generated { state in state.coins == 0 ? [.put(1)] : [.put(1), .take(1)] })
/// assert(samples.states.count == possible.states.count)
/// ```
///
/// By default each event may come in each state. If only a live effect sends an event, say so with
/// ``answers(of:_:ends:fails:)``: the event then comes only while the effect is live. An event that somebody outside
/// sends, too, is listed among the events as well.
///
/// The events of an action that is a function, `Effect(action:)`, are not known, because no function of an effect is
/// called. Declare them with ``answers(ofActions:fails:)``; undeclared, an action may answer with any event from
/// outside, or with none. Those of `.event(_:)` belong to the macrostep.
public struct Alphabet<Machine: ExecutableTransducer> {
    @usableFromInline enum Source {
        case fixed([Machine.Event])
        case generated(@Sendable (Machine.State) -> [Machine.Event])
    }

    @usableFromInline var source: Source
    /// Whether the events from outside are all that no effect is declared to send.
    var isOpenEnded = false
    /// Whether the events from outside include the answers of effects without a declaration.
    var includesAnswers = false
    @usableFromInline var answers: [Answer] = []
    /// The declared answers of actions; `nil` if they are unknown.
    @usableFromInline var actionAnswers: ActionAnswers?
    /// Returns the name of an event's class.
    var name: @Sendable (Machine.Event) -> String = { sourceText(of: $0) }

    @usableFromInline init(_ source: Source) { self.source = source }
}

extension Alphabet: ExpressibleByArrayLiteral {
    /// Creates an alphabet from events.
    ///
    /// - Parameter events: The events, in the order in which each state tries them.
    public init(arrayLiteral events: Machine.Event...) { self.init(.fixed(events)) }
}

extension Alphabet {
    /// Creates an alphabet from events.
    ///
    /// - Parameter events: The events, in the order in which each state tries them.
    public init(_ events: some Sequence<Machine.Event>) { self.init(.fixed(Array(events))) }

    /// The given events, for an alphabet that goes on with ``answers(of:_:ends:fails:)`` or ``merging(by:)``.
    ///
    /// - Parameter events: The events, in the order in which each state tries them.
    public static func events(_ events: Machine.Event...) -> Alphabet { Alphabet(.fixed(events)) }

    /// The events that come in a state, chosen by a function.
    ///
    /// - Parameter events: Returns the events of a state. The result depends on the state alone.
    public static func generated(by events: @escaping @Sendable (Machine.State) -> [Machine.Event]) -> Alphabet {
        Alphabet(.generated(events))
    }

    /// Returns the same events, of which those with equal keys are shown as one.
    ///
    /// Each event is still tried. The transitions of one class that agree in everything visible become one transition
    /// of the model.
    ///
    /// - Parameter key: Returns the class of an event, such as the name of its case.
    public func merging<Key>(by key: @escaping @Sendable (Machine.Event) -> Key) -> Alphabet {
        var alphabet = self
        alphabet.name = { event in
            let key = key(event)
            return key as? String ?? sourceText(of: key)
        }
        return alphabet
    }

    /// Returns the same events, in which all events of one enum case are shown as one.
    public func mergingPayloads() -> Alphabet {
        merging { event in caseNames(of: event, depth: 1).first.map { ".\($0)" } ?? sourceText(of: event) }
    }
}

extension Alphabet where Machine.Event: CaseIterable {
    /// All cases of the event, without those that an effect is declared to send.
    public static var allCases: Alphabet {
        var alphabet = Alphabet(.fixed(Array(Machine.Event.allCases)))
        alphabet.isOpenEnded = true
        return alphabet
    }
}

// Events are read only, and the functions are `@Sendable`.
extension Alphabet: @unchecked Sendable where Machine.Event: Sendable {}
