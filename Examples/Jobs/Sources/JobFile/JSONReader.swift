/// Reads JSON and keeps what a decoder drops: the order of members, repeated members, and all positions.
struct JSONReader {
    /// The maximum nesting depth of lists and objects, for which the stack is large enough.
    static let deepest = 64

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    private let bytes: [UInt8]
    private var offset = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads a text that consists of one value.
    ///
    /// - Parameter bytes: The text, in UTF-8.
    /// - Throws: The first fault.
    static func value(of bytes: [UInt8]) throws(FileFault) -> JSONValue {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw FileFault(at: 0, "the file is not a text in UTF-8")
        }
        var reader = JSONReader(bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.offset = 3 }
        reader.skipSpace()
        if reader.next == nil { throw FileFault(at: reader.offset, "the file is empty") }
        let value = try reader.readValue(depth: 0)
        reader.skipSpace()
        if reader.next != nil { throw reader.unexpected("the end of the file") }
        return value
    }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private func unexpected(_ expected: String) -> FileFault {
        guard let next else { return FileFault(at: offset, "the file ends where \(expected) is expected") }
        let shown = next < 0x80 ? Character(Unicode.Scalar(next)).debugDescription : "a character that is not ASCII"
        return FileFault(at: offset, "\(shown) stands where \(expected) is expected")
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func take(word: StaticString) throws(FileFault) {
        let isThere = bytes[offset...].starts(
            with: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        guard isThere else { throw unexpected("a value") }
        offset += word.utf8CodeUnitCount
    }

    private mutating func readValue(depth: Int) throws(FileFault) -> JSONValue {
        let start = offset
        guard depth < Self.deepest else {
            throw FileFault(at: start, "lists and objects are too deep within each other")
        }
        let content: JSONValue.Content
        switch next {
        case UInt8(ascii: "{"): content = .object(try readObject(depth: depth))
        case UInt8(ascii: "["): content = .array(try readArray(depth: depth))
        case UInt8(ascii: "\""): content = .string(try readString())
        case let digit? where digit == UInt8(ascii: "-") || Self.digits.contains(digit):
            content = .number(try readNumber())
        case UInt8(ascii: "t"):
            try take(word: "true")
            content = .boolean(true)
        case UInt8(ascii: "f"):
            try take(word: "false")
            content = .boolean(false)
        case UInt8(ascii: "n"):
            try take(word: "null")
            content = .null
        default: throw unexpected("a value")
        }
        return JSONValue(content: content, offset: start)
    }

    private mutating func readObject(depth: Int) throws(FileFault) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        offset += 1
        skipSpace()
        if take("}") { return members }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
            let start = offset
            let name = try readString()
            skipSpace()
            guard take(":") else { throw unexpected("\":\"") }
            skipSpace()
            members.append(JSONValue.Member(name: name, offset: start, value: try readValue(depth: depth + 1)))
            skipSpace()
            if take("}") { return members }
            guard take(",") else { throw unexpected("\",\" or \"}\"") }
        }
    }

    private mutating func readArray(depth: Int) throws(FileFault) -> [JSONValue] {
        var elements: [JSONValue] = []
        offset += 1
        skipSpace()
        if take("]") { return elements }
        while true {
            skipSpace()
            elements.append(try readValue(depth: depth + 1))
            skipSpace()
            if take("]") { return elements }
            guard take(",") else { throw unexpected("\",\" or \"]\"") }
        }
    }

    private mutating func readNumber() throws(FileFault) -> Double {
        let start = offset
        _ = take("-")
        if !take("0") { try readDigits() }
        if take(".") { try readDigits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try readDigits()
        }
        guard let number = Double(String(decoding: bytes[start..<offset], as: UTF8.self)), number.isFinite else {
            throw FileFault(at: start, "the number is too large")
        }
        return number
    }

    private mutating func readDigits() throws(FileFault) {
        let start = offset
        while let byte = next, Self.digits.contains(byte) { offset += 1 }
        if offset == start { throw unexpected("a digit") }
    }
}

extension JSONReader {
    private mutating func readString() throws(FileFault) -> String {
        offset += 1
        var text = ""
        var start = offset
        while true {
            switch next {
            case nil: throw unexpected("the closing quote of a text")
            case UInt8(ascii: "\""):
                text += String(decoding: bytes[start..<offset], as: UTF8.self)
                offset += 1
                return text
            case UInt8(ascii: "\\"):
                text += String(decoding: bytes[start..<offset], as: UTF8.self)
                offset += 1
                text.unicodeScalars.append(try readEscape())
                start = offset
            case let control? where control < 0x20:
                throw FileFault(
                    at: offset,
                    "a text has a line break or another control character in it; write it as an escape, such as \\n")
            default: offset += 1
            }
        }
    }

    private mutating func readEscape() throws(FileFault) -> Unicode.Scalar {
        let start = offset - 1
        guard let kind = next else { throw unexpected("an escape") }
        offset += 1
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(kind)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let first = try readCodeUnit()
            if let scalar = Unicode.Scalar(first) { return scalar }
            // A surrogate is half of a scalar value; the other half must follow.
            guard take("\\"), take("u") else { throw FileFault(at: start, "half of a surrogate pair stands alone") }
            let units = [UInt16(first), UInt16(try readCodeUnit())]
            var decoder = UTF16()
            var iterator = units.makeIterator()
            guard case .scalarValue(let scalar) = decoder.decode(&iterator), iterator.next() == nil else {
                throw FileFault(at: start, "half of a surrogate pair stands alone")
            }
            return scalar
        default: throw FileFault(at: start, "no escape begins like this; a backslash is written as \\\\")
        }
    }

    private mutating func readCodeUnit() throws(FileFault) -> UInt32 {
        let end = offset + 4
        guard end <= bytes.count, bytes[offset..<end].allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
            let value = UInt32(String(decoding: bytes[offset..<end], as: UTF8.self), radix: 16)
        else { throw FileFault(at: offset, "four hexadecimal digits follow \\u") }
        offset = end
        return value
    }
}
