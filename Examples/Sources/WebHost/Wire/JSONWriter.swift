#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Writes JSON as it goes along.
///
/// Encoders of the system make a tree of boxes first. For messages as short and as many as those to pages that costs more
/// than everything else that is done about a message.
struct JSONWriter {
    private var bytes: [UInt8] = []
    /// Whether something stands before that has to be separated from what comes next.
    private var isBehindValue = false

    var data: Data { Data(bytes) }

    mutating func object(_ members: (inout JSONWriter) -> Void) {
        begin(with: "{")
        members(&self)
        end(with: "}")
    }

    mutating func array(_ elements: (inout JSONWriter) -> Void) {
        begin(with: "[")
        elements(&self)
        end(with: "]")
    }

    /// The name of the member whose value is written next.
    mutating func name(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        isBehindValue = false
    }

    mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        append(escaping: text.utf8)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func string(_ text: String?) {
        if let text { string(text) } else { literal("null") }
    }

    mutating func number(_ number: Int) { literal("\(number)") }

    mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    private mutating func literal(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func begin(with bracket: Unicode.Scalar) {
        separate()
        bytes.append(UInt8(ascii: bracket))
        isBehindValue = false
    }

    private mutating func end(with bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        isBehindValue = true
    }

    private mutating func separate() {
        if isBehindValue { bytes.append(UInt8(ascii: ",")) }
        isBehindValue = true
    }

    private mutating func append(escaping text: String.UTF8View) {
        guard text.contains(where: JSONWriter.isSpecial) else { return bytes.append(contentsOf: text) }
        for byte in text {
            switch byte {
            case UInt8(ascii: "\n"): bytes.append(contentsOf: #"\n"#.utf8)
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
            case 0..<0x20:
                bytes.append(contentsOf: (byte < 0x10 ? #"\u000"# : #"\u00"#).utf8)
                bytes.append(contentsOf: String(byte, radix: 16).utf8)
            case _: bytes.append(byte)
            }
        }
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }
}
