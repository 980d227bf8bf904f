/// The reason why a load is impossible.
enum LoadError: Error, CustomStringConvertible {
    /// The server has not opened a page.
    case notWelcome(String)
    /// The process to measure does not exist, or belongs to another user.
    case noProcess(Int)
    /// The system permits too few connections.
    case tooFewFiles(limit: Int, needed: Int)

    var description: String {
        switch self {
        case .notWelcome(let reason): "The server has not opened a page: \(reason)"
        case .noProcess(let id): "There is no process \(id) that can be looked at under /proc."
        case .tooFewFiles(let limit, let needed):
            "The system allows \(limit) open files; \(needed) are needed. Raise the limit, or ask for fewer sessions."
        }
    }
}
