#if Postgres
    import CLibpq
    import Foundation
    import OakDurable

    /// A statement with its arguments; its text is written in the program.
    struct PostgresStatement {
        let sql: StaticString
        let arguments: [PostgresValue]
    }

    extension PostgresStatement {
        init(_ sql: StaticString, _ arguments: PostgresValue...) { self.init(sql: sql, arguments: arguments) }
    }

    /// A row of a result, in the binary format, whose columns are numbered from zero.
    struct PostgresRow: StoredRow {
        let result: OpaquePointer
        let row: CInt

        func isNull(_ column: CInt) -> Bool { PQgetisnull(result, row, column) != 0 }

        private func bytes(_ column: CInt) -> UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(
                start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
        }

        /// An integer of two, four or eight bytes.
        func int64(_ column: CInt) -> Int64 {
            let bytes = bytes(column)
            if bytes.isEmpty { return 0 }
            let shift = UInt64(64 - 8 * min(8, bytes.count))
            return Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) } << shift) >> Int64(shift)
        }

        func bool(_ column: CInt) -> Bool { bytes(column).first == 1 }
        func double(_ column: CInt) -> Double { Double(bitPattern: UInt64(bitPattern: int64(column))) }
        func data(_ column: CInt) -> Data { Data(bytes(column)) }
        func text(_ column: CInt) -> String { String(decoding: bytes(column), as: UTF8.self) }
        /// A document, without the number of its format.
        func json(_ column: CInt) -> Data { Data(bytes(column).dropFirst()) }
    }
#endif
