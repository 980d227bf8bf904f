-- Macrosteps, messages and schedules.

CREATE FUNCTION watch_instance(
    the_watcher bigint, the_target instance, m jsonb, version bigint, has_ended boolean, now double precision
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
    w watch := ROW(
        the_target.key, the_watcher, version, bytes(m, 'ended'), bytes(m, 'failed'), bytes(m, 'cancelled'),
        m ->> 'context');
BEGIN
    IF has_ended THEN RETURN answer('done'); END IF;
    IF the_target.key IS NULL THEN RETURN telling(answer('missing'), tell_watcher(w, w.cancelled, now)); END IF;
    IF the_target.status IN ('ended', 'cancelled') THEN
        RETURN telling(
            jsonb_build_object('a', 'refused', 's', the_target.status),
            tell_watcher(w, CASE the_target.status WHEN 'ended' THEN w.ended ELSE w.cancelled END, now));
    END IF;
    DELETE FROM watch WHERE target = w.target AND watcher = w.watcher;
    INSERT INTO watch SELECT w.*;
    IF the_target.status = 'failed' THEN RETURN telling(answer('done'), tell_watcher(w, w.failed, now)); END IF;
    RETURN answer('done');
END $$;

-- Sends the messages of a macrostep, or of a schedule if there is no sender.
CREATE FUNCTION send_messages(
    sender instance, messages jsonb, version bigint, has_ended boolean, now double precision
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
    m jsonb;
    target instance;
    answered jsonb;
    answers jsonb := '[]';
BEGIN
    FOR m IN SELECT * FROM jsonb_array_elements(messages) LOOP
        IF m ->> 'kind' = 'start' THEN
            answered := create_instance(
                (m ->> 'shard')::integer, bytes(m, 'machine'), bytes(m, 'id'), m ->> 'status',
                (m ->> 'version')::bigint, bytes(m, 'state'), bytes(m, 'output'), (m ->> 'followed')::boolean,
                m, true, now);
        ELSE
            SELECT * INTO target FROM instance
                WHERE machine = bytes(m, 'machine') AND id = bytes(m, 'id') FOR NO KEY UPDATE;
            IF m ->> 'kind' = 'watch' THEN
                answered := CASE WHEN sender.key IS NULL THEN answer('done')
                    ELSE watch_instance(sender.key, target, m, version, has_ended, now) END;
            ELSIF target.key IS NULL THEN
                answered := answer('missing');
            ELSE
                answered := put_event(target, bytes(m, 'event'), (m ->> 'version')::bigint, m ->> 'context', now);
            END IF;
            IF m ->> 'kind' = 'event' AND m ? 'refusal' AND answered -> 'n' IS NULL AND sender.key IS NOT NULL
                AND NOT has_ended
            THEN
                SELECT * INTO target FROM instance WHERE key = sender.key;
                answered := put_event(target, bytes(m, 'refusal'), version, m ->> 'context', now);
                answered := answer('returned', (answered ->> 'n')::bigint);
            END IF;
        END IF;
        answers := answers || jsonb_build_array(answered);
    END LOOP;
    RETURN jsonb_build_object('a', 'sent', 'of', answers);
END $$;

-- The tags, activities, deadlines and messages of a macrostep, and the end of the instance.
CREATE FUNCTION follow_step(the_key bigint, is_end boolean, parts jsonb, now double precision) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
    it instance;
    answered jsonb;
BEGIN
    SELECT * INTO it FROM instance WHERE key = the_key;
    PERFORM set_parts(it, parts);
    IF is_end THEN
        UPDATE tag SET status = 'ended' WHERE instance = the_key;
        PERFORM discard(the_key);
    END IF;
    answered := CASE WHEN parts ? 'messages'
        THEN send_messages(it, parts -> 'messages', it.version, is_end, now) ELSE answer('done') END;
    IF is_end THEN RETURN telling(answered, tell_watchers(the_key, 'ended', now)); END IF;
    RETURN answered;
END $$;

-- Records macrosteps of different instances. Each answer comes with its place; those without an answer are done.
CREATE FUNCTION record_steps(
    keys bigint[], numbers bigint[], versions bigint[], states bytea[], consumed_events bigint[], are_ends boolean[],
    are_followed boolean[], final_outputs bytea[], are_patches boolean[], times double precision[], causes text[],
    names bytea[], event_versions bigint[], events bytea[], outputs bytea[], journal_states bytea[],
    journal_versions bigint[], contexts text[], journal_limits bigint[], parts jsonb[], now double precision
) RETURNS SETOF jsonb LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    done bigint[];
    conflicts bigint[] := '{}';
    step record;
    answered jsonb;
BEGIN
    WITH step AS (
        SELECT * FROM unnest(
            keys, numbers, versions, states, consumed_events, are_ends, are_followed, final_outputs, are_patches,
            times, causes, names, event_versions, events, outputs, journal_states, journal_versions, contexts,
            journal_limits
        ) WITH ORDINALITY AS step (
            key, number, version, state, consumed, is_end, is_followed, final_output, is_patch,
            "time", cause, name, event_version, event, outputs, journal_state, journal_version, context,
            journal_limit, place)
        -- Instances are locked in this order, as by each transaction.
        ORDER BY key
    ), recorded AS (
        UPDATE instance SET number = step.number, version = step.version, changed = now, state = step.state,
            change = CASE WHEN step.is_followed THEN nextval('event_number') END,
            status = CASE WHEN step.is_end THEN 'ended' ELSE status END,
            problem = CASE WHEN NOT step.is_end THEN problem END,
            output = CASE WHEN step.is_end THEN step.final_output END,
            settled = CASE WHEN step.is_end OR status = 'failed' THEN now END,
            trials = CASE WHEN NOT step.is_end THEN trials END
        FROM step
        WHERE instance.key = step.key AND instance.number = step.number - 1
            AND (status = 'running' OR step.is_patch AND status = 'failed')
            AND (step.consumed IS NULL OR EXISTS (
                SELECT 1 FROM inbox WHERE inbox.instance = step.key AND inbox.number = step.consumed))
        RETURNING step.*
    ), consumed AS (
        DELETE FROM inbox USING recorded
        WHERE inbox.instance = recorded.key AND inbox.number = recorded.consumed
    ), noted AS (
        INSERT INTO journal
            SELECT key, number, "time", cause, name, event_version, event, outputs, journal_state, journal_version,
                context
            FROM recorded WHERE coalesce(journal_limit, 1) > 0
    ), forgotten AS (
        DELETE FROM journal USING recorded
        WHERE journal_limit IS NOT NULL AND journal.instance = recorded.key
            AND journal.number <= recorded.number - greatest(0, journal_limit)
    )
    SELECT coalesce(array_agg(place), '{}') INTO done FROM recorded;
    IF cardinality(done) < cardinality(keys) THEN
        conflicts := ARRAY(
            SELECT place FROM generate_series(1::bigint, cardinality(keys)) AS place EXCEPT SELECT unnest(done));
        RETURN QUERY SELECT answer('conflict') || jsonb_build_object('place', place) FROM unnest(conflicts) AS place;
    END IF;
    IF NOT true = ANY (are_ends) AND cardinality(array_remove(parts, NULL)) = 0 THEN RETURN; END IF;
    FOR step IN
        SELECT * FROM unnest(keys, are_ends, parts) WITH ORDINALITY AS step (key, is_end, parts, place)
        WHERE (is_end OR parts IS NOT NULL) AND place <> ALL (conflicts)
    LOOP
        answered := follow_step(step.key, step.is_end, step.parts, now);
        IF answered <> answer('done') THEN RETURN NEXT answered || jsonb_build_object('place', step.place); END IF;
    END LOOP;
END $$;

CREATE FUNCTION run_schedule(
    the_name bytea, the_time double precision, the_last double precision, messages jsonb, now double precision
) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
    IF the_last IS NULL THEN
        INSERT INTO schedule VALUES (the_name, the_time) ON CONFLICT DO NOTHING;
    ELSE
        UPDATE schedule SET last = the_time WHERE name = the_name AND last = the_last;
    END IF;
    IF NOT FOUND THEN RETURN answer('conflict'); END IF;
    RETURN send_messages(NULL::instance, messages, 0, false, now);
END $$;
