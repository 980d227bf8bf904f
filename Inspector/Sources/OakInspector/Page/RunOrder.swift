/// The order of runs in the list: each follows the run that has started it, or the one that its name leads to.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct RunOrder {
    /// The runs with their levels in the tree.
    let lines: [(run: RunRecord, level: Int)]

    /// - Parameter runs: The runs, in the order in which they began.
    /// - Complexity: O(*n* log *n*) in their number.
    init(of runs: [RunRecord]) {
        guard runs.contains(where: { $0.title.parent != nil || $0.title.path != nil }) else {
            lines = runs.map { ($0, 0) }
            return
        }
        let named = Dictionary(grouping: runs, by: \.title.name)
        let places = Dictionary(uniqueKeysWithValues: runs.enumerated().map { ($1.number, $0) })
        var children: [Int: [RunRecord]] = [:]
        var roots: [RunRecord] = []
        for run in runs {
            let leading = run.title.path.flatMap { named[$0] } ?? []
            // Of several runs one after the other, the one that went on when the child began.
            let leader = leading.last { $0.number < run.number }?.number ?? leading.first?.number
            let starter = run.title.parent.flatMap { places[$0] == nil ? nil : $0 }
            if let parent = leader ?? starter, parent != run.number {
                children[parent, default: []].append(run)
            } else {
                roots.append(run)
            }
        }
        var lines: [(RunRecord, Int)] = []
        var listed: Set<Int> = []
        // A run whose name leads to one that it has started itself is below no root.
        for root in roots + runs where !listed.contains(root.number) {
            var waiting = [(root, 0)]
            while let (run, level) = waiting.popLast() {
                guard listed.insert(run.number).inserted else { continue }
                lines.append((run, level))
                for child in children[run.number, default: []].reversed() { waiting.append((child, level + 1)) }
            }
        }
        self.lines = lines
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension News.Title {
    /// The name of the run to which its own name leads, if it is a path.
    fileprivate var path: String? {
        name.lastIndex(of: "/").flatMap { $0 == name.startIndex ? nil : String(name[..<$0]) }
    }
}
