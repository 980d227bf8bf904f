-- Inboxes.

CREATE FUNCTION put_event(
    the_instance instance, event bytea, version bigint, context text, now double precision
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
    number bigint;
BEGIN
    IF the_instance.status IN ('ended', 'cancelled') THEN
        RETURN jsonb_build_object('a', 'refused', 's', the_instance.status);
    END IF;
    number := nextval('event_number');
    INSERT INTO inbox VALUES (the_instance.key, number, version, now, event, context);
    IF the_instance.status = 'running' THEN
        PERFORM note_arrival(the_instance.shard, number, the_instance.key);
        RETURN answer('stored', number);
    END IF;
    RETURN answer('storedForRetry', number);
END $$;

CREATE FUNCTION receive(
    the_key bigint, event bytea, version bigint, deduplication bytea, context text, now double precision
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
    it instance;
BEGIN
    SELECT * INTO it FROM instance WHERE key = the_key FOR NO KEY UPDATE;
    IF NOT FOUND THEN RETURN answer('missing'); END IF;
    IF deduplication IS NOT NULL THEN
        IF it.status IN ('ended', 'cancelled') THEN
            PERFORM 1 FROM deduplication AS known WHERE known.instance = the_key AND known.key = deduplication;
            IF FOUND THEN RETURN answer('duplicate'); END IF;
            RETURN jsonb_build_object('a', 'refused', 's', it.status);
        END IF;
        INSERT INTO deduplication VALUES (the_key, deduplication) ON CONFLICT DO NOTHING;
        IF NOT FOUND THEN RETURN answer('duplicate'); END IF;
    END IF;
    RETURN put_event(it, event, version, context, now);
END $$;

-- Sends an event to an instance, whoever owns it.
CREATE FUNCTION send_event(
    the_machine bytea, the_id bytea, event bytea, version bigint, deduplication bytea, context text,
    now double precision
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
    the_key bigint;
BEGIN
    SELECT key INTO the_key FROM instance WHERE machine = the_machine AND id = the_id;
    IF NOT FOUND THEN RETURN answer('missing'); END IF;
    RETURN receive(the_key, event, version, deduplication, context, now);
END $$;

-- The name of a machine or an instance as a program writes it.
CREATE FUNCTION name_bytes(name text) RETURNS bytea LANGUAGE sql IMMUTABLE
    RETURN convert_to(CASE WHEN octet_length(name) = length(name) THEN name ELSE normalize(name, NFC) END, 'UTF8');

-- Sends an event to an instance in a transaction of the caller: a trigger, or a program in another language.
--
-- The event is as a program encodes it, in JSON. Returns whether the instance had none with this deduplication key.
CREATE FUNCTION oak_send(
    machine text, id text, event jsonb, deduplication text DEFAULT NULL, version bigint DEFAULT 1
) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    answered jsonb;
BEGIN
    IF machine IS NULL OR id IS NULL OR event IS NULL OR version IS NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'null_value_not_allowed',
            MESSAGE = 'oak_send has no machine, id, event or version',
            HINT = 'Give it all of these; only the deduplication key may be NULL.';
    END IF;
    answered := send_event(
        name_bytes(machine), name_bytes(id), convert_to(event::text, 'UTF8'), version, name_bytes(deduplication),
        NULL, extract(epoch FROM clock_timestamp()) - 978307200);
    CASE answered ->> 'a'
        WHEN 'missing' THEN
            RAISE EXCEPTION USING ERRCODE = 'OAK02', MESSAGE = format('%s %s does not exist', machine, id),
                HINT = 'Start the instance first.';
        WHEN 'refused' THEN
            RAISE EXCEPTION USING ERRCODE = 'OAK03', MESSAGE = format('%s %s has ended or was cancelled', machine, id),
                DETAIL = answered ->> 's';
        ELSE RETURN answered ->> 'a' <> 'duplicate';
    END CASE;
END $$;

-- Takes an event out of an inbox, or puts another in its place.
CREATE FUNCTION alter_event(the_key bigint, the_number bigint, the_event bytea, the_version bigint) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
    it text;
BEGIN
    SELECT status INTO it FROM instance WHERE key = the_key FOR NO KEY UPDATE;
    IF NOT FOUND THEN RETURN answer('missing'); END IF;
    IF it IN ('ended', 'cancelled') THEN RETURN jsonb_build_object('a', 'refused', 's', it); END IF;
    IF the_event IS NULL THEN
        DELETE FROM inbox WHERE instance = the_key AND number = the_number;
    ELSE
        UPDATE inbox SET event = the_event, version = the_version WHERE instance = the_key AND number = the_number;
    END IF;
    RETURN answer(CASE WHEN FOUND THEN 'done' ELSE 'noEvent' END);
END $$;
