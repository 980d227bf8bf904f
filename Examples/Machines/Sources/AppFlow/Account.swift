/// A user who may sign in, as seen by the rest of the application.
public struct Account: Hashable, Sendable {
    /// The name to sign in with.
    public let name: String
    /// The folders whose size the dashboard shows.
    public let folders: [String]

    /// Creates an account.
    ///
    /// - Parameters:
    ///   - name: The name to sign in with.
    ///   - folders: The folders whose size the dashboard shows.
    public init(name: String, folders: [String]) {
        self.name = name
        self.folders = folders
    }
}
