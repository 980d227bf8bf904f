/// Why the connection of a page is closed: what the page is told.
struct Farewell: Error, Equatable, Sendable {
    /// The code of the WebSocket protocol, or one of 4000 and above.
    let code: UInt16
    /// What has happened, in a sentence for users, and what they can do.
    let reason: String

    /// Creates a farewell.
    ///
    /// - Parameters:
    ///   - code: The code of the WebSocket protocol, or one of 4000 and above.
    ///   - reason: What has happened. There is room for 123 bytes; what is beyond that is left out.
    init(code: UInt16, reason: String) {
        self.code = code
        self.reason = reason.prefix(bytes: 123)
    }
}

extension Farewell {
    /// The machine has ended.
    static let ended = Farewell(code: 1000, reason: "The machine has ended.")
    /// The server goes.
    static let shuttingDown = Farewell(code: 1001, reason: "The server is shutting down.")
    /// The browser speaks another language.
    static let notText = Farewell(code: 1003, reason: "Only text messages are understood.")
    /// The browser breaks the rules of the protocol.
    static func protocolError(_ what: String) -> Farewell { Farewell(code: 1002, reason: "Protocol error: \(what).") }
    /// What came is no text.
    static let notUnicode = Farewell(code: 1007, reason: "A text was not in UTF-8.")
    /// What came is no message.
    static let malformed = Farewell(code: 1007, reason: "A message could not be read: it has to be JSON with an event.")
    /// The page has nothing of that kind.
    static func unknownEvent(_ name: String) -> Farewell {
        Farewell(code: 1008, reason: "This page has no event \(name.prefix(bytes: 40).debugDescription).")
    }
    /// Too many messages.
    static let flood = Farewell(code: 1008, reason: "Too many messages in too short a time.")
    /// A message is too large.
    static func tooLarge(limit: Int) -> Farewell {
        Farewell(code: 1009, reason: "A message was larger than \(limit) bytes.")
    }
    /// A message comes in too many parts.
    static let tooManyParts = Farewell(code: 1008, reason: "A message came in too many parts.")
    /// The machine has failed.
    static let failed = Farewell(code: 1011, reason: "The machine has failed. Begin again.")
    /// There are enough sessions.
    static let full = Farewell(code: 1013, reason: "The server has no room for another session. Try again later.")
    /// Nobody does anything.
    static let idle = Farewell(code: 4000, reason: "Nothing has happened for a long time.")
    /// Nobody answers.
    static let silent = Farewell(code: 4001, reason: "The page did not answer any more.")
    /// The session has a new connection.
    static let replaced = Farewell(code: 4002, reason: "This session goes on in another connection.")
    /// The page did not come back.
    static let abandoned = Farewell(code: 4003, reason: "The page did not come back in time.")
}

extension String {
    /// As much of it as fits into some bytes.
    fileprivate func prefix(bytes limit: Int) -> String {
        if utf8.count <= limit { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
