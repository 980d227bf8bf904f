-- The tables of a store.
--
-- Names, problems and payloads are bytes: a text of PostgreSQL has no NUL, and compares by its collation. Times are
-- seconds since 2001 by the clock of a host; leases alone expire by that of the database.
CREATE TABLE header (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    version integer NOT NULL,
    shards integer NOT NULL
);

CREATE TABLE process (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    expires timestamptz NOT NULL,
    -- When it renews its leases at the latest, if it works.
    due timestamptz NOT NULL
);

CREATE TABLE shard (
    number integer PRIMARY KEY,
    generation bigint NOT NULL DEFAULT 0,
    owner uuid,
    owner_name text,
    connections text,
    expires timestamptz NOT NULL DEFAULT '-infinity',
    seen double precision,
    -- Until when an operator waits for it.
    wanted timestamptz NOT NULL DEFAULT '-infinity'
);

CREATE SEQUENCE instance_key;
CREATE SEQUENCE event_number;

CREATE TABLE instance (
    key bigint PRIMARY KEY DEFAULT nextval('instance_key'),
    shard integer NOT NULL,
    machine bytea NOT NULL,
    id bytea NOT NULL,
    status text NOT NULL,
    number bigint NOT NULL,
    version bigint NOT NULL,
    created double precision NOT NULL,
    changed double precision NOT NULL,
    -- When it ended, was cancelled or has failed.
    settled double precision,
    problem bytea,
    output bytea,
    trials bigint,
    change bigint,
    state bytea NOT NULL,
    UNIQUE (machine, id)
) WITH (fillfactor = 80);
CREATE INDEX instance_status ON instance (machine, status, key);
-- No index has a column that each macrostep changes: such an update leaves all indexes as they are.
CREATE INDEX instance_settled ON instance (shard, (status = 'failed'), settled, key) WHERE settled IS NOT NULL;
CREATE INDEX instance_suspect ON instance (shard, key) WHERE trials IS NOT NULL;
CREATE INDEX instance_change ON instance (machine, shard, change) WHERE change IS NOT NULL;

CREATE TABLE inbox (
    instance bigint NOT NULL,
    number bigint NOT NULL,
    version bigint NOT NULL,
    received double precision NOT NULL,
    event bytea NOT NULL,
    context text,
    PRIMARY KEY (instance, number)
);

-- Events that others than the owner of the shard have put into inboxes, until the owner knows of them.
CREATE TABLE arrival (
    shard integer NOT NULL,
    number bigint NOT NULL,
    instance bigint NOT NULL,
    PRIMARY KEY (shard, number)
);

CREATE TABLE deduplication (
    instance bigint NOT NULL,
    key bytea NOT NULL,
    PRIMARY KEY (instance, key)
);

CREATE TABLE activity (
    instance bigint NOT NULL,
    shard integer NOT NULL,
    name bytea NOT NULL,
    number bigint NOT NULL,
    returned boolean NOT NULL,
    context text,
    queue bytea,
    place bigint,
    parked boolean NOT NULL DEFAULT false,
    failed bigint,
    next double precision,
    pause double precision,
    -- Whether it has a place in its queue.
    begun boolean NOT NULL DEFAULT false,
    PRIMARY KEY (instance, name)
);
CREATE INDEX activity_under_way ON activity (instance, shard) WHERE NOT returned AND queue IS NULL;
CREATE INDEX activity_next ON activity (shard, next) WHERE next IS NOT NULL;
CREATE INDEX activity_queue ON activity (queue, next, place) WHERE queue IS NOT NULL AND NOT returned AND NOT parked;

CREATE INDEX activity_begun ON activity (shard) WHERE begun;

-- The times at which activities of queues have begun, by the clock of the database; without a time while an activity has
-- its place, and has not begun.
CREATE TABLE queue_start (
    queue bytea NOT NULL,
    instance bigint NOT NULL,
    name bytea NOT NULL,
    number bigint NOT NULL,
    "time" double precision
);
CREATE INDEX queue_start_time ON queue_start (queue, "time");

CREATE TABLE deadline (
    instance bigint NOT NULL,
    shard integer NOT NULL,
    name bytea NOT NULL,
    number bigint NOT NULL,
    due double precision NOT NULL,
    original double precision,
    duration double precision NOT NULL,
    policy text NOT NULL,
    version bigint NOT NULL,
    parked boolean NOT NULL,
    event bytea NOT NULL,
    PRIMARY KEY (instance, name)
);
CREATE INDEX deadline_due ON deadline (due, instance, name) WHERE NOT parked;
CREATE INDEX deadline_shard ON deadline (shard, (due - duration));

CREATE TABLE journal (
    instance bigint NOT NULL,
    number bigint NOT NULL,
    "time" double precision NOT NULL,
    cause text NOT NULL,
    name bytea,
    version bigint NOT NULL,
    event bytea,
    outputs bytea,
    state bytea,
    state_version bigint,
    context text,
    PRIMARY KEY (instance, number)
);

CREATE TABLE tag (
    instance bigint NOT NULL,
    machine bytea NOT NULL,
    status text NOT NULL,
    name bytea NOT NULL,
    value bytea NOT NULL,
    PRIMARY KEY (instance, name)
);
CREATE INDEX tag_value ON tag (name, value, machine, status, instance);

CREATE TABLE watch (
    target bigint NOT NULL,
    watcher bigint NOT NULL,
    version bigint NOT NULL,
    ended bytea NOT NULL,
    failed bytea NOT NULL,
    cancelled bytea NOT NULL,
    context text,
    PRIMARY KEY (target, watcher)
);
CREATE INDEX watch_watcher ON watch (watcher);

CREATE TABLE schedule (
    name bytea PRIMARY KEY,
    last double precision NOT NULL
);
