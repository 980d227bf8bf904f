import WebHost

/// How much a button stands out.
enum Prominence: String {
    /// What most people want here.
    case primary
    /// Something else that can be done.
    case plain
    /// What leads away.
    case quiet
}

extension PageMessage {
    /// A button that sends this message.
    ///
    /// - Parameters:
    ///   - title: What is on it.
    ///   - prominence: How much it stands out.
    ///   - attribute: Something else that is said about it.
    func button(_ title: String, _ prominence: Prominence = .plain, _ attribute: Attribute? = nil) -> Element {
        Element(.button, .type(.button), .class(prominence.rawValue), .onClick(self), attribute) { title }
    }
}

extension String {
    /// The text with a capital letter first.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
