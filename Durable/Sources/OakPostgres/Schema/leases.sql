-- Leases, and the news from others for their owners.

-- Moves the deadlines of a shard when it has another owner, and lets its activities begin again.
CREATE FUNCTION move_work(the_shard integer, last_seen double precision, now double precision) RETURNS void
LANGUAGE sql AS $$
    UPDATE deadline SET due = original, original = NULL
        WHERE shard = the_shard AND original IS NOT NULL AND original <= now + duration;
    UPDATE deadline SET due = now + duration, original = NULL WHERE shard = the_shard AND policy = 'again';
    UPDATE deadline SET due = least(due + (now - last_seen), now + duration)
        WHERE shard = the_shard AND policy = 'remaining' AND now >= last_seen;
    UPDATE deadline SET original = coalesce(original, due), due = now + duration
        WHERE shard = the_shard AND due > now + duration;
    UPDATE activity SET next = now + pause WHERE shard = the_shard AND next > now + pause;
    UPDATE activity SET begun = false WHERE shard = the_shard AND begun;
$$;

-- Gives a free shard to a process, and returns its new generation.
CREATE FUNCTION claim_shard(
    free shard, process uuid, the_name text, the_connections text, length interval, now double precision
) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
    PERFORM move_work(free.number, coalesce(free.seen, now), now);
    DELETE FROM arrival WHERE shard = free.number;
    UPDATE shard SET generation = free.generation + 1, owner = process, owner_name = the_name,
        connections = the_connections, expires = clock_timestamp() + length, seen = now, wanted = '-infinity'
    WHERE number = free.number;
    RETURN free.generation + 1;
END $$;

-- Ends the connections of processes that have lost their leases to others than a process.
--
-- One that was stopped within a transaction holds its locks as long as its connection lives.
CREATE FUNCTION end_connections(process uuid) RETURNS void LANGUAGE sql AS $$
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity AS session
        JOIN (SELECT DISTINCT connections FROM shard
            WHERE expires > '-infinity' AND expires < clock_timestamp() AND owner <> process
        ) AS expired ON application_name = connections
        WHERE usename = current_user AND datname = current_database() AND pid <> pg_backend_pid();
$$;

-- Claims a shard for an operator, or lets its owner give it up, which is told at once.
CREATE FUNCTION take_shard(
    the_shard integer, operator uuid, the_name text, the_connections text, length interval, now double precision
) RETURNS TABLE (generation bigint, owner text, last_seen double precision, follows_crash boolean) LANGUAGE plpgsql AS $$
DECLARE
    it shard;
BEGIN
    SELECT * INTO it FROM shard WHERE number = the_shard FOR NO KEY UPDATE SKIP LOCKED;
    IF it.owner = operator AND it.expires >= clock_timestamp() THEN
        RETURN QUERY SELECT it.generation, it.owner_name, it.seen, false;
    ELSIF it.expires IS NULL OR it.expires >= clock_timestamp() THEN
        UPDATE shard SET wanted = clock_timestamp() + length WHERE number = the_shard AND wanted < clock_timestamp();
        IF FOUND THEN PERFORM pg_notify('oak', current_schema() || ' free'); END IF;
        PERFORM end_connections(operator);
        RETURN QUERY SELECT NULL::bigint, shard.owner_name, shard.seen, false FROM shard WHERE number = the_shard;
    ELSE
        RETURN QUERY SELECT claim_shard(it, operator, the_name, the_connections, length, now), it.owner_name, it.seen,
            it.owner IS NOT NULL;
    END IF;
END $$;

-- Renews the leases of a process, hands over those that are too many, and takes up free ones.
CREATE FUNCTION renew_leases(
    the_process uuid, the_name text, the_connections text, formers uuid[], length interval, now double precision
) RETURNS TABLE (number integer, generation bigint, seen double precision, follows_crash boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    all_shards integer;
    processes integer;
    place integer;
    share integer;
    kept integer;
    free shard;
BEGIN
    -- Those of earlier hosts of the process are free.
    DELETE FROM process WHERE id = ANY (formers);
    UPDATE shard SET expires = '-infinity' WHERE owner = ANY (formers);
    INSERT INTO process VALUES (the_process, the_name, clock_timestamp() + length, clock_timestamp() + length / 2)
        ON CONFLICT (id) DO UPDATE SET expires = excluded.expires, due = excluded.due;
    DELETE FROM process WHERE id IN (
        SELECT id FROM process WHERE expires < clock_timestamp() FOR UPDATE SKIP LOCKED);
    SELECT header.shards INTO all_shards FROM header;
    -- One that has not renewed its leases in time may have died: others need not wait for it to expire.
    SELECT count(*), count(*) FILTER (WHERE id < the_process) INTO processes, place
        FROM process WHERE due >= clock_timestamp();
    -- Each has as many as the others, or one more.
    share := all_shards / processes + CASE WHEN place < all_shards % processes THEN 1 ELSE 0 END;
    -- In the order of other transactions. One that has expired, and that nobody has claimed, goes on, and so does one
    -- that the process was given by an answer that it has not seen.
    PERFORM 1 FROM shard WHERE owner = the_process ORDER BY shard.number FOR NO KEY UPDATE;
    UPDATE shard SET expires = clock_timestamp() + length, seen = now WHERE owner = the_process;
    UPDATE shard SET owner = NULL, owner_name = NULL, connections = NULL, expires = '-infinity' WHERE number IN (
        SELECT number FROM shard WHERE owner = the_process AND wanted >= clock_timestamp()
        UNION (SELECT number FROM shard WHERE owner = the_process ORDER BY number OFFSET share));
    IF FOUND THEN PERFORM pg_notify('oak', current_schema() || ' free'); END IF;
    SELECT count(*) INTO kept FROM shard WHERE owner = the_process AND expires >= clock_timestamp();
    RETURN QUERY SELECT shard.number, shard.generation, NULL::double precision, false FROM shard
        WHERE owner = the_process AND expires >= clock_timestamp();
    FOR free IN
        SELECT * FROM shard WHERE expires < clock_timestamp() AND wanted < clock_timestamp() ORDER BY expires, number
        LIMIT greatest(0, share - kept) FOR UPDATE SKIP LOCKED
    LOOP
        generation := claim_shard(free, the_process, the_name, the_connections, length, now);
        kept := kept + 1;
        number := free.number;
        seen := free.seen;
        follows_crash := free.owner IS NOT NULL;
        RETURN NEXT;
    END LOOP;
    IF kept < share THEN PERFORM end_connections(the_process); END IF;
END $$;

-- Renews leases, of a process that gains no others, and returns the shards that it still has.
CREATE FUNCTION keep_leases(
    the_process uuid, shards integer[], generations bigint[], length interval, now double precision
) RETURNS SETOF integer LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM shard WHERE number = ANY (shards) ORDER BY number FOR NO KEY UPDATE;
    RETURN QUERY UPDATE shard SET expires = clock_timestamp() + length, seen = now
        FROM unnest(shards, generations) AS held (number, generation)
        WHERE shard.number = held.number AND shard.generation = held.generation AND owner = the_process
        RETURNING shard.number;
END $$;

-- Gives up the leases of a process that leaves.
CREATE FUNCTION release_leases(
    the_process uuid, shards integer[], generations bigint[], now double precision
) RETURNS void LANGUAGE sql AS $$
    UPDATE shard SET owner = NULL, owner_name = NULL, connections = NULL, expires = '-infinity', seen = now
        FROM unnest(shards, generations) AS held (number, generation)
        WHERE shard.number = held.number AND shard.generation = held.generation AND owner = the_process;
    DELETE FROM process WHERE id = the_process;
    SELECT pg_notify('oak', current_schema() || ' free');
$$;

-- Lets the numbers of changes in the feed of a shard become visible in their order.
CREATE FUNCTION lock_feed(the_shard integer) RETURNS void LANGUAGE sql AS $$
    SELECT pg_advisory_xact_lock(hashtextextended('oak feed ' || the_shard || ' of ' || current_schema(), 0));
$$;

-- Locks instances in one order, so that no two transactions wait for each other.
CREATE FUNCTION lock_instances(keys bigint[], machines bytea[], ids bytea[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF machines <> '{}' THEN
        keys := keys || ARRAY(
            SELECT key FROM unnest(machines, ids) AS name (machine, id) JOIN instance USING (machine, id));
    END IF;
    PERFORM 1 FROM instance WHERE key = ANY (keys) ORDER BY key FOR NO KEY UPDATE;
END $$;

-- Begins a transaction of the owner of shards: refuses it unless the leases are the current ones, and keeps others from
-- claiming the shards meanwhile.
CREATE FUNCTION begin_commit(
    process uuid, shards integer[], generations bigint[], keys bigint[], machines bytea[], ids bytea[],
    feeds integer[], now double precision
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    current integer;
    other text;
    stale integer[];
BEGIN
    -- A session sets the level. Behind a pooler, none does, and statements that see no later ones would lose arrivals.
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION USING ERRCODE = 'active_sql_transaction',
            MESSAGE = 'Transactions are ' || current_setting('transaction_isolation') || ', not read committed',
            HINT = 'ALTER ROLE ' || quote_ident(current_user) || ' SET default_transaction_isolation = ''read committed''.';
    END IF;
    PERFORM set_config('oak.process', process::text, true),
        set_config('oak.shards', ',' || array_to_string(shards, ',') || ',', true);
    -- The clock is read when the rows are locked: the beginning of the transaction may be long ago.
    SELECT count(*) FILTER (WHERE is_held AND expires >= clock_timestamp()),
        max(owner_name) FILTER (WHERE NOT is_held OR expires < clock_timestamp()),
        -- To the second: the row of a busy shard is written once in that time.
        array_agg(number) FILTER (WHERE seen IS NULL OR abs(now - seen) >= 1)
    INTO current, other, stale
    FROM (
        SELECT shard.number, owner_name, expires, seen,
            shard.generation = held.generation AND owner IS NOT DISTINCT FROM process AS is_held
        FROM unnest(shards, generations) AS held (number, generation) JOIN shard ON shard.number = held.number
        ORDER BY shard.number FOR SHARE OF shard
    ) AS locked;
    IF current <> cardinality(shards) THEN
        RAISE EXCEPTION USING ERRCODE = 'OAK01', MESSAGE = coalesce(other, 'Another process');
    END IF;
    IF stale IS NOT NULL THEN
        -- Another transaction of the process may have locked them as well, and wait for this one.
        UPDATE shard SET seen = now WHERE number IN (
            SELECT number FROM shard WHERE number = ANY (stale) FOR NO KEY UPDATE SKIP LOCKED);
    END IF;
    PERFORM lock_feed(feed) FROM unnest(feeds) AS feed;
    IF keys <> '{}' OR machines <> '{}' THEN PERFORM lock_instances(keys, machines, ids); END IF;
END $$;

-- Whether the process of the transaction owns a shard, which nobody else then claims meanwhile.
CREATE FUNCTION is_own(the_shard integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    process text := nullif(current_setting('oak.process', true), '');
BEGIN
    IF process IS NULL THEN RETURN false; END IF;
    PERFORM 1 FROM shard
        WHERE number = the_shard AND owner = process::uuid AND expires >= clock_timestamp() FOR SHARE;
    RETURN FOUND;
END $$;

-- Tells the owner of a shard of an event, or of a new instance, that others have stored.
--
-- The notification is a hint: the owner also looks each second. An owner that has stored the event itself takes the
-- earlier ones of that shard at the end of the transaction.
CREATE FUNCTION note_arrival(the_shard integer, event bigint, the_instance bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    shards text;
BEGIN
    IF is_own(the_shard) THEN
        shards := current_setting('oak.shards');
        IF strpos(shards, ',' || the_shard || ',') = 0 THEN
            PERFORM set_config('oak.shards', shards || the_shard || ',', true);
        END IF;
        RETURN;
    END IF;
    INSERT INTO arrival (shard, number, instance) VALUES (the_shard, event, the_instance);
    PERFORM pg_notify('oak', current_schema() || ' ' || the_shard);
END $$;

-- Notes the events in the inboxes of shards once more, and the instances that are new: the answer to a transaction is
-- lost, so that its owner may not have been told of them. It leaves out those that it knows.
CREATE FUNCTION repeat_arrivals(shards integer[], now double precision) RETURNS void LANGUAGE sql AS $$
    INSERT INTO arrival (shard, number, instance)
        SELECT instance.shard, inbox.number, key FROM inbox JOIN instance ON key = inbox.instance
        WHERE instance.shard = ANY (shards) AND status = 'running'
    ON CONFLICT DO NOTHING;
    INSERT INTO arrival (shard, number, instance)
        SELECT shard, nextval('event_number'), key FROM instance
        WHERE shard = ANY (shards) AND status = 'running' AND number = 0 AND created > now - 600;
$$;

-- Takes the events that others have put into inboxes of the shards of a transaction: at its end, which has seen all of
-- them that have lower numbers than its own.
CREATE FUNCTION take_arrivals(most integer) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
    shards integer[] := string_to_array(trim(',' FROM current_setting('oak.shards')), ',')::integer[];
    found jsonb;
BEGIN
    IF NOT EXISTS (SELECT 1 FROM arrival WHERE shard = ANY (shards)) THEN RETURN '[]'; END IF;
    WITH taken AS (
        DELETE FROM arrival WHERE shard = ANY (shards) RETURNING number, instance
    ), told AS (
        -- One without an event in the inbox is a new instance, whose activities the owner reads, or was processed.
        SELECT taken.number, machine, id, inbox.version, received, event, context,
            row_number() OVER (ORDER BY taken.number) AS place
        FROM taken JOIN instance ON key = taken.instance
            LEFT JOIN inbox ON inbox.instance = taken.instance AND inbox.number = taken.number
        WHERE status = 'running'
    ), notices AS (
        SELECT number, notice(machine, id, number, version, received, event, context) AS notice
        FROM told WHERE event IS NOT NULL AND place <= most
        UNION ALL
        SELECT max(number), notice(machine, id, NULL, NULL, NULL, NULL, NULL)
            || CASE WHEN bool_and(event IS NULL) THEN '{"s": true}' ELSE '{}' END::jsonb
        FROM told WHERE event IS NULL OR place > most GROUP BY machine, id
    )
    SELECT coalesce(jsonb_agg(notice ORDER BY number), '[]') INTO found FROM notices;
    RETURN found;
END $$;
