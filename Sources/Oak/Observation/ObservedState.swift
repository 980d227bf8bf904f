/// The state of a hosted machine on the main actor, with its audience.
///
/// The machine reads its state without observing it: a sender may be a view that is being evaluated. The run retains
/// this object, but not the host. Both touch it on the main actor.
@usableFromInline final class ObservedState<Machine: ExecutableTransducer>: Storage, StateKeeper {
    @usableFromInline var state: Machine.State
    @usableFromInline let machine: ObservedMachine<Machine>
    @exclusivity(unchecked) @usableFromInline var observers = StateObservers<Machine.State>()
    /// The publisher of the states, while somebody keeps it.
    weak var publisher: AnyObject?
    /// Publishes a state or, by `nil`, the end.
    @exclusivity(unchecked) @usableFromInline var publish: ((Machine.State?) -> Void)?

    @usableFromInline init(_ initialState: Machine.State, for audience: Audience) {
        state = initialState
        machine = ObservedMachine(audience)
    }

    @inlinable var storedValue: Machine.State {
        get { state }
        set {
            _beginTransition()
            state = newValue
            _endTransition()
        }
        _modify { yield &state }
    }

    @inlinable static var _hearsOfTransitions: Bool { true }

    @inlinable func _beginTransition() {
        if machine.isDivided { enter() }
    }

    @inlinable func _endTransition() {
        if machine.isDivided { leave() } else { machine.audience.tell(of: .state) }
        observers.publish(state)
        publish?(state)
    }

    @usableFromInline func enter() {
        machine.hold(in: state)
        LoopRecord.observe(machine)
    }

    @usableFromInline func leave() {
        LoopRecord.observe(nil)
        machine.announceChanges(in: state)
    }

    /// Tells whoever has read the machine that another run has taken the place of this one.
    func announceSuccession() {
        let announcements = Announcements()
        announcements.add(.outcome, to: machine.audience)
        machine.addReaders(to: announcements)
        announcements.make()
    }

    /// Ends the sequences and the publisher of states.
    @usableFromInline func end() {
        observers.end()
        publish?(nil)
    }
}

/// The outcome of a hosted machine on the main actor, with its audience.
@usableFromInline final class ObservedOutcome<Output> {
    private let audience: Audience
    private var value = MachineOutcome<Output>.running

    @usableFromInline init(for audience: Audience) { self.audience = audience }

    @usableFromInline var outcome: MachineOutcome<Output> {
        get {
            audience.noteReading(of: .outcome)
            return value
        }
        set {
            value = newValue
            audience.tell(of: .outcome)
        }
    }
}
