#if SQLite
    /// The tables of a store, and how those of an earlier version become them.
    struct StoreSchema: Sendable {
        /// Tells the stores among the databases: "OakD".
        static let applicationID: Int64 = 0x4F61_6B44

        /// The tables that this program reads and writes.
        static let current = StoreSchema(steps: [tables])

        /// The statements that lead from each version to the next; the first ones make an empty file a store.
        let steps: [String]

        /// The version of the tables that the steps lead to.
        var version: Int { steps.count }

        /// Brings the tables up to date, in one transaction.
        func upgrade(_ connection: StoreConnection) throws {
            try connection.transaction {
                let present = Int(try connection.number("PRAGMA user_version"))
                guard present < version else { return }
                for step in steps.dropFirst(present) { try connection.script(step) }
                try connection.script(
                    """
                    PRAGMA application_id = \(Self.applicationID);
                    PRAGMA user_version = \(version);
                    """)
            }
        }

        /// Refuses the tables of a newer program.
        func refuseNewer(_ version: Int64) throws(DurableError) {
            guard version <= self.version else {
                throw .storeTooNew(schema: Int(clamping: version), supported: self.version)
            }
        }
    }

    extension StoreSchema {
        /// The first version.
        ///
        /// Times are seconds since the beginning of 2001 UTC, as `REAL`, which is what a `Date` consists of.
        private static let tables = """
            CREATE TABLE lease (
                shard INTEGER PRIMARY KEY, -- always 0, the only one
                generation INTEGER NOT NULL, -- of the ownership: each claim adds one
                owner TEXT, -- NULL after a release, like owner_id
                owner_id TEXT,
                seen REAL, -- the last transaction, or renewal of the lease
                latest_start REAL, -- of a deadline: its due time minus its duration
                last_instance INTEGER NOT NULL, -- the latest key, which is not given again
                last_event INTEGER NOT NULL, -- the latest number of an event, likewise
                transactions INTEGER NOT NULL
            );
            INSERT INTO lease (shard, generation, last_instance, last_event, transactions) VALUES (0, 0, 0, 0, 0);

            CREATE TABLE instance (
                key INTEGER PRIMARY KEY,
                shard INTEGER NOT NULL,
                machine TEXT NOT NULL,
                id TEXT NOT NULL,
                status TEXT NOT NULL,
                number INTEGER NOT NULL, -- of the latest macrostep
                version INTEGER NOT NULL, -- of the machine that made it
                created REAL NOT NULL,
                changed REAL NOT NULL,
                settled REAL, -- when it ended or was cancelled
                problem TEXT, -- the error of a failed instance, for people
                output BLOB,
                state BLOB NOT NULL,
                trials INTEGER, -- how often the process ended with it taken up alone; NULL unless suspected
                change INTEGER -- the number of the last one, if its machine is followed
            );
            CREATE UNIQUE INDEX instance_name ON instance (machine, id);
            CREATE INDEX instance_status ON instance (machine, status);
            CREATE INDEX instance_settled ON instance (settled) WHERE settled IS NOT NULL;
            CREATE INDEX instance_failed ON instance (changed) WHERE status = 'failed';
            CREATE INDEX instance_suspect ON instance (key) WHERE trials IS NOT NULL;
            CREATE INDEX instance_change ON instance (machine, change) WHERE change IS NOT NULL;

            CREATE TABLE inbox (
                instance INTEGER NOT NULL,
                number INTEGER NOT NULL,
                version INTEGER NOT NULL,
                received REAL NOT NULL,
                event BLOB NOT NULL,
                context TEXT, -- the tracing context of the sender, a JSON object of texts; NULL without one
                PRIMARY KEY (instance, number)
            ) WITHOUT ROWID;

            CREATE TABLE arrival (number INTEGER PRIMARY KEY, instance INTEGER NOT NULL);

            CREATE TABLE deduplication (
                instance INTEGER NOT NULL,
                key TEXT NOT NULL,
                PRIMARY KEY (instance, key)
            ) WITHOUT ROWID;

            CREATE TABLE activity (
                instance INTEGER NOT NULL,
                name TEXT NOT NULL,
                number INTEGER NOT NULL, -- of the macrostep that began it
                returned INTEGER NOT NULL,
                context TEXT, -- of the span of that macrostep
                queue TEXT,
                place INTEGER, -- in the queue; places and the numbers of events are one sequence
                parked INTEGER NOT NULL, -- 1 in a queue while the instance has failed
                failed INTEGER, -- the number of attempts that have failed; NULL without one
                next REAL, -- the time of the next attempt
                pause REAL, -- the seconds before it
                PRIMARY KEY (instance, name)
            ) WITHOUT ROWID;
            CREATE INDEX activity_under_way ON activity (instance) WHERE returned = 0 AND queue IS NULL;
            CREATE INDEX activity_queue ON activity (queue, next, place)
                WHERE queue IS NOT NULL AND returned = 0 AND parked = 0;

            CREATE TABLE deadline (
                instance INTEGER NOT NULL,
                name TEXT NOT NULL,
                number INTEGER NOT NULL,
                due REAL NOT NULL,
                duration REAL NOT NULL,
                policy TEXT NOT NULL,
                version INTEGER NOT NULL,
                parked INTEGER NOT NULL, -- 1 unless the instance is running
                event BLOB NOT NULL,
                original REAL, -- the due time before a clock that was set back brought it forward
                PRIMARY KEY (instance, name)
            ) WITHOUT ROWID;
            CREATE INDEX deadline_due ON deadline (due, instance, name) WHERE parked = 0;
            CREATE INDEX deadline_policy ON deadline (policy) WHERE policy <> 'original';
            CREATE INDEX deadline_original ON deadline (original) WHERE original IS NOT NULL;

            CREATE TABLE journal (
                instance INTEGER NOT NULL,
                number INTEGER NOT NULL,
                time REAL NOT NULL,
                cause TEXT NOT NULL,
                name TEXT, -- of the deadline or activity
                version INTEGER NOT NULL, -- of the event, or of the machine if there is none
                event BLOB,
                outputs BLOB,
                context TEXT, -- of the span of the macrostep
                state BLOB, -- the same bytes as in the instance; NULL if the settings say so
                state_version INTEGER, -- NULL if it is the version before
                PRIMARY KEY (instance, number)
            ) WITHOUT ROWID;

            CREATE TABLE tag (
                instance INTEGER NOT NULL,
                machine TEXT NOT NULL, -- machine and status are those of the instance, for the index
                status TEXT NOT NULL,
                name TEXT NOT NULL,
                value NOT NULL, -- a text or an integer
                PRIMARY KEY (instance, name)
            ) WITHOUT ROWID;
            CREATE INDEX tag_value ON tag (machine, name, value, status, instance);

            CREATE TABLE instance_count (
                machine TEXT NOT NULL,
                status TEXT NOT NULL,
                count INTEGER NOT NULL,
                PRIMARY KEY (machine, status)
            ) WITHOUT ROWID;
            CREATE TRIGGER instance_created AFTER INSERT ON instance BEGIN
                INSERT INTO instance_count VALUES (new.machine, new.status, 1)
                    ON CONFLICT (machine, status) DO UPDATE SET count = count + 1;
            END;
            CREATE TRIGGER instance_changed AFTER UPDATE OF status ON instance WHEN old.status <> new.status BEGIN
                UPDATE instance_count SET count = count - 1 WHERE machine = old.machine AND status = old.status;
                INSERT INTO instance_count VALUES (new.machine, new.status, 1)
                    ON CONFLICT (machine, status) DO UPDATE SET count = count + 1;
                UPDATE tag SET status = new.status WHERE instance = new.key;
            END;
            CREATE TRIGGER instance_removed AFTER DELETE ON instance BEGIN
                UPDATE instance_count SET count = count - 1 WHERE machine = old.machine AND status = old.status;
            END;

            CREATE TABLE watch (
                target INTEGER NOT NULL,
                watcher INTEGER NOT NULL,
                version INTEGER NOT NULL,
                ended BLOB NOT NULL,
                failed BLOB NOT NULL,
                cancelled BLOB NOT NULL,
                context TEXT,
                PRIMARY KEY (target, watcher)
            ) WITHOUT ROWID;
            CREATE INDEX watch_watcher ON watch (watcher);

            CREATE TABLE schedule (
                name TEXT PRIMARY KEY,
                last REAL NOT NULL -- of its times that has run or was skipped; before, when it was first seen
            ) WITHOUT ROWID;
            """
    }
#endif
