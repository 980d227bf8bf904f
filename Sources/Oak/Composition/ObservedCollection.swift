/// The place of a collection whose children views observe.
@usableFromInline final class ObservedCollection<ID, Machine>: TypedPlace<Children<ID, Machine.State>>
where ID: Hashable & Sendable, Machine: ExecutableTransducer {
    private var machines: [ID: ObservedMachine<Machine>] = [:]
    /// The audiences of children that were missing when their keys were read.
    private var awaited: [ID: Audience] = [:]
    private let differ = difference(of: Machine.State.self)
    /// The keys before the transition.
    private var membership: Membership<ID>?
    /// The keys of the observed children that have changed.
    private var changed: Set<ID> = []
    /// The children whose own children are held since a step.
    private var opened: [ObservedMachine<Machine>] = []

    /// The child of a key, observed from now on until it departs.
    func machine(_ id: ID) -> ObservedMachine<Machine> {
        if let machine = machines[id] { return machine }
        let machine = ObservedMachine<Machine>(audience.another())
        machines[id] = machine
        return machine
    }

    /// The audience of the question whether there is a child of a key, until the child arrives.
    func awaitChild(_ id: ID) -> Audience {
        if let audience = awaited[id] { return audience }
        let audience = audience.another()
        awaited[id] = audience
        return audience
    }

    override func hold(_ contents: Children<ID, Machine.State>) {
        held = contents
        membership = contents.membership
    }

    override func discard() {
        for id in changed { machines[id]?.discard() }
        forget()
    }

    override func settle(_ contents: Children<ID, Machine.State>, _ announcements: Announcements) {
        // A collection that was not there before has no differences.
        if membership == nil { changed.formUnion(awaited.keys) } else { noteDifferences(to: contents) }
        for id in changed {
            if let state = contents[id], !isReplaced(id, in: contents) {
                machines[id]?.settle(in: state, announcements)
                if let audience = awaited.removeValue(forKey: id) { announcements.add(.presence, to: audience) }
            } else {
                machines.removeValue(forKey: id)?.depart(in: nil, announcements)
            }
        }
        forget()
    }

    override func depart(_ announcements: Announcements) {
        guard let held else { return }
        for (id, machine) in machines { machine.depart(in: held[id], announcements) }
        machines = [:]
        forget()
    }

    override func addReaders(to announcements: Announcements) {
        super.addReaders(to: announcements)
        for machine in machines.values { machine.addReaders(to: announcements) }
        for audience in awaited.values { announcements.add(.presence, to: audience) }
    }

    /// Whether a key was removed and added again.
    private func isReplaced(_ id: ID, in contents: Children<ID, Machine.State>) -> Bool {
        guard let old = membership?.member(id), let new = contents.membership.member(id) else { return false }
        return new.replaces(old)
    }

    private func forget() {
        (held, membership) = (nil, nil)
        // A step that has changed nothing settles nothing.
        for machine in opened { machine.discard() }
        opened = []
        if !changed.isEmpty { changed = [] }
    }
}

// MARK: - Steps

extension ObservedCollection {
    /// Gives up the copy of the states before a child makes a step.
    ///
    /// - Returns: The child, if it is observed.
    @usableFromInline func stepBegins(
        of id: ID, in children: Children<ID, Machine.State>
    ) -> ObservedMachine<Machine>? {
        noteDifferences(to: children)
        held = nil
        // A successor is no child that anybody has read.
        guard let machine = machines[id], !isReplaced(id, in: children) else { return nil }
        machine.last = nil
        if !machine.places.isEmpty, let state = children[id] {
            machine.hold(in: state)
            opened.append(machine)
        }
        return machine
    }

    /// Keeps the states after a step.
    @usableFromInline func stepEnded(of id: ID, in children: Children<ID, Machine.State>, changing isChange: Bool) {
        held = children
        guard let machine = machines[id], !isReplaced(id, in: children) else { return }
        machine.last = children[id]
        if isChange { changed.insert(id) }
    }

    /// Finds the children that the composite has changed, added or removed by itself since their states were kept.
    private func noteDifferences(to children: Children<ID, Machine.State>) {
        guard let held, !held.cells.isIdentical(to: children.cells) else { return }
        children.cells.forEachDifference(from: held.cells) { old, new in
            let (old, new) = (old?.element, new?.element)
            guard old !== new else { return }
            // In a collection of another order, the child of a key has another number.
            for id in [old?.id, new?.id].compactMap(\.self) {
                if awaited[id] != nil { changed.insert(id) }
                guard let machine = machines[id] else { continue }
                let past = held[id]
                if let past, let present = children[id], !isReplaced(id, in: children),
                    let differ, !differ(past, present)
                {
                    continue
                }
                changed.insert(id)
                if let past { machine.keep(past) }
            }
        }
    }
}
