/// The place of an inspector elsewhere: `HOST:PORT/TOKEN`.
struct ReportAddress: Hashable, Sendable, CustomStringConvertible {
    let host: String
    let port: Int
    let token: String

    var description: String { host.contains(":") ? "[\(host)]:\(port)/\(token)" : "\(host):\(port)/\(token)" }

    /// Whether a text is the token, in a time that does not tell how much of it is right.
    func isToken(_ text: String) -> Bool {
        let (given, expected) = (Array(text.utf8), Array(token.utf8))
        guard given.count == expected.count else { return false }
        return zip(given, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension ReportAddress {
    /// - Returns: `nil` for a text of another form. The host may be an IPv6 address in brackets.
    init?(_ text: String) {
        guard let slash = text.lastIndex(of: "/"), let colon = text[..<slash].lastIndex(of: ":"),
            let port = Int(text[text.index(after: colon)..<slash]), (1...65535).contains(port)
        else { return nil }
        let host = text[..<colon].filter { $0 != "[" && $0 != "]" }
        let token = text[text.index(after: slash)...]
        guard !host.isEmpty, !token.isEmpty else { return nil }
        self.init(host: host, port: port, token: String(token))
    }
}
