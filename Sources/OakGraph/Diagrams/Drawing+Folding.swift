extension Drawing {
    /// Which states of a model are drawn as which nodes, and in which composite states.
    struct Folding {
        /// The states that are drawn as one node.
        struct Group {
            var members: [Int]
            /// The names of the cases that the members share.
            var path: [String]
            var composite: Int?
            /// How many names of the path the composite states say.
            var depth = 0
        }

        struct Composite {
            var path: [String]
            var parent: Int?
        }

        var groups: [Group] = []
        var composites: [Composite] = []
        /// The node of each state.
        var node: [Int] = []

        init(of model: GraphModel, style: DiagramStyle) {
            let depth = Self.depth(for: model, folding: style.folding)
            if let depth {
                groups = model.states.indices.grouped { Array(Self.path(of: model.states[$0]).prefix(depth)) }
                    .map { path, members in
                        Group(members: members, path: members.count == 1 ? model.states[members[0]].cases : path)
                    }
            } else {
                groups = model.states.enumerated().map { Group(members: [$0], path: $1.cases) }
            }
            node = Array(repeating: 0, count: model.states.count)
            for (index, group) in groups.enumerated() {
                for member in group.members { node[member] = index }
            }
            addComposites()
        }

        /// The case names of a state; a state that is no enum goes by the name of its type.
        private static func path(of state: GraphModel.State) -> [String] {
            state.cases.isEmpty ? [String(state.text.prefix { $0 != "(" && $0 != "[" })] : state.cases
        }

        /// How many case names tell the nodes apart; `nil` if each state is a node.
        private static func depth(for model: GraphModel, folding: DiagramStyle.Folding) -> Int? {
            switch folding {
            case .never: return nil
            case .depth(let depth): return max(depth, 0)
            case .above(let limit):
                guard model.states.count > limit else { return nil }
                let deepest = max(model.states.lazy.map(\.cases.count).max() ?? 1, 1)
                // A prefix of each path tells fewer states apart, so the first depth that fits shows the most.
                return stride(from: deepest, to: 1, by: -1).first { depth in
                    var seen: Set<[String]> = []
                    return model.states.allSatisfy { state in
                        seen.insert(Array(path(of: state).prefix(depth)))
                        return seen.count <= limit
                    }
                } ?? 1
            }
        }

        /// Puts nodes that share the beginning of their path into one composite state.
        ///
        /// A composite state of a single node would add a frame and no information, and is left out.
        private mutating func addComposites() {
            var inner: [[String]: Int] = [:]
            var same: [[String]: Int] = [:]
            for group in groups {
                for length in 0..<group.path.count { inner[Array(group.path.prefix(length)), default: 0] += 1 }
                same[group.path, default: 0] += 1
            }
            var indices: [[String]: Int] = [:]
            for index in groups.indices {
                let path = groups[index].path
                for length in stride(from: 1, through: path.count, by: 1) {
                    let prefix = Array(path.prefix(length))
                    // A state without the inner enum, such as `.paying(nil)`, stands among those that have it.
                    guard let count = inner[prefix], count + (same[prefix] ?? 0) > 1 else { break }
                    if indices[prefix] == nil {
                        indices[prefix] = composites.count
                        composites.append(Composite(path: prefix, parent: groups[index].composite))
                    }
                    groups[index].composite = indices[prefix]
                    groups[index].depth = length
                }
            }
        }
    }
}

extension Drawing.Folding.Group {
    /// The name of the node, shortened by the names of the composite states around it.
    func name(in model: GraphModel, limit: Int) -> String {
        guard members.count == 1 else {
            let name = path.dropFirst(min(depth, max(path.count - 1, 0))).joined(separator: ".")
            let count = " ×\(members.count)"
            return DiagramText.shown(GraphModel.Effect.undotted(name), limit: limit) + count
        }
        var text = model.states[members[0]].text[...]
        for name in path.prefix(max(min(depth, path.count - 1), 0)) {
            let opening = ".\(name)("
            guard text.hasPrefix(opening), text.hasSuffix(")") else { break }
            text = text.dropFirst(opening.count).dropLast()
        }
        return DiagramText.shown(GraphModel.Effect.undotted(String(text)), limit: limit)
    }

    /// The effects and children that are live in all members, one kind a line.
    func live(in model: GraphModel, limit: Int) -> [String] {
        let kinds: [(String, (GraphModel.State) -> [String])] = [
            ("children", { $0.children.map { DiagramText.shown($0, limit: limit) } }),
            ("activities", { $0.activities.map { $0.name(limit: limit) } }),
            ("live", { $0.operations.map { DiagramText.shown($0, limit: limit) } }),
        ]
        return kinds.compactMap { title, names in
            var common = names(model.states[members[0]])
            for member in members.dropFirst() where !common.isEmpty {
                let others = Set(names(model.states[member]))
                common.removeAll { !others.contains($0) }
            }
            return common.isEmpty ? nil : "\(title): \(common.joined(separator: ", "))"
        }
    }
}
