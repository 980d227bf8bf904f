-- Values of the functions.

-- Bytes in JSON are in Base64.
CREATE FUNCTION bytes(value jsonb, name text) RETURNS bytea LANGUAGE sql IMMUTABLE
    RETURN decode(value ->> name, 'base64');

-- An answer that carries a number.
CREATE FUNCTION answer(kind text, number bigint DEFAULT NULL) RETURNS jsonb LANGUAGE sql IMMUTABLE
    RETURN CASE WHEN number IS NULL THEN jsonb_build_object('a', kind)
        ELSE jsonb_build_object('a', kind, 'n', number) END;

CREATE FUNCTION notice(
    machine bytea, id bytea, number bigint, version bigint, received double precision, event bytea, context text
) RETURNS jsonb LANGUAGE sql IMMUTABLE
    RETURN jsonb_strip_nulls(jsonb_build_object(
        'm', encode(machine, 'base64'), 'i', encode(id, 'base64'), 'n', number, 'v', version, 'r', received,
        'e', encode(event, 'base64'), 'c', context));

-- An answer, with the events that watchers have received.
CREATE FUNCTION telling(answer jsonb, notices jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE
    RETURN CASE WHEN notices = '[]' THEN answer
        ELSE answer || jsonb_build_object('notices', notices) END;

-- Instances with their tags.
CREATE VIEW summary AS SELECT instance.*, coalesce((
        SELECT jsonb_agg(jsonb_build_object('n', encode(name, 'base64'), 'v', encode(value, 'base64')))
        FROM tag WHERE tag.instance = key
    ), '[]') AS tags
FROM instance;

-- Instances with everything but their events.
CREATE VIEW whole AS SELECT summary.*, coalesce((
        SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
            'name', encode(name, 'base64'), 'number', a.number, 'returned', returned, 'context', context,
            'queue', encode(queue, 'base64'), 'failed', failed, 'next', next, 'pause', pause))
            ORDER BY name)
        FROM activity AS a WHERE a.instance = key
    ), '[]') AS activities, coalesce((
        SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
            'name', encode(name, 'base64'), 'number', d.number, 'due', due, 'original', original, 'duration', duration,
            'policy', policy, 'version', d.version, 'event', encode(event, 'base64'))) ORDER BY name)
        FROM deadline AS d WHERE d.instance = key
    ), '[]') AS deadlines
FROM summary;
