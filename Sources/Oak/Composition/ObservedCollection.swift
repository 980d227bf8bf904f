/// The place of a collection whose children views observe.
@usableFromInline final class ObservedCollection<ID, Machine>: TypedPlace<Children<ID, Machine.State>>
where ID: Hashable & Sendable, Machine: ExecutableTransducer {
    private var machines: [ID: ObservedMachine<Machine>] = [:]
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

    override func hold(_ contents: Children<ID, Machine.State>) {
        held = contents
        membership = contents.membership
    }

    override func discard() {
        for id in changed { machines[id]?.discard() }
        forget()
    }

    override func settle(_ contents: Children<ID, Machine.State>, _ announcements: Announcements) {
        noteDifferences(to: contents)
        if !(membership?.isIdentical(to: contents.membership) ?? false) {
            announcements.add(.presence, to: audience)
        }
        for id in changed {
            let new = contents.membership.member(id)
            let isReplaced = membership?.member(id).flatMap { new?.replaces($0) } ?? false
            if let state = contents[id], !isReplaced {
                machines[id]?.settle(in: state, announcements)
            } else {
                machines.removeValue(forKey: id)?.depart(in: nil, announcements)
            }
        }
        forget()
    }

    override func depart(_ announcements: Announcements) {
        guard let held else { return }
        announcements.add(.presence, to: audience)
        for (id, machine) in machines { machine.depart(in: held[id], announcements) }
        machines = [:]
        forget()
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
        guard let machine = machines[id] else { return nil }
        if !machine.places.isEmpty, let state = children[id] {
            machine.hold(in: state)
            opened.append(machine)
        }
        return machine
    }

    /// Keeps the states after a step.
    @usableFromInline func stepEnded(of id: ID, in children: Children<ID, Machine.State>, changing isChange: Bool) {
        held = children
        if isChange, machines[id] != nil { changed.insert(id) }
    }

    /// Finds the children that the composite has changed, added or removed by itself since their states were kept.
    private func noteDifferences(to children: Children<ID, Machine.State>) {
        guard let held, !held.cells.isIdentical(to: children.cells) else { return }
        children.cells.forEachDifference(from: held.cells) { old, new in
            let (old, new) = (old?.pointee.element, new?.pointee.element)
            guard old !== new else { return }
            for cell in [old, new] {
                guard let cell, let machine = machines[cell.id] else { continue }
                changed.insert(cell.id)
                if cell === old { machine.keep(cell.state) }
            }
        }
    }
}
