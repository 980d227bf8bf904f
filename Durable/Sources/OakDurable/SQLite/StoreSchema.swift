#if SQLite
    /// The tables of a store, and the versions that they have had.
    enum StoreSchema {
        /// Tells the stores among the databases: "OakD".
        static let applicationID: Int64 = 0x4F61_6B44

        /// The version of the tables that this program reads and writes.
        static let version = migrations.count

        /// The statements that lead from each version to the next; the first ones make an empty file a store.
        ///
        /// Times are seconds since the beginning of 2001 UTC, as `REAL`, which is what a `Date` consists of.
        static let migrations = [
            """
            CREATE TABLE lease (
                shard INTEGER PRIMARY KEY,
                generation INTEGER NOT NULL,
                owner TEXT,
                owner_id TEXT,
                seen REAL,
                expires REAL,
                latest_start REAL,
                last_instance INTEGER NOT NULL,
                last_event INTEGER NOT NULL
            );
            INSERT INTO lease (shard, generation, last_instance, last_event) VALUES (0, 0, 0, 0);

            CREATE TABLE instance (
                key INTEGER PRIMARY KEY,
                shard INTEGER NOT NULL,
                machine TEXT NOT NULL,
                id TEXT NOT NULL,
                status TEXT NOT NULL,
                number INTEGER NOT NULL,
                version INTEGER NOT NULL,
                created REAL NOT NULL,
                changed REAL NOT NULL,
                settled REAL,
                problem TEXT,
                output BLOB,
                state BLOB NOT NULL
            );
            CREATE UNIQUE INDEX instance_name ON instance (machine, id);
            CREATE INDEX instance_status ON instance (machine, status);
            CREATE INDEX instance_settled ON instance (settled) WHERE settled IS NOT NULL;

            CREATE TABLE inbox (
                instance INTEGER NOT NULL,
                number INTEGER NOT NULL,
                version INTEGER NOT NULL,
                received REAL NOT NULL,
                event BLOB NOT NULL,
                PRIMARY KEY (instance, number)
            ) WITHOUT ROWID;

            CREATE TABLE deduplication (
                instance INTEGER NOT NULL,
                key TEXT NOT NULL,
                PRIMARY KEY (instance, key)
            ) WITHOUT ROWID;

            CREATE TABLE activity (
                instance INTEGER NOT NULL,
                name TEXT NOT NULL,
                number INTEGER NOT NULL,
                returned INTEGER NOT NULL,
                PRIMARY KEY (instance, name)
            ) WITHOUT ROWID;
            CREATE INDEX activity_under_way ON activity (instance) WHERE returned = 0;

            CREATE TABLE deadline (
                instance INTEGER NOT NULL,
                name TEXT NOT NULL,
                number INTEGER NOT NULL,
                due REAL NOT NULL,
                duration REAL NOT NULL,
                policy TEXT NOT NULL,
                version INTEGER NOT NULL,
                parked INTEGER NOT NULL,
                event BLOB NOT NULL,
                PRIMARY KEY (instance, name)
            ) WITHOUT ROWID;
            CREATE INDEX deadline_due ON deadline (due, instance, name) WHERE parked = 0;
            CREATE INDEX deadline_policy ON deadline (policy) WHERE policy <> 'original';

            CREATE TABLE journal (
                instance INTEGER NOT NULL,
                number INTEGER NOT NULL,
                time REAL NOT NULL,
                cause TEXT NOT NULL,
                name TEXT,
                version INTEGER NOT NULL,
                event BLOB,
                outputs BLOB,
                PRIMARY KEY (instance, number)
            ) WITHOUT ROWID;
            """,
            // Activities that are under way keep the keys that a service may have seen.
            """
            ALTER TABLE activity ADD COLUMN former_key INTEGER NOT NULL DEFAULT 1;
            ALTER TABLE lease ADD COLUMN transactions INTEGER NOT NULL DEFAULT 0;
            """,
            """
            ALTER TABLE deadline ADD COLUMN original REAL;
            CREATE INDEX deadline_original ON deadline (original) WHERE original IS NOT NULL;
            ALTER TABLE instance ADD COLUMN trials INTEGER;
            CREATE INDEX instance_suspect ON instance (key) WHERE trials IS NOT NULL;
            """,
            """
            ALTER TABLE inbox ADD COLUMN context TEXT;
            ALTER TABLE activity ADD COLUMN context TEXT;
            ALTER TABLE journal ADD COLUMN context TEXT;
            """,
            """
            CREATE TABLE tag (
                instance INTEGER NOT NULL,
                machine TEXT NOT NULL,
                status TEXT NOT NULL,
                name TEXT NOT NULL,
                value NOT NULL,
                PRIMARY KEY (instance, name)
            ) WITHOUT ROWID;
            CREATE INDEX tag_value ON tag (machine, name, value, status, instance);

            CREATE TABLE instance_count (
                machine TEXT NOT NULL,
                status TEXT NOT NULL,
                count INTEGER NOT NULL,
                PRIMARY KEY (machine, status)
            ) WITHOUT ROWID;
            INSERT INTO instance_count SELECT machine, status, count(*) FROM instance GROUP BY machine, status;

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
            """,
            // The version of a state in the journal is NULL if it is that of the entry.
            """
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

            ALTER TABLE activity ADD COLUMN queue TEXT;
            ALTER TABLE activity ADD COLUMN place INTEGER;
            ALTER TABLE activity ADD COLUMN parked INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE activity ADD COLUMN failed INTEGER;
            ALTER TABLE activity ADD COLUMN next REAL;
            ALTER TABLE activity ADD COLUMN pause REAL;
            CREATE INDEX activity_queue ON activity (queue, next, place)
                WHERE queue IS NOT NULL AND returned = 0 AND parked = 0;
            DROP INDEX activity_under_way;
            CREATE INDEX activity_under_way ON activity (instance) WHERE returned = 0 AND queue IS NULL;

            CREATE TABLE schedule (
                name TEXT PRIMARY KEY,
                last REAL NOT NULL
            ) WITHOUT ROWID;

            ALTER TABLE journal ADD COLUMN state BLOB;
            ALTER TABLE journal ADD COLUMN state_version INTEGER;
            CREATE INDEX instance_failed ON instance (changed) WHERE status = 'failed';

            CREATE TABLE arrival (number INTEGER PRIMARY KEY, instance INTEGER NOT NULL);

            ALTER TABLE instance ADD COLUMN change INTEGER;
            CREATE INDEX instance_change ON instance (machine, change) WHERE change IS NOT NULL;
            """,
        ]
    }
#endif
