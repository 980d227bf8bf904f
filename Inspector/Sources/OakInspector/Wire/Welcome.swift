import OakText

/// The answer to the first line of a connection.
struct Welcome: Codable, Hashable, Sendable {
    /// The version of the format that the listener reads.
    let oak: Int
    /// The reason why the program may not connect.
    var refused: String?

    init(refused: String? = nil) {
        oak = TraceGreeting.version
        self.refused = refused
    }
}
