/// The order of runs in the list: those with a path as their name follow the run that the path leads to.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct RunOrder {
    /// The runs with their levels in the tree.
    let lines: [(run: RunRecord, level: Int)]

    /// - Parameter runs: The runs, in the order in which they began.
    /// - Complexity: O(*n* log *n*) in their number.
    init(of runs: [RunRecord]) {
        guard runs.contains(where: { $0.title.parent != nil }) else {
            lines = runs.map { ($0, 0) }
            return
        }
        let named = Dictionary(grouping: runs, by: \.title.name)
        var children: [Int: [RunRecord]] = [:]
        var roots: [RunRecord] = []
        for run in runs {
            let parents = run.title.parent.flatMap { named[$0] } ?? []
            // Of several runs one after the other, the one that went on when the child began.
            if let parent = parents.last(where: { $0.number < run.number }) ?? parents.first, parent !== run {
                children[parent.number, default: []].append(run)
            } else {
                roots.append(run)
            }
        }
        var lines: [(RunRecord, Int)] = []
        var waiting = roots.reversed().map { ($0, 0) }
        while let (run, level) = waiting.popLast() {
            lines.append((run, level))
            for child in children[run.number, default: []].reversed() { waiting.append((child, level + 1)) }
        }
        self.lines = lines
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension News.Title {
    /// The name of the run to which its path leads, if it is a path.
    fileprivate var parent: String? {
        name.lastIndex(of: "/").flatMap { $0 == name.startIndex ? nil : String(name[..<$0]) }
    }
}
