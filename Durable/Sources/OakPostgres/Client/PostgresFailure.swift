#if Postgres
    import CLibpq
    import Foundation
    import OakDurable

    /// An error that PostgreSQL, or the way to it, has reported.
    struct PostgresFailure: Error {
        /// The SQLSTATE, five characters; `nil` if the connection has failed.
        let state: String?
        let message: String

        init(state: String?, message: String) {
            self.state = state
            self.message = message
        }

        /// The failure of a connection.
        init(of connection: OpaquePointer?) {
            self.init(state: nil, message: Self.line(PQerrorMessage(connection)))
        }

        /// The failure of a statement.
        init(ofResult result: OpaquePointer) {
            let state = PQresultErrorField(result, CInt(UInt8(ascii: "C"))).map { String(cString: $0) }
            let message = PQresultErrorField(result, CInt(UInt8(ascii: "M"))) ?? PQresultErrorMessage(result)
            self.init(state: state, message: Self.line(message))
        }

        private static func line(_ message: UnsafePointer<CChar>?) -> String {
            let text = message.map { String(cString: $0) } ?? ""
            let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            return lines.isEmpty ? "The connection is lost" : lines.joined(separator: " ")
        }

        /// Whether the server has given up the transaction because of another one, so that it can be repeated.
        var isCollision: Bool { state == "40001" || state == "40P01" }

        /// Whether it is known that nothing of the transaction was kept: the server has answered, and goes on.
        var tellsOutcome: Bool { state.map { !$0.hasPrefix("57P") } ?? false }

        /// Whether a lease is not the current one.
        var isLostLease: Bool { state == "OAK01" }

        /// Whether the schema lacks the tables of a store.
        private var isForeignSchema: Bool {
            ["3F000", "42P01", "42703", "42883", "42804"].contains(state)
        }

        /// Whether a migration has found tables that it did not create.
        var isTableOfOthers: Bool { ["42P07", "42723", "42703"].contains(state) }

        /// The error of the store, with the SQLSTATE and what to do.
        var error: DurableError {
            if isLostLease { return .ownershipLost(to: message) }
            if isForeignSchema { return .notAStore("\(reason) \(Self.migration)") }
            return .storeFailed([reason, advice].compactMap { $0 }.joined(separator: " "))
        }

        static let migration = "Create its tables with 'PostgresStore.migrate'."

        /// The message, with the SQLSTATE.
        var reason: String {
            let sentence = message.hasSuffix(".") ? String(message.dropLast()) : message
            return state.map { "PostgreSQL: \(sentence) (SQLSTATE \($0))." } ?? "PostgreSQL: \(sentence)."
        }

        private var advice: String? {
            switch state {
            case nil: "Check that the server runs and that the connection string is right."
            case "28P01", "28000": "Correct the user, the password or the way of the connection (TLS)."
            case "3D000": "Create the database, or correct its name."
            case "42501": "Grant the role of the program what 'PostgresStore.migrate(…, role:)' grants."
            case "25006": "Connect to the primary: add 'target_session_attrs=read-write'."
            case "53300": "Raise 'max_connections', let fewer programs connect, or put a pooler in between."
            case "53100": "Make room on the disk of the database."
            case "57014": "A statement has taken longer than allowed, or was cancelled. Look for what keeps the server."
            case "55P03": "Another transaction holds the lock of an instance. Keep transactions that send short."
            case "40001", "40P01": "Other transactions have been in the way, several times. Try again."
            case "57P01", "57P02", "57P03": "The server restarts. Try again."
            case .some: nil
            }
        }
    }
#endif
