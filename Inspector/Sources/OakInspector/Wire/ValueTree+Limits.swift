import Oak

extension ValueTree {
    /// The part of a value of another program that is within limits.
    func within(_ limits: Limits) -> ValueTree {
        var rest = limits.parts
        return within(limits, depth: 0, &rest)
    }

    private func within(_ limits: Limits, depth: Int, _ rest: inout Int) -> ValueTree {
        rest -= 1
        if depth > limits.depth { return ValueTree(.omitted) }
        var shown: [Part] = []
        for part in parts {
            guard rest > 0, shown.count < limits.elements else {
                shown.append(Part(label: nil, ValueTree(.omitted)))
                break
            }
            let label = part.label.map { abbreviated($0, to: limits.text) }
            shown.append(Part(label: label, part.value.within(limits, depth: depth + 1, &rest)))
        }
        return ValueTree(kind.within(limits), shown)
    }
}

extension ValueTree.Kind {
    fileprivate func within(_ limits: ValueTree.Limits) -> ValueTree.Kind {
        switch self {
        case .plain(let text): .plain(abbreviated(text, to: limits.text))
        case .text(let text): .text(abbreviated(text, to: limits.text))
        case .enumCase(let name): .enumCase(abbreviated(name, to: limits.text))
        case .structure(let type): .structure(abbreviated(type, to: limits.text))
        case .tuple, .list, .dictionary, .hidden, .omitted: self
        }
    }
}
