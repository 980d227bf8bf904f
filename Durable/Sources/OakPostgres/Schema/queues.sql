-- Queues, whose limits hold over all processes.

-- Gives places in a queue to activities, in the order in which they are given, and returns the places in this order of
-- those that have one. The last row tells after how many seconds others may have one.
CREATE FUNCTION take_places(
    the_queue bytea, keys bigint[], names bytea[], numbers bigint[], at_once bigint, starts bigint,
    seconds double precision, most bigint
) RETURNS TABLE (place bigint, pause double precision) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    now double precision := extract(epoch FROM clock_timestamp()) - 978307200;
    free bigint;
    earlier bigint := 0;
    first double precision;
    given bigint[];
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(
        'oak queue ' || encode(the_queue, 'hex') || ' of ' || current_schema(), 0));
    RETURN QUERY SELECT asked.place, NULL::double precision
        FROM unnest(keys, names, numbers) WITH ORDINALITY AS asked (key, name, number, place)
            JOIN activity ON instance = asked.key AND activity.name = asked.name AND activity.number = asked.number
        WHERE begun;
    SELECT at_once - count(*) INTO free FROM activity WHERE begun AND queue = the_queue;
    IF starts IS NOT NULL THEN
        -- Nobody tells when those have begun that have lost their places.
        UPDATE queue_start SET "time" = now WHERE queue = the_queue AND "time" IS NULL AND NOT EXISTS (
            SELECT 1 FROM activity WHERE instance = queue_start.instance AND name = queue_start.name
                AND number = queue_start.number AND begun);
        DELETE FROM queue_start WHERE queue = the_queue AND "time" <= now - seconds;
        SELECT count(*), coalesce(min("time"), now) INTO earlier, first FROM queue_start WHERE queue = the_queue;
        free := least(free, starts - earlier);
    END IF;
    WITH chosen AS (
        SELECT asked.place, asked.key, asked.name
        FROM unnest(keys, names, numbers) WITH ORDINALITY AS asked (key, name, number, place)
            JOIN activity ON instance = asked.key AND activity.name = asked.name AND activity.number = asked.number
        WHERE NOT begun AND NOT returned AND NOT parked ORDER BY asked.place
        LIMIT greatest(0, least(free, most)) FOR NO KEY UPDATE OF activity SKIP LOCKED
    ), given AS (
        UPDATE activity SET begun = true FROM chosen
        WHERE instance = chosen.key AND activity.name = chosen.name RETURNING chosen.place
    )
    SELECT coalesce(array_agg(place), '{}') INTO given FROM given;
    IF starts IS NOT NULL THEN
        INSERT INTO queue_start SELECT the_queue, keys[place], names[place], numbers[place]
            FROM unnest(given) AS given (place);
    END IF;
    RETURN QUERY SELECT given.place, NULL::double precision FROM unnest(given) AS given (place);
    IF cardinality(given) < least(most, cardinality(keys)) THEN
        RETURN QUERY SELECT NULL::bigint, CASE WHEN earlier >= starts THEN greatest(0, first + seconds - now) END;
    END IF;
END $$;

-- Notes that an activity begins, which has got its place earlier.
CREATE FUNCTION note_beginning(the_queue bytea, the_instance bigint, the_name bytea, the_number bigint) RETURNS void
LANGUAGE sql AS $$
    UPDATE queue_start SET "time" = extract(epoch FROM clock_timestamp()) - 978307200
        WHERE queue = the_queue AND "time" IS NULL AND instance = the_instance AND name = the_name
            AND number = the_number;
$$;

-- Gives back the places of activities whose instances wait for another process.
CREATE FUNCTION give_places_back(keys bigint[]) RETURNS void LANGUAGE sql AS $$
    UPDATE activity SET begun = false WHERE instance = ANY (keys) AND begun;
$$;

-- Tells the processes that a place in a queue is free; each also looks again after a second.
CREATE FUNCTION tell_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('oak', current_schema() || ' places');
    RETURN NULL;
END $$;
CREATE TRIGGER end_of_activity AFTER DELETE ON activity
    FOR EACH ROW WHEN (old.begun) EXECUTE FUNCTION tell_place();
CREATE TRIGGER pause_of_activity AFTER UPDATE OF begun ON activity
    FOR EACH ROW WHEN (old.begun AND NOT new.begun) EXECUTE FUNCTION tell_place();
