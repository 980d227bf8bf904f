#if Postgres
    import CLibpq
    import Foundation
    import OakDurable

    /// An argument of a statement, in the binary format of its type.
    enum PostgresValue: Sendable {
        case null
        case bool(Bool)
        case integer(Int64)
        case real(Double)
        case bytes(Data)
        case text(String)
        case json(Data)
        case uuid(UUID)
        /// An array of elements that have the type, or are NULL.
        case array(PostgresType, [PostgresValue])

        /// The type; `nil` lets the server infer it.
        var type: Oid {
            switch self {
            case .null: 0
            case .bool: PostgresType.bool.oid
            case .integer: PostgresType.integer.oid
            case .real: PostgresType.real.oid
            case .bytes: PostgresType.bytes.oid
            case .text: PostgresType.text.oid
            case .json: PostgresType.json.oid
            case .uuid: PostgresType.uuid.oid
            case .array(let type, _): type.array
            }
        }

        /// Appends the bytes of the value to others.
        ///
        /// - Returns: The number of bytes; `nil` for NULL, which has none.
        @discardableResult func append(to bytes: inout [UInt8]) -> Int? {
            let start = bytes.count
            switch self {
            case .null: return nil
            case .bool(let value): bytes.append(value ? 1 : 0)
            case .integer(let value): bytes.append(bigEndian: value)
            case .real(let value): bytes.append(bigEndian: value.bitPattern)
            case .bytes(let data): bytes.append(contentsOf: data)
            case .text(let text): bytes.append(contentsOf: text.utf8)
            case .json(let data):
                // The number of the format.
                bytes.append(1)
                bytes.append(contentsOf: data)
            case .uuid(let value): withUnsafeBytes(of: value.uuid) { bytes.append(contentsOf: $0) }
            case .array(let type, let elements):
                // Dimensions, whether there are NULLs, the type; the number of elements and that of the first one.
                bytes.append(bigEndian: Int32(elements.isEmpty ? 0 : 1))
                bytes.append(bigEndian: Int32(1))
                bytes.append(bigEndian: type.oid)
                if elements.isEmpty { break }
                bytes.append(bigEndian: Int32(elements.count))
                bytes.append(bigEndian: Int32(1))
                for element in elements {
                    let place = bytes.count
                    bytes.append(bigEndian: Int32(-1))
                    guard let count = element.append(to: &bytes) else { continue }
                    withUnsafeBytes(of: Int32(count).bigEndian) { bytes.replaceSubrange(place..<(place + 4), with: $0) }
                }
            }
            return bytes.count - start
        }
    }

    /// A type, with the number that each PostgreSQL gives it.
    struct PostgresType: Sendable {
        let oid: Oid
        /// The type of its arrays.
        let array: Oid

        static let bool = PostgresType(oid: 16, array: 1000)
        static let bytes = PostgresType(oid: 17, array: 1001)
        static let integer = PostgresType(oid: 20, array: 1016)
        static let text = PostgresType(oid: 25, array: 1009)
        static let real = PostgresType(oid: 701, array: 1022)
        static let uuid = PostgresType(oid: 2950, array: 2951)
        static let json = PostgresType(oid: 3802, array: 3807)
    }

    extension [UInt8] {
        fileprivate mutating func append(bigEndian value: some FixedWidthInteger) {
            Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
        }
    }

    extension PostgresValue {
        static func integer(_ value: Int) -> PostgresValue { .integer(Int64(value)) }
        static func optional(_ value: Int64?) -> PostgresValue { value.map { .integer($0) } ?? .null }
        static func optional(_ data: Data?) -> PostgresValue { data.map { .bytes($0) } ?? .null }
        static func optional(_ text: String?) -> PostgresValue { text.map { .text($0) } ?? .null }
        static func time(_ date: Date) -> PostgresValue { .real(date.timeIntervalSinceReferenceDate) }
        static func name(_ text: String) -> PostgresValue { .bytes(text.nameBytes) }
        static func optional(_ value: Int?) -> PostgresValue { optional(value.map { Int64($0) }) }
        static func integers(_ values: [Int64]) -> PostgresValue { .array(.integer, values.map { .integer($0) }) }
        static func byteStrings(_ values: [Data]) -> PostgresValue { .array(.bytes, values.map { .bytes($0) }) }
        static func uuids(_ values: [UUID]) -> PostgresValue { .array(.uuid, values.map { .uuid($0) }) }
        static func shards(_ shards: [Int]) -> PostgresValue { integers(shards.map { Int64($0) }) }
    }

    extension String {
        /// The one spelling, as bytes, of all texts that Swift considers equal.
        ///
        /// A text of PostgreSQL has no NUL, and is compared by its collation.
        var nameBytes: Data { Data(asName.utf8) }
    }
#endif
