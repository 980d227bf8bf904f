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

    init(_ audience: Audience) { self.audience = audience }

    /// Ends a transition that has changed nothing.
    func discard() {}

    /// Ends a transition after which the place is empty.
    func depart(_ announcements: Announcements) {}
}

/// A place with the type of its contents.
@usableFromInline class TypedPlace<Contents>: ObservedPlace {
    /// The contents before the transition, as far as they are known.
    @usableFromInline final var held: Contents?

    /// The identity of the child before the transition, if it has one.
    private var identity: EffectID?

    final func take(_ contents: Contents, as identity: EffectID?, _ task: PlaceTask) {
        switch task {
        case .hold:
            self.identity = identity
            hold(contents)
        case .settle(let announcements):
            isSettled = true
            if identity != self.identity { depart(announcements) }
            settle(contents, announcements)
        }
    }

    func hold(_ contents: Contents) { held = contents }

    func settle(_ contents: Contents, _ announcements: Announcements) {}
}

/// The place of a child that views observe.
@usableFromInline final class ObservedChild<Machine: ExecutableTransducer>: TypedPlace<Machine.State> {
    @usableFromInline private(set) var machine: ObservedMachine<Machine>
    /// Whether the child was active before the transition.
    private var wasActive = false
    /// Whether the transition has changed the child for certain.
    private var isChanged = false

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

    private func forget() { (held, wasActive, isChanged) = (nil, false, false) }

    override func settle(_ contents: Machine.State, _ announcements: Announcements) {
        defer { forget() }
        guard wasActive, let held else {
            announcements.add(.presence, to: audience)
            return machine.settle(in: contents, announcements)
        }
        if isChanged || !haveSameBits(held, contents) {
            machine.settle(in: contents, announcements)
        } else {
            machine.discard()
        }
    }

    override func depart(_ announcements: Announcements) {
        defer { forget() }
        guard wasActive, let held else { return machine.discard() }
        announcements.add(.presence, to: audience)
        machine.depart(in: held, announcements)
        // Another child may be active here later.
        machine = ObservedMachine(audience.another())
    }

    /// Gives up the copy of the state before the child makes a step.
    @usableFromInline func stepBegins(in state: Machine.State) {
        guard let held else { return }
        if !haveSameBits(held, state) { isChanged = true }
        self.held = nil
    }

    /// Keeps the state after a step, which is the last one if the child departs in the same transition.
    @usableFromInline func stepEnded(in state: Machine.State, changing isChange: Bool) {
        held = state
        if isChange { isChanged = true }
    }
}

/// Whether two values consist of the same bits.
///
/// For a value and a copy of it from before, it tells whether the value is unchanged: while there is a copy, a change
/// in place of anything that the value refers to is impossible.
@inlinable func haveSameBits<Value>(_ first: Value, _ second: Value) -> Bool {
    withBits(of: first) { first in withBits(of: second) { second in first.elementsEqual(second) } }
}

@inlinable func withBits<Value, Answer>(of value: Value, _ body: (UnsafeRawBufferPointer) -> Answer) -> Answer {
    withUnsafeTemporaryAllocation(
        byteCount: MemoryLayout<Value>.stride, alignment: MemoryLayout<Value>.alignment
    ) { bytes in
        // A copy leaves the padding as it was.
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
        let copy = bytes.initializeMemory(as: Value.self, from: CollectionOfOne(value)).initialized
        defer { copy.deinitialize() }
        return body(UnsafeRawBufferPointer(rebasing: bytes[..<MemoryLayout<Value>.size]))
    }
}
