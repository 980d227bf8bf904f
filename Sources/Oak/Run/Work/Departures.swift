/// The children that have departed while something that they had answered was still to be done.
///
/// The rest of a departed child is not looked for: it is dropped when its turn comes. What was answered before the departure is
/// told from what was answered with it or later, by a child of the same name, by a clock that each departure moves on.
@usableFromInline
final class Departures {
    @usableFromInline final class Node {
        /// When the child departed the last time.
        @exclusivity(unchecked) @usableFromInline var time: Int?
        @exclusivity(unchecked) @usableFromInline var parts: [ChildID: Node] = [:]

        @inlinable
        init() {}
    }

    @exclusivity(unchecked) @usableFromInline var clock = 0
    @exclusivity(unchecked) @usableFromInline var root = Node()
    @exclusivity(unchecked) @usableFromInline var count = 0
    /// How many there were when those that matter no more were forgotten.
    @exclusivity(unchecked) @usableFromInline var kept = 0

    @inlinable
    init() {}

    @inlinable
    func note(_ child: [ChildID], at time: Int) {
        var node = root
        for name in child.steps {
            let next = node.parts[name] ?? Node()
            node.parts[name] = next
            node = next
        }
        node.time = time
        count += 1
    }

    /// Whether a child, or one around it, has departed since a time.
    @inlinable
    func hasDeparted(_ child: [ChildID], since time: Int) -> Bool {
        var node = root
        for name in child.steps {
            guard let next = node.parts[name] else { return false }
            if let departure = next.time, departure > time { return true }
            node = next
        }
        return false
    }

    /// Forgets the departures of all but some children, and of those around them.
    @inlinable
    func forgetAll(but children: some Sequence<[ChildID]>) {
        let old = root
        root = Node()
        count = 0
        for child in children {
            var (source, target) = (old, root)
            for name in child.steps {
                guard let next = source.parts[name] else { break }
                let copy = target.parts[name] ?? Node()
                if copy.time == nil, next.time != nil { count += 1 }
                copy.time = next.time
                target.parts[name] = copy
                (source, target) = (next, copy)
            }
        }
        kept = count
    }
}
