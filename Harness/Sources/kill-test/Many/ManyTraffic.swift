#if Postgres
    import Foundation
    import OakDurable
    import OakPostgres

    /// Senders, each of which sends numbers to all meters, and waits for each answer.
    final class ManyTraffic: @unchecked Sendable {
        struct Sum {
            var events = 0
            var repetitions = 0
            var work = 0
            /// The longest time until an event was processed: in the herd of deaths, and while each process died alone.
            var (longestInHerd, longest) = (0.0, 0.0)
        }

        static let meters = 40
        private static let senders = 4
        private static let probes = 4

        private let clients: [DurableClient]
        private let lock = NSLock()
        private var isStopped = false
        private var sent: [[Int]]
        private var sum = Sum()
        private var lastCrash = Date.distantPast
        private var herdSince = Date.distantFuture

        init(_ settings: PostgresSettings, through proxy: PostgresSettings) {
            clients = [settings, proxy].map { DurableClient(store: PostgresStore($0)) }
            sent = Array(repeating: Array(repeating: 0, count: Self.meters), count: Self.senders + Self.probes)
        }

        private func id(_ meter: Int) -> DurableID<Meter> { DurableID("\(meter)") }

        func begin() async throws {
            for book in 0..<Book.count {
                try await clients[0].start(Book.self, id: Book.id(for: book), initialState: .open(Book.Entries()))
            }
            for meter in 0..<Self.meters {
                try await clients[0].start(
                    Meter.self, id: id(meter), initialState: .counting(Meter.Tally(meter: meter)))
            }
        }

        func stop() { lock.withLock { isStopped = true } }

        /// From now on, processes are killed before the work of those before them has moved.
        func noteHerd() { lock.withLock { herdSince = Date() } }

        /// The time from a crash to the restart counts for no event.
        func noteCrash() { lock.withLock { lastCrash = Date() } }

        func run() async {
            await withTaskGroup(of: Void.self) { group in
                for sender in 0..<Self.senders { group.addTask { await self.send(sender) } }
                for probe in 0..<Self.probes { group.addTask { await self.probe(Self.senders + probe) } }
            }
        }

        private func send(_ sender: Int) async {
            var meter = sender
            while !lock.withLock({ isStopped }) {
                await sendNext(to: meter % Self.meters, sender)
                meter += 1
            }
        }

        private func sendNext(to meter: Int, _ sender: Int) async {
            let number = lock.withLock {
                sent[sender][meter] += 1
                sum.events += 1
                return sent[sender][meter]
            }
            let client = clients[sender % clients.count]
            await repeatedly {
                try await client.send(.add(number, sender: sender), to: id(meter), deduplication: "\(sender) \(number)")
            }
        }

        private func repeatedly(_ body: () async throws -> Void) async {
            while true {
                do { return try await body() } catch {
                    lock.withLock { sum.repetitions += 1 }
                    try? await Task.sleep(for: .milliseconds(50))
                }
            }
        }

        /// Measures how long events wait.
        private func probe(_ sender: Int) async {
            var meter = sender
            while !lock.withLock({ isStopped }) {
                meter = (meter + 7) % Self.meters
                await sendNext(to: meter, sender)
                let (start, number) = (Date(), lock.withLock { sent[sender][meter] })
                while true {
                    try? await Task.sleep(for: .milliseconds(20))
                    let state = try? await clients[0].state(of: id(meter))
                    if state?.tally.latest[sender, default: 0] ?? 0 >= number { break }
                }
                lock.withLock {
                    guard lastCrash.addingTimeInterval(8) < start else { return }
                    let duration = Date().timeIntervalSince(start)
                    if start > herdSince {
                        sum.longestInHerd = max(sum.longestInHerd, duration)
                    } else {
                        sum.longest = max(sum.longest, duration)
                    }
                }
            }
        }

        /// Ends all meters, and compares what they have counted, and what the books have heard of it.
        func finish() async throws -> Sum {
            for meter in 0..<Self.meters {
                await repeatedly {
                    do { try await clients[0].send(.finish, to: id(meter), deduplication: "finish") } catch DurableError
                        .instanceEnded
                    {}
                }
            }
            var work: [Int: Int] = [:]
            for meter in 0..<Self.meters {
                try await clients[0].value(of: id(meter))
                let tally = try await clients[0].state(of: id(meter)).tally
                guard tally.faults.isEmpty else { throw Finding("Meter \(meter): \(tally.faults.prefix(5))") }
                for sender in sent.indices where tally.latest[sender, default: 0] != sent[sender][meter] {
                    let (counted, expected) = (tally.latest[sender, default: 0], sent[sender][meter])
                    throw Finding("Meter \(meter) has \(counted) of \(expected) numbers of \(sender).")
                }
                sum.work += tally.worked
                work[meter] = tally.worked
            }
            for book in 0..<Book.count {
                let entries = try await close(Book.id(for: book))
                let expected = work.filter { $0.key % Book.count == book && $0.value > 0 }
                guard entries.faults.isEmpty else { throw Finding("Book \(book): \(entries.faults.prefix(5))") }
                guard entries.work == expected else {
                    throw Finding("Book \(book) has heard of the work \(entries.work) instead of \(expected).")
                }
                guard book > 0 || entries.second != nil else { throw Finding("No second has passed.") }
            }
            return sum
        }

        /// Closes a book after the messages of all meters, which are stored with the ends of the meters.
        private func close(_ book: DurableID<Book>) async throws -> Book.Entries {
            await repeatedly {
                do { try await clients[0].send(.close, to: book, deduplication: "close") } catch DurableError
                    .instanceEnded
                {}
            }
            try await clients[0].value(of: book)
            return try await clients[0].state(of: book).entries
        }
    }
#endif
