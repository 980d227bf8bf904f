/// An identity stored in two words: an integer, a short string, or a sixteen-byte value such as a UUID.
///
/// Two values are equal exactly if their bits are.
@usableFromInline
struct IdentityWords: Sendable {
    @usableFromInline var low: UInt64 = 0
    @usableFromInline var high: UInt64 = 0

    @inlinable
    @inline(__always)
    init(_ low: UInt64 = 0, _ high: UInt64 = 0) {
        self.low = low
        self.high = high
    }

    /// - Returns: `nil` for values whose equality or lifetime their bits do not determine.
    @inlinable
    @inline(__always)
    init?<Value: Hashable & Sendable>(_ value: Value) {
        if Value.self == String.self {
            guard let words = Self.words(of: unsafeBitCast(value, to: String.self)) else { return nil }
            self = words
        } else if value is any FixedWidthInteger, MemoryLayout<Value>.size <= 8 {
            copy(value)
        } else if _isPOD(Value.self), MemoryLayout<Value>.size == 16, MemoryLayout<Value>.alignment == 1 {
            copy(value)
        } else {
            return nil
        }
    }

    @inlinable
    @inline(__always)
    mutating func copy<Value>(_ value: Value) {
        withUnsafeMutableBytes(of: &self) { words in
            withUnsafeBytes(of: value) { words.copyMemory(from: $0) }
        }
    }

    /// The words of a string that is stored inline.
    @inlinable
    @inline(__always)
    static func words(of text: String) -> IdentityWords? {
        guard MemoryLayout<String>.size == 16 else { return nil }
        let words = unsafeBitCast(text, to: (UInt64, UInt64).self)
        return isShort(words) ? IdentityWords(words.0, words.1) : wordsOfCopy(text)
    }

    /// Handles a short string that is stored on the heap nevertheless.
    @usableFromInline
    static func wordsOfCopy(_ text: String) -> IdentityWords? {
        guard text.utf8.count <= 15 else { return nil }
        let words = unsafeBitCast(String(decoding: text.utf8, as: UTF8.self), to: (UInt64, UInt64).self)
        return isShort(words) ? IdentityWords(words.0, words.1) : nil
    }

    /// Whether the words hold up to fifteen ASCII characters inline, in which case equal strings have equal bits.
    @inlinable
    @inline(__always)
    static func isShort(_ words: (UInt64, UInt64)) -> Bool { words.1 >> 60 == 0xE }

    @inlinable
    @inline(__always)
    func isSame(as other: IdentityWords) -> Bool { low == other.low && high == other.high }
}

/// An identity of any type.
@usableFromInline
enum AnyIdentity: Sendable {
    case words(IdentityWords)
    case value(any Hashable & Sendable)

    @inlinable
    init(_ value: some Hashable & Sendable) { self = IdentityWords(value).map { .words($0) } ?? .value(value) }

    @inlinable
    static func areEqual(_ identity: AnyIdentity, _ other: AnyIdentity) -> Bool {
        switch (identity, other) {
        case (.words(let words), .words(let other)): words.isSame(as: other)
        case (.value(let value), .value(let other)): EffectID.areEqual(value, other)
        case (.words, _), (.value, _): false
        }
    }
}
