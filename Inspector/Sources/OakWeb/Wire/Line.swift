#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The line to a page, independent of sockets and frames.
protocol Line: Sendable {
    /// Sends a message, and waits until the line has room for another.
    func send(_ message: Data) async throws

    /// Sends a ping, at once.
    func ping()

    /// Sends a message without content, at once: scripts of browsers do not see pings.
    func beat()

    /// Answers a ping of the page, and waits until the line has room.
    func pong(_ data: Data) async throws

    /// Says farewell, at once; nothing follows.
    ///
    /// - Parameter farewell: The farewell; `nil` for one without words.
    func close(_ farewell: Farewell?)

    /// Cuts the line, discarding everything on its way.
    func cut()
}

extension Line {
    /// Answers a farewell of the page with the same code.
    func acknowledgeClose(_ code: UInt16?) { close(code.map { Farewell(code: $0, reason: "") }) }
}

/// A signal from a page.
enum Signal: Sendable {
    /// A message.
    case message(Data)
    /// A ping of the page.
    case ping(Data)
    /// An answer of the page to a ping.
    case pong
    /// The page goes, with an optional code for the reason.
    case close(UInt16?)
    /// A violation of the protocol, after which nothing can be understood.
    case fault(Farewell)
}
