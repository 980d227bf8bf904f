#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The way to a page, as far as a visit has to know: nothing of sockets and frames.
protocol Line: Sendable {
    /// Sends a message, and waits until there is room for another.
    func send(_ message: Data) async throws

    /// Asks for a sign, at once.
    func ping()

    /// Answers a page that asks for a sign, and waits until there is room.
    func pong(_ data: Data) async throws

    /// Says farewell, at once; nothing is sent after that.
    ///
    /// - Parameter farewell: What is said; `nil` for a farewell without words.
    func close(_ farewell: Farewell?)

    /// Cuts it, whatever is on its way.
    func cut()
}

extension Line {
    /// Answers a farewell of the page with the same.
    func acknowledgeClose(_ code: UInt16?) { close(code.map { Farewell(code: $0, reason: "") }) }
}

/// Something that comes from a page.
enum Signal: Sendable {
    /// A message.
    case message(Data)
    /// The page wants a sign.
    case ping(Data)
    /// The page gives a sign.
    case pong
    /// The page goes, and may say why by a code.
    case close(UInt16?)
    /// What came was against the rules; nothing that comes after it can be understood.
    case fault(Farewell)
}
