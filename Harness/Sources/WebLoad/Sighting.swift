/// Finds the value of the counter in messages of the server: in markup, or in a patch of a text.
///
/// It is the only number there that is a text by itself. Parsing JSON and maintaining a page would cost more than
/// serving it.
enum Sighting {
    /// The value; `nil` unless the message contains exactly one.
    static func value(in message: some Collection<UInt8>) -> Int? {
        var found: Int?
        var rest = message[...]
        while let opener = rest.firstIndex(where: { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "\"") }) {
            rest = rest[message.index(after: opener)...]
            guard let (number, end) = number(at: rest) else { continue }
            if found != nil { return nil }
            found = number
            rest = end
        }
        return found
    }

    /// A whole number followed by the end of a text.
    private static func number<Bytes: Collection<UInt8>>(at bytes: Bytes) -> (Int, Bytes.SubSequence)? {
        var rest = bytes[...]
        var sign = 1
        for minus in [[UInt8(ascii: "-")], Array("−".utf8)] where rest.starts(with: minus) {
            sign = -1
            rest = rest.dropFirst(minus.count)
        }
        let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        rest = rest.dropFirst(digits.count)
        guard !digits.isEmpty, digits.count < 10, let end = rest.first,
            end == UInt8(ascii: "<") || end == UInt8(ascii: "\"")
        else { return nil }
        // A number followed by a colon is the position of a child.
        if end == UInt8(ascii: "\""), rest.dropFirst().first == UInt8(ascii: ":") { return nil }
        return (sign * digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }, rest)
    }
}
