/// The reason for closing the connection of a page, as told to the page.
struct Farewell: Error, Equatable, Sendable {
    /// The code of the WebSocket protocol, or one of 4000 and above.
    let code: UInt16
    /// The explanation for users, in one sentence, with a remedy.
    let reason: String

    /// Creates a farewell.
    ///
    /// - Parameters:
    ///   - code: The code of the WebSocket protocol, or one of 4000 and above.
    ///   - reason: The explanation. Text beyond 123 bytes is cut off.
    init(code: UInt16, reason: String) {
        self.code = code
        self.reason = reason.prefix(bytes: 123)
    }
}

extension Farewell {
    /// The machine has ended.
    static let ended = Farewell(code: 1000, reason: "The machine has ended.")
    /// The server shuts down.
    static let shuttingDown = Farewell(code: 1001, reason: "The server is shutting down.")
    /// The browser sends other data than text.
    static let notText = Farewell(code: 1003, reason: "Only text messages are understood.")
    /// The browser violates the protocol.
    static func protocolError(_ what: String) -> Farewell { Farewell(code: 1002, reason: "Protocol error: \(what).") }
    /// The data is not valid text.
    static let notUnicode = Farewell(code: 1007, reason: "A text was not in UTF-8.")
    /// The text is not a valid message.
    static let malformed = Farewell(
        code: 1007, reason: "A message could not be read: it has to be JSON with an event and texts.")
    /// The page has no such message.
    static func unknownEvent(_ name: String) -> Farewell {
        let event = name.prefix(bytes: 40).debugDescription
        return Farewell(code: 1008, reason: "This page has no event \(event), or not with these values.")
    }
    /// Too many messages.
    static let flood = Farewell(code: 1008, reason: "Too many messages in too short a time.")
    /// A message is too large.
    static func tooLarge(limit: Int) -> Farewell {
        Farewell(code: 1009, reason: "A message was larger than \(limit) bytes.")
    }
    /// A message consists of too many parts.
    static let tooManyParts = Farewell(code: 1008, reason: "A message came in too many parts.")
    /// The machine has failed.
    static let failed = Farewell(code: 1011, reason: "The machine has failed. Begin again.")
    /// The maximum number of sessions is reached.
    static let full = Farewell(code: 1013, reason: "The server has no room for another session. Try again later.")
    /// The user has been inactive.
    static let idle = Farewell(code: 4000, reason: "Nothing has happened for a long time.")
    /// The page does not answer.
    static let silent = Farewell(code: 4001, reason: "The page did not answer any more.")
    /// The session has a new connection.
    static let replaced = Farewell(code: 4002, reason: "This session goes on in another connection.")
    /// The page did not return.
    static let abandoned = Farewell(code: 4003, reason: "The page did not come back in time.")
}

extension String {
    /// The longest prefix that fits into a number of bytes.
    fileprivate func prefix(bytes limit: Int) -> String {
        if utf8.count <= limit { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
