/// The order of runs in the list.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension [RunRecord] {
    /// The runs, in the order in which they began, as a tree with levels: each follows the run that has started it, or
    /// the one that its name leads to.
    ///
    /// - Complexity: O(*n* log *n*) in their number.
    var asTree: [(run: RunRecord, level: Int)] {
        let named = Dictionary(grouping: self, by: \.title.name)
        var unlisted = Dictionary(uniqueKeysWithValues: map { ($0.number, $0) })
        var children: [Int: [RunRecord]] = [:]
        var roots: [RunRecord] = []
        for run in self {
            let leading = run.title.path.flatMap { named[$0] } ?? []
            // Of several runs one after the other, the one that went on when the child began.
            let leader = leading.last { $0.number < run.number } ?? leading.first
            if let parent = leader ?? run.title.parent.flatMap({ unlisted[$0] }), parent !== run {
                children[parent.number, default: []].append(run)
            } else {
                roots.append(run)
            }
        }
        var lines: [(RunRecord, Int)] = []
        // A run whose name leads to one that it has started itself is below no root.
        for root in roots + self {
            var waiting = [(root, 0)]
            while let (run, level) = waiting.popLast() {
                guard unlisted.removeValue(forKey: run.number) != nil else { continue }
                lines.append((run, level))
                for child in children[run.number, default: []].reversed() { waiting.append((child, level + 1)) }
            }
        }
        return lines
    }
}
