/// Everything that is live in a state, collected from the machine and all its children.
@usableFromInline struct LiveContents<Machine: ExecutableTransducer> {
    @usableFromInline private(set) var children: [[ChildID]] = []
    @usableFromInline private(set) var activities: [TransducerEffect<Machine.Event, Machine.Env, Machine.Input>] = []

    @usableFromInline init(of active: Active<Machine>) {
        var found: [[ChildID]: [ChildID]] = [:]
        let revision = ActivityRevision { path, names in found[path] = names }
        let query = ActivityQuery<Machine>(ActivityNode(), revision)
        active.answer(query)
        activities = query.findings.list.map { $0.0 }
        // Outermost first, and iterative because machines may nest to any depth.
        var ahead = (found[[]] ?? []).reversed().map { [$0] }
        while let path = ahead.popLast() {
            children.append(path)
            ahead += (found[path] ?? []).reversed().map { path + [$0] }
        }
    }
}

extension Active {
    /// The paths of the active children; each child follows the child that contains it.
    ///
    /// The list includes collection elements, and children of children that the composite names with their states. A
    /// child's own children follow it directly, before its siblings. Declared children are sorted by name; elements
    /// keep the order of their collection. A child that has ended remains listed while its composite names it.
    ///
    /// - Complexity: O(*n* log *n*), where *n* is the number of active children, all of which are queried.
    public var children: [[ChildID]] { LiveContents(of: self).children }

    /// The activities of the machine and of its children, as effects of the machine.
    ///
    /// Each has the identity that it has in the machine; ``TransducerEffect/child`` names its child. The machine's own
    /// activities come first. Children that have ended have none.
    ///
    /// - Complexity: O(*n* log *n*), where *n* is the number of active children, all of which are queried.
    public var activities: [TransducerEffect<Machine.Event, Machine.Env, Machine.Input>] {
        LiveContents(of: self).activities
    }

    /// The names of the machine's direct children.
    @usableFromInline var names: [ChildID] {
        if Machine.self is any PairTransducer.Type {
            return [(1, ChildID.first), (2, .second)].filter { bits & $0.0 != 0 }.map { $0.1 }
        }
        let marks = marks
        var numbers: [(number: Int, mark: ActiveMark?)] = marks.map { ($0.number, $0) }
        var left = bits
        while left != 0 {
            let number = left.trailingZeroBitCount
            if marks.mark(of: number) == nil { numbers.append((number, nil)) }
            left &= left - 1
        }
        let named = numbers.compactMap { number, mark in
            ChildTable.child(number, in: Machine.self).map { child in
                guard case .keys(let keys)? = mark?.content else { return (child.id, [child.id]) }
                let elements = child.keys?.departed(keys, nil) ?? []
                return (child.id, elements.map { ChildID(.element(child.id, $0)) })
            }
        }
        return named.sorted { $0.0.description < $1.0.description }.flatMap { $0.1 }
    }
}

@_documentation(visibility: internal) extension Active: CustomStringConvertible {
    /// The paths of the children, followed by a bar and the activities.
    public var description: String {
        let contents = LiveContents(of: self)
        let children = contents.children.map { $0.map(\.description).joined(separator: "/") }.joined(separator: ", ")
        guard !contents.activities.isEmpty else { return children }
        let activities = contents.activities.map(\.description).joined(separator: ", ")
        return children.isEmpty ? "| \(activities)" : "\(children) | \(activities)"
    }
}
