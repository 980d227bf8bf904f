/// The reason why a server cannot listen.
public enum ListeningError: Error, Equatable, CustomStringConvertible {
    /// Another program listens on the port.
    case portTaken(Int)
    /// The port is reserved for programs of the administrator.
    case portForbidden(Int)
    /// The number is not a port; ports are from 0 to 65535.
    case noSuchPort(Int)
    /// The name does not exist, or does not belong to this machine.
    case noSuchHost(String)
    /// Any other reason, with its description.
    case failed(String)

    public var description: String {
        switch self {
        case .portTaken(let port):
            """
            Port \(port) is taken, by another program or by another server of this one. Choose another one; 0 takes any \
            that is free.
            """
        case .portForbidden(let port): "You may not use port \(port). Choose one above 1023."
        case .noSuchPort(let port): "There is no port \(port). Choose one from 1024 to 65535; 0 takes any that is free."
        case .noSuchHost(let host): "“\(host)” is no name or address of this machine. Choose localhost, or one that is."
        case .failed(let reason): "The server cannot listen: \(reason)."
        }
    }
}
