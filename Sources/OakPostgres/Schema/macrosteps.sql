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
                m, now);
            IF answered ->> 'a' = 'created' THEN
                PERFORM note_arrival(
                    (m ->> 'shard')::integer, nextval('event_number'), (answered ->> 'n')::bigint);
            END IF;
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

CREATE FUNCTION record_step(
    the_key bigint, the_number bigint, the_version bigint, the_state bytea, the_consumed bigint, is_end boolean,
    is_followed boolean, the_output bytea, is_patch boolean, the_time double precision, the_cause text,
    the_name bytea, the_event_version bigint, the_event bytea, the_outputs bytea, journal_state bytea,
    journal_version bigint, the_context text, journal_limit bigint, parts jsonb, now double precision
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
    it instance;
    part jsonb;
    answered jsonb;
    is_parked boolean;
BEGIN
    UPDATE instance SET number = the_number, version = the_version, changed = now, state = the_state,
        change = CASE WHEN is_followed THEN nextval('event_number') END
    WHERE key = the_key AND number = the_number - 1 AND (status = 'running' OR is_patch AND status = 'failed')
        AND (the_consumed IS NULL OR EXISTS (
            SELECT 1 FROM inbox AS i WHERE i.instance = the_key AND i.number = the_consumed))
    RETURNING * INTO it;
    IF NOT FOUND THEN RETURN answer('conflict'); END IF;
    IF coalesce(journal_limit, 1) > 0 THEN
        INSERT INTO journal VALUES (
            the_key, the_number, the_time, the_cause, the_name, the_event_version, the_event, the_outputs,
            journal_state, journal_version, the_context);
    END IF;
    IF journal_limit IS NOT NULL THEN
        DELETE FROM journal AS j WHERE j.instance = the_key AND j.number <= the_number - greatest(0, journal_limit);
    END IF;
    IF parts IS NOT NULL THEN
        FOR part IN SELECT * FROM jsonb_array_elements(parts -> 'tags') LOOP
            IF part ? 'value' THEN
                UPDATE tag SET value = bytes(part, 'value') WHERE instance = the_key AND name = bytes(part, 'name');
                IF NOT FOUND THEN
                    INSERT INTO tag VALUES (
                        the_key, it.machine, it.status, bytes(part, 'name'), bytes(part, 'value'));
                END IF;
            ELSE
                DELETE FROM tag WHERE instance = the_key AND name = bytes(part, 'name');
            END IF;
        END LOOP;
    END IF;
    IF is_end THEN
        UPDATE instance SET status = 'ended', problem = NULL, output = the_output, settled = now, trials = NULL
        WHERE key = the_key RETURNING * INTO it;
        UPDATE tag SET status = 'ended' WHERE instance = the_key;
        PERFORM discard(the_key);
    ELSE
        IF the_consumed IS NOT NULL THEN
            DELETE FROM inbox AS i WHERE i.instance = the_key AND i.number = the_consumed;
        END IF;
        IF parts IS NOT NULL THEN
            is_parked := it.status <> 'running';
            FOR part IN SELECT * FROM jsonb_array_elements(parts -> 'activities') LOOP
                IF part ? 'number' THEN
                    PERFORM set_activity(the_key, it.shard, part, is_parked);
                ELSE
                    DELETE FROM activity WHERE instance = the_key AND name = bytes(part, 'name');
                END IF;
            END LOOP;
            FOR part IN SELECT * FROM jsonb_array_elements(parts -> 'deadlines') LOOP
                IF part ? 'number' THEN
                    PERFORM set_deadline(the_key, it.shard, part, is_parked);
                ELSE
                    DELETE FROM deadline WHERE instance = the_key AND name = bytes(part, 'name');
                END IF;
            END LOOP;
        END IF;
    END IF;
    answered := CASE WHEN parts ? 'messages'
        THEN send_messages(it, parts -> 'messages', the_version, is_end, now) ELSE answer('done') END;
    IF is_end THEN RETURN telling(answered, tell_watchers(the_key, 'ended', now)); END IF;
    RETURN answered;
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
