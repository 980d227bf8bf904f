/// The children that departed while some of their answers were still pending.
///
/// A departure does not search for pending answers: each is dropped when its turn comes. A clock, which every departure
/// advances, separates answers given before a departure from those given with or after it under the same name.
@usableFromInline final class Departures {
    @usableFromInline final class Node {
        /// The time of the child's last departure.
        @exclusivity(unchecked) @usableFromInline var time: Int?
        @exclusivity(unchecked) @usableFromInline var parts: [ChildID: Node] = [:]

        @inlinable init() {}
    }

    @exclusivity(unchecked) @usableFromInline var clock = 0
    @exclusivity(unchecked) @usableFromInline var root = Node()
    @exclusivity(unchecked) @usableFromInline var count = 0
    /// The number of departures left by the last cleanup.
    @exclusivity(unchecked) @usableFromInline var kept = 0

    @inlinable init() {}

    @inlinable func note(_ child: [ChildID], at time: Int) {
        var node = root
        for name in child.steps {
            let next = node.parts[name] ?? Node()
            node.parts[name] = next
            node = next
        }
        node.time = time
        count += 1
    }

    /// Whether a child, or one that contains it, has departed since a time.
    @inlinable func hasDeparted(_ child: [ChildID], since time: Int) -> Bool {
        var node = root
        for name in child.steps {
            guard let next = node.parts[name] else { return false }
            if let departure = next.time, departure > time { return true }
            node = next
        }
        return false
    }

    /// Removes all departures except those of the given children and of the children that contain them.
    @usableFromInline func forgetAll(but children: [[ChildID]]) {
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
