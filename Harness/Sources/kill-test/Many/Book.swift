#if Postgres
    import Foundation
    import Oak
    import OakDurable

    /// Hears of the work of some meters by their messages, and of each second by a schedule, and notes what comes too
    /// early, too late or twice.
    enum Book: EffectTransducer, DurableTransducer {
        enum State: Codable, Hashable, Sendable, Terminable {
            case open(Entries)
            case closed(Entries)

            var isTerminal: Bool { if case .closed = self { true } else { false } }

            var entries: Entries {
                switch self {
                case .open(let entries), .closed(let entries): entries
                }
            }
        }

        enum Event: Codable, Hashable, Sendable {
            case worked(Int, meter: Int)
            case second(Date)
            case close
        }

        struct Entries: Codable, Hashable, Sendable {
            /// The last piece of work of each meter.
            var work: [Int: Int] = [:]
            var second: Date?
            var faults: [String] = []
        }

        static let machineName = "book"
        static let count = 4

        static func id(for meter: Int) -> DurableID<Book> { DurableID("\(meter % count)") }

        /// Sends each second to one of the books, also the seconds at which no process was there.
        static func seconds() throws -> DurableSchedule {
            let times = try ScheduleTimes.every(1, from: Date(timeIntervalSince1970: 0))
            return DurableSchedule("seconds", times, missed: .all(limit: 100_000)) {
                .send(.second($0), to: id(for: 0))
            }
        }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.open(var entries), .worked(let work, let meter)):
                let last = entries.work[meter, default: 0]
                if work != last + 1 { entries.faults.append("work \(work) of \(meter) comes after \(last)") }
                entries.work[meter] = work
                state = .open(entries)
            case (.open(var entries), .second(let second)):
                if let last = entries.second, second.timeIntervalSince(last) != 1 {
                    entries.faults.append("the second \(second) comes after \(last)")
                }
                entries.second = second
                state = .open(entries)
            case (.open(let entries), .close): state = .closed(entries)
            case (.closed, _): return .unexpected
            }
            return nil
        }
    }
#endif
