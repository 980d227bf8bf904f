// Two strings are equal in Swift if they look the same. Two files whose names look the same are different files, and so
// are their pages: here, texts are equal if their bytes are the same.

extension Fragment {
    public static func == (lhs: Fragment, rhs: Fragment) -> Bool { lhs.nodes == rhs.nodes }
}

extension Node {
    static func == (lhs: Node, rhs: Node) -> Bool {
        switch (lhs, rhs) {
        case (.text(let lhs), .text(let rhs)): lhs.isWritten(like: rhs)
        case (.element(let lhs), .element(let rhs)): lhs == rhs
        case (.text, .element), (.element, .text): false
        }
    }
}

extension ElementNode {
    static func == (lhs: ElementNode, rhs: ElementNode) -> Bool {
        lhs.tag == rhs.tag && lhs.key == rhs.key && lhs.attributes == rhs.attributes && lhs.content == rhs.content
    }
}

extension Attribute {
    public static func == (lhs: Attribute, rhs: Attribute) -> Bool {
        lhs.name == rhs.name && lhs.value.isWritten(like: rhs.value)
    }
}

extension String {
    /// Whether another string consists of the same bytes.
    func isWritten(like other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let answer = utf8.withContiguousStorageIfAvailable { bytes in
            other.utf8.withContiguousStorageIfAvailable { bytes.elementsEqual($0) }
        }
        // Bridged strings may not be contiguous.
        return (answer ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}
