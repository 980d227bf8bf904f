/// Why a server cannot listen.
public enum ListeningError: Error, Equatable, CustomStringConvertible {
    /// Another program listens at the port.
    case portTaken(Int)
    /// The port is for programs of the administrator.
    case portForbidden(Int)
    /// There are ports from 0 to 65535 only.
    case noSuchPort(Int)
    /// There is no such name, or it is not one of this machine.
    case noSuchHost(String)
    /// Something else; the text says what.
    case failed(String)

    public var description: String {
        switch self {
        case .portTaken(let port):
            "Port \(port) is taken by another program. Choose another one; 0 takes any that is free."
        case .portForbidden(let port): "You may not use port \(port). Choose one above 1023."
        case .noSuchPort(let port): "There is no port \(port). Choose one from 1024 to 65535; 0 takes any that is free."
        case .noSuchHost(let host): "“\(host)” is no name or address of this machine. Choose localhost, or one that is."
        case .failed(let reason): "The server cannot listen: \(reason)."
        }
    }
}
