import OakWeb

/// The prominence of a button.
enum Prominence: String {
    /// The usual choice.
    case primary
    /// Another choice.
    case plain
    /// A way out.
    case quiet
}

extension PageMessage {
    /// A button that sends this message.
    ///
    /// - Parameters:
    ///   - title: Its title.
    ///   - prominence: Its prominence.
    ///   - attribute: A further attribute.
    func button(
        _ title: String, _ prominence: Prominence = .plain, _ attribute: Attribute? = nil
    ) -> Element<Place.Phrase> {
        Element(.button, .type(.button), .class(prominence.rawValue), .onClick(self), attribute) { title }
    }
}

extension String {
    /// The text with its first letter capitalized.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
