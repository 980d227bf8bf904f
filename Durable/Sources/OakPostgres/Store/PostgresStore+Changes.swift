#if Postgres
    public import Foundation
    public import OakDurable

    @_documentation(visibility: internal)
    extension PostgresStore {
        public func commit(_ batches: [StoreBatch], at now: Date) async throws -> [[StoreAnswer]] {
            guard let owner = batches.first?.lease.owner else { return [] }
            return try await renewing(batches.map(\.lease), at: now) {
                try await carryOut(batches, by: owner, at: now)
            }
        }

        private func carryOut(
            _ batches: [StoreBatch], by owner: StoreOwner, at now: Date
        ) async throws -> [[StoreAnswer]] {
            let news = batches.map { self.news.latest(in: $0.lease.shard) }
            let shards = batches.map(\.lease.shard.number)
            let changes = batches.flatMap(\.changes)
            let requests = ChangeRequest.requests(for: batches)
            let targets = changes.flatMap(\.targets)
            let births = changes.flatMap(\.followedTargets).map { shard(of: $0).number }
            let feeds = batches.filter { $0.changes.contains(where: \.mayBeFollowed) }.map(\.lease.shard.number)
            var statements = [
                PostgresStatement(
                    """
                    SELECT begin_commit(
                        $1, $2::bigint[]::integer[], $3, $4, $5, $6, $7::bigint[]::integer[], $8)
                    """, .uuid(owner.id), .shards(shards), .integers(batches.map { Int64($0.lease.generation) }),
                    .integers(ChangeRequest.keysToLock(for: requests)), .byteStrings(targets.map(\.machine.nameBytes)),
                    .byteStrings(targets.map(\.id.nameBytes)), .shards(Set(feeds + births).sorted()), .time(now))
            ]
            let doubtful = shares.inDoubt
            if !doubtful.isEmpty {
                statements.append(
                    PostgresStatement(
                        "SELECT 'null'::jsonb FROM repeat_arrivals($1::bigint[]::integer[], $2)",
                        .shards(doubtful.map(\.number).sorted()), .time(now)))
            }
            statements += requests.map { statement(for: $0, at: now) }
            if !changes.isEmpty { statements.append(PostgresStatement("SELECT take_arrivals(1000)")) }
            let sent = statements
            let results = try await perform {
                do {
                    return try await writer.run(sent) { $0.json(0) }
                } catch {
                    // The arrivals of an answer that is lost are told by no other one.
                    let isKnown = (error as? PostgresFailure)?.tellsOutcome ?? false
                    if !isKnown { shares.inDoubt = doubtful.union(shares.own).union(batches.map(\.lease.shard)) }
                    throw error
                }
            }
            if !doubtful.isEmpty {
                shares.inDoubt = []
                self.news.note(doubtful.subtracting(batches.map(\.lease.shard)).sorted())
            }
            // The numbers of the events of this transaction are greater, in whichever shard.
            var arrived = changes.isEmpty ? nil : try AnswerDocument.arrivals(in: results.last?.first)
            var unused = try zip(requests, results.dropFirst(doubtful.isEmpty ? 1 : 2))
                .flatMap { try $0.answers(in: $1) }[...]
            return zip(batches, news).map { batch, latest in
                var answers = Array(unused.prefix(batch.changes.count))
                unused = unused.dropFirst(answers.count)
                guard let first = answers.first else { return answers }
                let notices = arrived ?? []
                arrived = nil
                if !notices.isEmpty || batch.changes.contains(.takeArrivals) {
                    answers[0] = .arrived(StoredArrivals(notices, upTo: latest), first)
                }
                return answers
            }
        }

        public func takePlaces(
            in queue: String, for activities: [QueuedActivity], limits: DurableQueue, most: Int,
            under leases: [StoreLease], at now: Date
        ) async throws -> QueuePage {
            guard let owner = leases.first?.owner else { return QueuePage(activities: [], next: nil) }
            let statements = [
                beginning(of: owner, under: leases, at: now),
                PostgresStatement(
                    "SELECT * FROM take_places($1, $2, $3, $4, $5, $6, $7, $8)", .name(queue),
                    .integers(activities.map(\.key)), .byteStrings(activities.map(\.activity.nameBytes)),
                    .integers(activities.map { Int64($0.number) }), .integer(limits.atOnce), .optional(limits.starts),
                    .real(limits.seconds), .integer(most)),
            ]
            let rows = try await renewing(leases, at: now) {
                try await perform {
                    try await sender.run(statements) {
                        (place: $0.optionalInt(0), pause: $0.isNull(1) ? nil : $0.double(1))
                    }
                }
            }[1]
            let places = Set(rows.compactMap { $0.place.map { $0 - 1 } })
            let waiting = rows.first { $0.place == nil }
            return QueuePage(
                activities: activities.enumerated().filter { places.contains($0.offset) }.map(\.element),
                next: waiting.map { now.addingTimeInterval(min(1, $0.pause ?? 1)) })
        }

        public func noteBeginning(of activity: QueuedActivity, in queue: String) async throws {
            let statement = PostgresStatement(
                "SELECT note_beginning($1, $2, $3, $4)", .name(queue), .integer(activity.key),
                .bytes(activity.activity.nameBytes), .integer(activity.number))
            _ = try await perform { try await sender.run([statement]) { _ in } }
        }

        public func givePlacesBack(
            of instances: [InstanceKey], under leases: [StoreLease], at now: Date
        ) async throws {
            guard let owner = leases.first?.owner else { return }
            let statements = [
                beginning(of: owner, under: leases, at: now),
                PostgresStatement("SELECT give_places_back($1)", .integers(instances)),
            ]
            try await renewing(leases, at: now) {
                _ = try await perform { try await sender.run(statements) { _ in } }
            }
        }

        /// Begins a transaction that changes no instance.
        private func beginning(of owner: StoreOwner, under leases: [StoreLease], at now: Date) -> PostgresStatement {
            PostgresStatement(
                """
                SELECT NULL::bigint, NULL::double precision
                FROM begin_commit($1, $2::bigint[]::integer[], $3, '{}', '{}', '{}', '{}', $4)
                """, .uuid(owner.id), .shards(leases.map(\.shard.number)),
                .integers(leases.map { Int64($0.generation) }), .time(now))
        }

        private func statement(for request: ChangeRequest, at now: Date) -> PostgresStatement {
            switch request {
            case .steps(let steps): statement(for: steps, at: now)
            case .change(let change, let shard): statement(for: change, in: shard, at: now)
            }
        }

        private func statement(for change: StoreChange, in shard: StoreShard, at now: Date) -> PostgresStatement {
            switch change {
            case .create(let new):
                creation(new, new.name, shard, isMessage: false, now)
            case .receive(let event, let version, let deduplication, let key, let context):
                PostgresStatement(
                    "SELECT receive($1, $2, $3, $4, $5, $6)", .integer(key), .bytes(event), .integer(version),
                    .optional(deduplication?.nameBytes), .optional(context.asText), .time(now))
            case .step(let step): statement(for: [step], at: now)
            case .setStatus(let status, let problem, let key):
                PostgresStatement(
                    "SELECT set_status($1, $2, $3, $4)", .integer(key), .text(status.rawValue),
                    .optional(problem.map { Data($0.utf8) }), .time(now))
            case .setTrials(let trials, let keys):
                PostgresStatement(
                    """
                    WITH changed AS (UPDATE instance SET trials = $1 WHERE key = ANY ($2) AND status = 'running')
                    SELECT answer('done')
                    """, .optional(trials.map { Int64($0) }), .integers(keys))
            case .setAttempts(let attempts, let activity):
                PostgresStatement(
                    "SELECT set_attempts($1, $2, $3, $4, $5, $6)", .integer(activity.key), .name(activity.activity),
                    .integer(activity.number), .integer(attempts.failed), .time(attempts.next), .real(attempts.pause))
            case .skip(let event, let key):
                PostgresStatement("SELECT alter_event($1, $2, NULL, NULL)", .integer(key), .integer(event))
            case .edit(let event, let data, let version, let key):
                PostgresStatement(
                    "SELECT alter_event($1, $2, $3, $4)", .integer(key), .integer(event), .bytes(data),
                    .integer(version))
            case .removeFailed(let time, let limit): removal(in: shard, ofFailed: true, time, limit, now)
            case .remove(let time, let limit): removal(in: shard, ofFailed: false, time, limit, now)
            case .takeArrivals: PostgresStatement("SELECT answer('done')")
            case .run(let schedule, let time, let last, let messages):
                PostgresStatement(
                    "SELECT run_schedule($1, $2, $3, $4, $5)", .name(schedule), .time(time),
                    last.map { .time($0) } ?? .null,
                    .json(Document.data(messages.map { Document($0, shard: self.shard) })), .time(now))
            }
        }

        /// A call of a function that creates an instance.
        func creation(
            _ new: StoredInstance, _ name: InstanceName, _ shard: StoreShard, isMessage: Bool, _ now: Date
        ) -> PostgresStatement {
            PostgresStatement(
                "SELECT create_instance($1::integer, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
                .integer(shard.number), .name(name.machine), .name(name.id), .text(new.status.rawValue),
                .integer(new.version), .bytes(new.state), .optional(new.output), .bool(new.isFollowed),
                .json(Document(partsOf: new).data), .bool(isMessage), .time(now))
        }

        private func removal(
            in shard: StoreShard, ofFailed isFailed: Bool, _ time: Date, _ limit: Int, _ now: Date
        ) -> PostgresStatement {
            PostgresStatement(
                "SELECT remove_instances($1::integer, $2, $3, $4, $5)", .integer(shard.number), .bool(isFailed),
                .time(time), .integer(limit), .time(now))
        }

        private func statement(for steps: [StoredStep], at now: Date) -> PostgresStatement {
            func column(_ type: PostgresType, _ value: (StoredStep) -> PostgresValue) -> PostgresValue {
                .array(type, steps.map(value))
            }
            return PostgresStatement(
                """
                SELECT record_steps($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
                    $19, $20, $21)
                """, column(.integer) { .integer($0.instance) }, column(.integer) { .integer($0.journal.number) },
                column(.integer) { .integer($0.version) }, column(.bytes) { .bytes($0.state) },
                column(.integer) { .optional($0.consumed) }, column(.bool) { .bool($0.isEnd) },
                column(.bool) { .bool($0.isFollowed) }, column(.bytes) { .optional($0.output) },
                column(.bool) { .bool($0.isPatch) }, column(.real) { .time($0.journal.time) },
                column(.text) { .text($0.journal.cause.columns.kind) },
                column(.bytes) { .optional($0.journal.cause.columns.name?.nameBytes) },
                column(.integer) { .integer($0.journal.version) }, column(.bytes) { .optional($0.journal.event) },
                column(.bytes) { .optional($0.journal.outputs) }, column(.bytes) { .optional($0.journal.state) },
                column(.integer) { .integer($0.journal.stateVersion) },
                column(.text) { .optional($0.journal.context.asText) },
                column(.integer) { .optional($0.journalLimit) },
                column(.json) { step in
                    let parts = Document(partsOf: step, shard: shard)
                    return parts.isEmpty ? .null : .json(parts.data)
                }, .time(now))
        }
    }

    /// Changes that are carried out by one statement.
    private enum ChangeRequest {
        /// Macrosteps of different instances, none of which ends behind one with messages: these would find it ended.
        case steps([StoredStep])
        case change(StoreChange, StoreShard)

        static func requests(for batches: [StoreBatch]) -> [ChangeRequest] {
            var requests: [ChangeRequest] = []
            var steps: [StoredStep] = []
            var instances: Set<InstanceKey> = []
            var hasMessages = false
            func endSteps() {
                if !steps.isEmpty { requests.append(.steps(steps)) }
                (steps, instances, hasMessages) = ([], [], false)
            }
            for batch in batches {
                for change in batch.changes {
                    guard case .step(let step) = change else {
                        endSteps()
                        requests.append(.change(change, batch.lease.shard))
                        continue
                    }
                    if instances.contains(step.instance) || step.isEnd && hasMessages { endSteps() }
                    instances.insert(step.instance)
                    steps.append(step)
                    hasMessages = hasMessages || !step.messages.isEmpty
                }
            }
            endSteps()
            return requests
        }

        /// The instances to lock before the first change, so that no two transactions wait for each other.
        ///
        /// Macrosteps that touch no other instance lock theirs in the order of the keys themselves.
        static func keysToLock(for requests: [ChangeRequest]) -> [InstanceKey] {
            if requests.count == 1, case .steps(let steps) = requests[0], steps.allSatisfy(\.messages.isEmpty) {
                return []
            }
            return requests.flatMap { request -> [InstanceKey] in
                switch request {
                case .steps(let steps): steps.map(\.instance)
                case .change(let change, _): change.key.map { [$0] } ?? []
                }
            }
        }

        /// The answers in the rows of the statement.
        func answers(in rows: [Data]) throws -> [StoreAnswer] {
            switch self {
            case .steps(let steps):
                var answers = [StoreAnswer](repeating: .done, count: steps.count)
                for row in rows {
                    let (place, answer) = try AnswerDocument.placedAnswer(in: row)
                    guard answers.indices.contains(place) else { throw AnswerDocument.missing }
                    answers[place] = answer
                }
                return answers
            case .change:
                guard let document = rows.first else { throw AnswerDocument.missing }
                return [try AnswerDocument.answer(in: document)]
            }
        }
    }
#endif
