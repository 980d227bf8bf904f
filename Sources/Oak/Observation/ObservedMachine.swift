/// A machine as views observe it: a hosted machine, or a child of another.
///
/// A view that has read a child hears of that child alone. The route of an event tells which children have changed,
/// because each step of a child is noted here. A composite may also write the state of a child by itself; that is found
/// with a copy of the state that is kept for the length of the transition. Before the child makes a step, the copy is
/// given up, so that the child changes its state in place.
@usableFromInline class ObservedNode {
    @usableFromInline let audience: Audience
    /// The observed children and collections of children, by the numbers of their places.
    @exclusivity(unchecked) @usableFromInline final var places: [Int: ObservedPlace] = [:]
    let departure = Departure()
    /// Whether anybody has read a child or selected a value.
    @exclusivity(unchecked) @usableFromInline final var isDivided = false
    private let machine: ObjectIdentifier

    init(of machine: (some ExecutableTransducer).Type, _ audience: Audience) {
        self.machine = ObjectIdentifier(machine)
        self.audience = audience
    }

    /// The observed place of a number, if this is the machine that has it.
    @usableFromInline final func place(_ number: Int, of composite: (some ExecutableTransducer).Type) -> ObservedPlace?
    {
        machine == ObjectIdentifier(composite) ? places[number] : nil
    }

    /// Ends a transition that has changed nothing.
    @usableFromInline func discard() {
        for place in places.values { place.discard() }
    }
}

/// An observed machine with the type of its state.
@usableFromInline final class ObservedMachine<Machine: ExecutableTransducer>: ObservedNode {
    /// The latest state that is known; after a departure the last one.
    var last: Machine.State?
    /// The audiences of the values that views observe, and whether a state has another value than they have read.
    private var selections: [AnyKeyPath: (audience: Audience, isChanged: (Machine.State) -> Bool)] = [:]
    /// The values that views have written, and the number of accepted events with the event of the write.
    var written: [AnyKeyPath: (value: Any, end: Int)] = [:]
    /// Whether the states of the children are kept since the transition began.
    private var isHeld = false

    /// - Parameters:
    ///   - audience: The audience of the machine.
    ///   - last: The state to show after a departure, if there is nothing that would tell a later one.
    @usableFromInline init(_ audience: Audience, last: Machine.State? = nil) {
        self.last = last
        super.init(of: Machine.self, audience)
    }

    /// Reads a value of the state for a view that is evaluated when that value changes.
    func select<Value: Equatable>(_ value: KeyPath<Machine.State, Value>, in state: Machine.State) -> Value {
        let selected = state[keyPath: value]
        let selection = selections[value] ?? (audience.another(), { $0[keyPath: value] != selected })
        isDivided = true
        selections[value] = selection
        selection.audience.noteReading(of: .state)
        return selected
    }

    /// Tells the readers of a value that it is not what they show, although it may be what they have read.
    func tellReaders(of value: PartialKeyPath<Machine.State>) {
        selections.removeValue(forKey: value)?.audience.tell(of: .state)
    }

    @usableFromInline override func discard() {
        isHeld = false
        super.discard()
    }
}

// MARK: - Transitions

extension ObservedMachine {
    /// Announces the changes of a transition of a hosted machine.
    @usableFromInline func announceChanges(in state: Machine.State) {
        let announcements = Announcements()
        settle(in: state, announcements)
        announcements.make()
    }

    /// Keeps the states of the observed children until the transition has ended.
    @usableFromInline func hold(in state: Machine.State) {
        guard !places.isEmpty, !isHeld else { return }
        isHeld = true
        Machine.handOver(state, to: places, .hold)
    }

    /// Keeps the state before a change by the composite, which is the last one if it is a departure.
    func keep(_ state: Machine.State) {
        hold(in: state)
        last = state
    }

    /// Finds all that a transition has changed, if it has changed the machine at all.
    func settle(in state: Machine.State, _ announcements: Announcements) {
        isHeld = false
        announcements.add(.state, to: audience)
        for (value, selection) in selections where selection.isChanged(state) || written[value] != nil {
            announcements.add(.state, to: selection.audience)
            selections[value] = nil
        }
        guard !places.isEmpty else { return }
        for place in places.values { place.isSettled = false }
        Machine.handOver(state, to: places, .settle(announcements))
        for place in places.values where !place.isSettled { place.depart(announcements) }
    }

    /// Notes that the machine has departed.
    ///
    /// - Parameter state: Its last state.
    func depart(in state: Machine.State?, _ announcements: Announcements) {
        if let state {
            hold(in: state)
            last = state
        }
        isHeld = false
        departure.note()
        announcements.add(.presence, to: audience)
        announcements.add(.state, to: audience)
        for selection in selections.values { announcements.add(.state, to: selection.audience) }
        selections = [:]
        for place in places.values { place.depart(announcements) }
    }

    /// Adds all that somebody may have read of the machine and of its children.
    func addReaders(to announcements: Announcements) {
        announcements.add(.presence, to: audience)
        announcements.add(.state, to: audience)
        for selection in selections.values { announcements.add(.state, to: selection.audience) }
        for place in places.values { place.addReaders(to: announcements) }
    }
}
