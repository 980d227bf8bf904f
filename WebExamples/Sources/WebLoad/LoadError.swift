/// Why a load cannot be put on a server.
enum LoadError: Error, CustomStringConvertible {
    /// The server has not opened a page.
    case notWelcome(String)
    /// What should be measured is no process of this machine, or not one of this user.
    case noProcess(Int)
    /// The system lets a process have too few connections.
    case tooFewFiles(limit: Int, needed: Int)

    var description: String {
        switch self {
        case .notWelcome(let reason): "The server has not opened a page: \(reason)"
        case .noProcess(let id): "There is no process \(id) that can be looked at under /proc."
        case .tooFewFiles(let limit, let needed):
            "The system allows \(limit) open files and \(needed) are needed. Raise the limit, or ask for fewer sessions."
        }
    }
}
