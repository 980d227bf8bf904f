/// The errand for which contents are handed over to an observed place.
enum PlaceTask {
    /// Keep them: a transition begins.
    case hold
    /// Compare them: it has ended.
    case settle(Announcements)
}

/// The place of a child or of a collection whose children views observe.
@usableFromInline class ObservedPlace {
    /// The audience of the question whether the child is active, or which keys the collection has.
    final let audience: Audience
    /// Whether the contents after the transition have been handed over.
    final var isSettled = false
    /// Whether the composite names the child or the collection.
    final var isNamed = false

    init(_ audience: Audience) { self.audience = audience }

    /// Ends a transition that has changed nothing.
    func discard() {}

    /// Ends a transition after which the place is empty.
    func depart(_ announcements: Announcements) {}

    /// Adds all that somebody may have read of the place.
    func addReaders(to announcements: Announcements) { announcements.add(.presence, to: audience) }
}

/// A place with the type of its contents.
@usableFromInline class TypedPlace<Contents>: ObservedPlace {
    /// The contents before the transition, as far as they are known.
    @usableFromInline final var held: Contents?

    /// The identity of the child before the transition, if it has one.
    final private(set) var identity: EffectID?

    final func take(_ contents: Contents, as identity: EffectID?, _ task: PlaceTask) {
        switch task {
        case .hold:
            self.identity = identity
            hold(contents)
        case .settle(let announcements):
            // A composite may name a child twice.
            if isSettled { return }
            isSettled = true
            if identity != self.identity { giveWay(to: contents, announcements) }
            settle(contents, announcements)
        }
    }

    func hold(_ contents: Contents) { held = contents }

    func settle(_ contents: Contents, _ announcements: Announcements) {}

    /// Ends a transition after which the place has the contents of a successor.
    func giveWay(to contents: Contents, _ announcements: Announcements) { depart(announcements) }
}

/// The place of a child that views observe.
@usableFromInline final class ObservedChild<Machine: ExecutableTransducer>: TypedPlace<Machine.State> {
    @usableFromInline private(set) var machine: ObservedMachine<Machine>
    /// Whether the child was active before the transition.
    private var wasActive = false
    /// Whether the transition has changed the child for certain.
    private var isChanged = false
    /// The state before a step that may be one of a successor, which only a child with an identity can have.
    private var former: Machine.State?
    /// Whether the composite itself wrote another state before that step.
    private var isWritten = false
    private let differ = difference(of: Machine.State.self)

    override init(_ audience: Audience) {
        machine = ObservedMachine(audience.another())
        super.init(audience)
    }

    override func hold(_ contents: Machine.State) {
        wasActive = true
        held = contents
        machine.hold(in: contents)
    }

    override func discard() {
        forget()
        machine.discard()
    }

    private func forget() { (held, former, wasActive, isChanged, isWritten) = (nil, nil, false, false, false) }

    override func settle(_ contents: Machine.State, _ announcements: Announcements) {
        defer { forget() }
        guard wasActive, let held else {
            announcements.add(.presence, to: audience)
            return machine.settle(in: contents, announcements)
        }
        if isChanged || differ?(held, contents) ?? true {
            machine.settle(in: contents, announcements)
        } else {
            machine.discard()
        }
    }

    override func depart(_ announcements: Announcements) {
        defer { forget() }
        guard wasActive, let held else { return machine.discard() }
        announcements.add(.presence, to: audience)
        // Its children may have been noted as those of the successor.
        if isWritten { machine.discard() }
        machine.depart(in: isWritten ? former ?? held : held, announcements)
        // Another child may be active here later.
        machine = ObservedMachine(audience.another())
    }

    override func addReaders(to announcements: Announcements) {
        super.addReaders(to: announcements)
        machine.addReaders(to: announcements)
    }

    override func giveWay(to contents: Machine.State, _ announcements: Announcements) {
        // A successor in an equal state may have made the step, unless the composite wrote another state after it.
        if former != nil, let held, !(differ?(held, contents) ?? false) { isWritten = true }
        depart(announcements)
    }

    /// Gives up the copies of the state before the child makes a step.
    @usableFromInline func stepBegins(in state: Machine.State) {
        machine.last = nil
        guard let held else { return }
        let isOther = differ?(held, state) ?? true
        if isOther { isChanged = true }
        if identity != nil, former == nil || isOther && !isWritten { (former, isWritten) = (held, isOther) }
        self.held = nil
    }

    /// Keeps the state after a step, which is the last one if the child departs in the same transition.
    @usableFromInline func stepEnded(in state: Machine.State, changing isChange: Bool) {
        (held, machine.last) = (state, state)
        if isChange { isChanged = true }
    }
}
