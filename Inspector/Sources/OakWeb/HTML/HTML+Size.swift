extension Fragment {
    /// A lower bound of the length of its markup in bytes, close to it.
    ///
    /// - Complexity: O(*n*) in the number of nodes.
    var size: Int { nodes.reduce(0) { $0 + $1.size } }
}

extension Node {
    fileprivate var size: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .element(let element): element.size
        }
    }
}

extension ElementNode {
    fileprivate var size: Int {
        let opening = attributes.reduce(2 + tag.rawValue.utf8.count) { size, attribute in
            size + 4 + attribute.name.utf8.count + attribute.value.utf8.count
        }
        return tag.isVoid ? opening : opening + content.size + 3 + tag.rawValue.utf8.count
    }
}
