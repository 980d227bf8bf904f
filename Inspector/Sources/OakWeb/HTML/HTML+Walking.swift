extension HTML {
    /// The elements at the top.
    var children: [ElementNode] {
        nodes.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// Every element, each before its content.
    var elements: [ElementNode] { children.flatMap { [$0] + $0.content.elements } }

    /// The readable text, without regard to elements.
    var text: String {
        nodes.map { node in
            switch node {
            case .text(let text): text
            case .element(let element): element.content.text
            }
        }.joined()
    }

    /// The elements of a kind.
    func all(_ tag: TagName) -> [ElementNode] { elements.filter { $0.tag == tag } }

    /// The elements that the style sheet knows by a name.
    func all(class name: String) -> [ElementNode] {
        elements.filter { $0["class"]?.split(separator: " ").contains { $0 == name } ?? false }
    }

    /// The element that has an id.
    func element(id: String) -> ElementNode? { elements.first { $0["id"] == id } }

    /// The words on the buttons, in order.
    var buttons: [String] { all(.button).map(\.content.text) }
}

extension ElementNode {
    /// The value of an attribute.
    subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}
