/// The first line of a connection, and of a stored trace.
struct Greeting: Codable, Hashable, Sendable {
    /// The version of the format.
    let oak: Int
    /// The name of the program.
    let program: String
    /// The proof that the program may connect.
    var token: String?

    /// The version that this program writes, and the only one that it reads.
    static let version = 1

    init(program: String, token: String? = nil) {
        oak = Self.version
        self.program = program
        self.token = token
    }
}

/// The answer to the first line of a connection.
struct Welcome: Codable, Hashable, Sendable {
    /// The version of the format that the listener reads.
    let oak: Int
    /// The reason why the program may not connect.
    var refused: String?

    init(refused: String? = nil) {
        oak = Greeting.version
        self.refused = refused
    }
}
