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

extension String {
    /// The text with a capital letter first.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
