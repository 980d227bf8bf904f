#if Postgres
    import CLibpq
    import Foundation
    import OakDurable

    /// An argument of a statement, in the binary format of its type.
    enum PostgresValue {
        case null
        case bool(Bool)
        case integer(Int64)
        case real(Double)
        case bytes(Data)
        case text(String)
        case json(Data)
        case uuid(UUID)
        case integers([Int64])
        case byteStrings([Data])
        case uuids([UUID])

        /// The number of the type, which each PostgreSQL has given it; zero lets the server infer it.
        var type: Oid {
            switch self {
            case .null: 0
            case .bool: 16
            case .integer: 20
            case .real: 701
            case .bytes: 17
            case .text: 25
            case .json: 3802
            case .uuid: 2950
            case .integers: 1016
            case .byteStrings: 1001
            case .uuids: 2951
            }
        }

        /// The bytes of the value; `nil` for NULL.
        var binary: Data? {
            switch self {
            case .null: nil
            case .bool(let value): Data([value ? 1 : 0])
            case .integer(let value): Self.bigEndian(value)
            case .real(let value): Self.bigEndian(value.bitPattern)
            case .bytes(let data): data
            case .text(let text): Data(text.utf8)
            // The number of the format.
            case .json(let data): Data([1]) + data
            case .uuid(let value): withUnsafeBytes(of: value.uuid) { Data($0) }
            case .integers(let values): Self.array(values.map { Self.bigEndian($0) }, of: 20)
            case .byteStrings(let values): Self.array(values, of: 17)
            case .uuids(let values): Self.array(values.map { withUnsafeBytes(of: $0.uuid) { Data($0) } }, of: 2950)
            }
        }

        private static func bigEndian(_ value: some FixedWidthInteger) -> Data {
            withUnsafeBytes(of: value.bigEndian) { Data($0) }
        }

        private static func array(_ elements: [Data], of type: Int32) -> Data {
            let (dimensions, hasNulls): (Int32, Int32) = (elements.isEmpty ? 0 : 1, 0)
            var data = bigEndian(dimensions) + bigEndian(hasNulls) + bigEndian(type)
            if elements.isEmpty { return data }
            let first: Int32 = 1
            data += bigEndian(Int32(elements.count)) + bigEndian(first)
            for element in elements { data += bigEndian(Int32(element.count)) + element }
            return data
        }
    }

    extension PostgresValue {
        static func integer(_ value: Int) -> PostgresValue { .integer(Int64(value)) }
        static func optional(_ value: Int64?) -> PostgresValue { value.map { .integer($0) } ?? .null }
        static func optional(_ data: Data?) -> PostgresValue { data.map { .bytes($0) } ?? .null }
        static func optional(_ text: String?) -> PostgresValue { text.map { .text($0) } ?? .null }
        static func time(_ date: Date) -> PostgresValue { .real(date.timeIntervalSinceReferenceDate) }
        static func name(_ text: String) -> PostgresValue { .bytes(text.nameBytes) }
        static func shards(_ shards: [Int]) -> PostgresValue { .integers(shards.map { Int64($0) }) }
    }

    extension String {
        /// The one spelling, as bytes, of all texts that Swift considers equal.
        ///
        /// A text of PostgreSQL has no NUL, and is compared by its collation.
        var nameBytes: Data {
            Data(asName.utf8)
        }
    }
#endif
