-- Instances, and those that watch them.

-- Gives an instance tags and, unless it is at its end, activities and deadlines. Those of which there is no more than
-- the name are taken away.
CREATE FUNCTION set_parts(it instance, parts jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    part jsonb;
    is_parked boolean := it.status <> 'running';
BEGIN
    FOR part IN SELECT * FROM jsonb_array_elements(parts -> 'tags') LOOP
        IF part ? 'value' THEN
            INSERT INTO tag VALUES (it.key, it.machine, it.status, bytes(part, 'name'), bytes(part, 'value'))
                ON CONFLICT (instance, name) DO UPDATE SET value = excluded.value;
        ELSE
            DELETE FROM tag WHERE instance = it.key AND name = bytes(part, 'name');
        END IF;
    END LOOP;
    IF it.status IN ('ended', 'cancelled') THEN RETURN; END IF;
    FOR part IN SELECT * FROM jsonb_array_elements(parts -> 'activities') LOOP
        DELETE FROM activity WHERE instance = it.key AND name = bytes(part, 'name');
        IF part ? 'number' THEN
            INSERT INTO activity VALUES (
                it.key, it.shard, bytes(part, 'name'), (part ->> 'number')::bigint, (part ->> 'returned')::boolean,
                part ->> 'context', bytes(part, 'queue'), CASE WHEN part ? 'queue' THEN nextval('event_number') END,
                is_parked AND part ? 'queue', (part ->> 'failed')::bigint, (part ->> 'next')::double precision,
                (part ->> 'pause')::double precision);
        END IF;
    END LOOP;
    FOR part IN SELECT * FROM jsonb_array_elements(parts -> 'deadlines') LOOP
        DELETE FROM deadline WHERE instance = it.key AND name = bytes(part, 'name');
        IF part ? 'number' THEN
            INSERT INTO deadline VALUES (
                it.key, it.shard, bytes(part, 'name'), (part ->> 'number')::bigint,
                (part ->> 'due')::double precision, NULL, (part ->> 'duration')::double precision, part ->> 'policy',
                (part ->> 'version')::bigint, is_parked, bytes(part, 'event'));
        END IF;
    END LOOP;
END $$;

-- Creates an instance. One that comes as a message begins in a shard, whoever owns that.
CREATE FUNCTION create_instance(
    the_shard integer, the_machine bytea, the_id bytea, the_status text, the_version bigint, the_state bytea,
    the_output bytea, is_followed boolean, parts jsonb, is_message boolean, now double precision
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
    created instance;
BEGIN
    IF is_message AND is_followed THEN PERFORM lock_feed(the_shard); END IF;
    INSERT INTO instance (
        shard, machine, id, status, number, version, created, changed, settled, output, state, change)
    VALUES (
        the_shard, the_machine, the_id, the_status, 0, the_version, now, now,
        CASE WHEN the_status <> 'running' THEN now END,
        the_output, the_state, CASE WHEN is_followed THEN nextval('event_number') END)
    ON CONFLICT (machine, id) DO NOTHING RETURNING * INTO created;
    IF created.key IS NULL THEN
        RETURN answer('exists', (SELECT key FROM instance WHERE machine = the_machine AND id = the_id));
    END IF;
    PERFORM set_parts(created, parts);
    IF is_message THEN PERFORM note_arrival(the_shard, nextval('event_number'), created.key); END IF;
    RETURN answer('created', created.key);
END $$;

-- Deletes what an instance loses when it ends or is cancelled.
CREATE FUNCTION discard(the_key bigint) RETURNS void LANGUAGE sql AS $$
    DELETE FROM inbox WHERE instance = the_key;
    DELETE FROM activity WHERE instance = the_key;
    DELETE FROM deadline WHERE instance = the_key;
    DELETE FROM watch WHERE watcher = the_key;
$$;

CREATE FUNCTION tell_watcher(w watch, event bytea, now double precision) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
    watcher instance;
    answered jsonb;
BEGIN
    SELECT * INTO watcher FROM instance WHERE key = w.watcher FOR NO KEY UPDATE;
    IF NOT FOUND THEN RETURN '[]'; END IF;
    answered := put_event(watcher, event, w.version, w.context, now);
    IF answered -> 'n' IS NULL THEN RETURN '[]'; END IF;
    RETURN jsonb_build_array(notice(
        watcher.machine, watcher.id, (answered ->> 'n')::bigint, w.version, now, event, w.context));
END $$;

-- Tells the watchers of an instance about its new condition.
CREATE FUNCTION tell_watchers(the_key bigint, the_status text, now double precision) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
    w watch;
    notices jsonb := '[]';
BEGIN
    IF the_status = 'running' THEN RETURN notices; END IF;
    FOR w IN SELECT * FROM watch WHERE target = the_key ORDER BY watcher LOOP
        notices := notices || tell_watcher(
            w, CASE the_status WHEN 'ended' THEN w.ended WHEN 'failed' THEN w.failed ELSE w.cancelled END, now);
    END LOOP;
    RETURN notices;
END $$;

CREATE FUNCTION set_status(the_key bigint, the_status text, the_problem bytea, now double precision) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
    it instance;
    is_settled boolean := the_status IN ('ended', 'cancelled');
BEGIN
    SELECT * INTO it FROM instance WHERE key = the_key FOR NO KEY UPDATE;
    IF NOT FOUND THEN RETURN answer('missing'); END IF;
    IF it.status IN ('ended', 'cancelled') THEN
        RETURN jsonb_build_object('a', 'refused', 's', it.status);
    END IF;
    UPDATE instance SET status = the_status, problem = the_problem, changed = now, trials = NULL,
        settled = CASE WHEN the_status <> 'running' THEN now END,
        change = CASE WHEN change IS NULL THEN NULL ELSE nextval('event_number') END
    WHERE key = the_key;
    UPDATE tag SET status = the_status WHERE instance = the_key;
    IF is_settled THEN
        PERFORM discard(the_key);
    ELSE
        UPDATE deadline SET parked = the_status <> 'running' WHERE instance = the_key;
        UPDATE activity SET parked = the_status <> 'running', begun = false WHERE instance = the_key;
    END IF;
    RETURN telling(answer('done'), tell_watchers(the_key, the_status, now));
END $$;

CREATE FUNCTION set_attempts(
    the_key bigint, the_name bytea, the_number bigint, the_failed bigint, the_next double precision,
    the_pause double precision
) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
    UPDATE activity SET failed = the_failed, next = the_next, pause = the_pause, begun = false
    WHERE instance = the_key AND name = the_name AND number = the_number AND NOT returned;
    RETURN answer(CASE WHEN FOUND THEN 'done' ELSE 'missing' END);
END $$;

CREATE FUNCTION remove_instances(
    the_shard integer, is_failed boolean, before double precision, most bigint, now double precision
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
    removed instance;
    count bigint := 0;
    notices jsonb := '[]';
BEGIN
    FOR removed IN
        SELECT * FROM instance
        WHERE shard = the_shard AND (status = 'failed') = is_failed AND settled IS NOT NULL AND settled < before
        ORDER BY settled, key LIMIT greatest(0, most)
    LOOP
        IF is_failed THEN notices := notices || tell_watchers(removed.key, 'cancelled', now); END IF;
        PERFORM discard(removed.key);
        DELETE FROM watch WHERE target = removed.key;
        DELETE FROM journal WHERE instance = removed.key;
        DELETE FROM deduplication WHERE instance = removed.key;
        DELETE FROM tag WHERE instance = removed.key;
        DELETE FROM instance WHERE key = removed.key;
        count := count + 1;
    END LOOP;
    RETURN telling(answer('removed', count), notices);
END $$;
