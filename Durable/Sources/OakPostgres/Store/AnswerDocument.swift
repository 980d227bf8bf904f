#if Postgres
    import Foundation
    import OakDurable

    /// An answer as the functions of the database give it.
    struct AnswerDocument: Decodable {
        struct Notice: Decodable {
            let m, i: String
            let n: Int64?
            let v: Int?
            let r: Double?
            let e, c: String?
            /// Whether it tells of a start.
            let s: Bool?

            var notice: StoredNotice {
                let name = InstanceName(machine: Document.text(m), id: Document.text(i))
                guard let n, let v, let r, let e else { return StoredNotice(to: name, s == true ? .start : .unread) }
                return StoredNotice(
                    to: name,
                    StoredEvent(
                        number: n, version: v, received: Date(timeIntervalSinceReferenceDate: r),
                        event: Document.bytes(e),
                        context: TraceContext(text: c)))
            }
        }

        let a: String
        let n: Int64?
        let s: String?
        /// The answers to messages.
        let of: [AnswerDocument]?
        /// The watchers that were told.
        let notices: [Notice]?
        /// The place of its macrostep among those of the request, from 1 on.
        let place: Int?

        static let missing = DurableError.storeFailed("The database has given no answer.")

        /// The answer in a document.
        static func answer(in document: Data) throws -> StoreAnswer {
            // The most frequent one.
            if document == done { return .done }
            return try JSONDecoder().decode(AnswerDocument.self, from: document).answer()
        }

        /// The answer in a document, and its place among those of macrosteps.
        static func placedAnswer(in document: Data) throws -> (place: Int, answer: StoreAnswer) {
            let placed = try JSONDecoder().decode(AnswerDocument.self, from: document)
            return ((placed.place ?? 0) - 1, try placed.answer())
        }

        private static let done = Data(#"{"a": "done"}"#.utf8)

        /// The events that others have put into inboxes.
        static func arrivals(in document: Data?) throws -> [StoredNotice] {
            guard let document else { throw missing }
            if document.count <= 2 { return [] }
            return try JSONDecoder().decode([Notice].self, from: document).map(\.notice)
        }

        func answer() throws -> StoreAnswer {
            let own = try ownAnswer()
            return notices.map { .told(own, $0.map(\.notice)) } ?? own
        }

        /// The answer without word of what watchers were told.
        private func ownAnswer() throws -> StoreAnswer {
            switch (a, n, of) {
            case ("created", let number?, _): return .created(number)
            case ("exists", let number?, _): return .exists(number)
            case ("stored", let number?, _): return .stored(number)
            case ("storedForRetry", let number?, _): return .storedForRetry(number)
            case ("returned", let number?, _): return .returned(number)
            case ("removed", let number?, _): return .removed(Int(number))
            case ("duplicate", _, _): return .duplicate
            case ("done", _, _): return .done
            case ("conflict", _, _): return .conflict
            case ("missing", _, _): return .missing
            case ("noEvent", _, _): return .noEvent
            case ("refused", _, _): return .refused(s.flatMap(InstanceStatus.init) ?? .ended)
            case ("sent", _, let answers?): return .sent(try answers.map { try $0.answer() })
            default: throw DurableError.storeFailed("The database has given an unknown answer: \(a).")
            }
        }
    }
#endif
