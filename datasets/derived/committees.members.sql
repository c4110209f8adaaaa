/* A row is a member of a committee in its latest session, with its politician: by the number of the House, else
   by a name that only one politician has. The file of roles fills in where no page was read; of several roles
   of one person the highest counts. */
WITH seats AS (
  SELECT
    c.slug AS _key,
    unnest(CASE WHEN len(s.members) > 0 THEN s.members
      ELSE list_transform(s.roles, lambda one: struct_pack(
        politician_id := NULL::BIGINT, name := one.name, party := NULL::VARCHAR, riding := NULL::VARCHAR,
        province := NULL::VARCHAR, role := one.role)) END) AS seat
  FROM committees AS c JOIN committee_sessions AS s USING (acronym, session_id)
),
namesakes AS (
  SELECT name_key, any_value(id) AS id
  FROM (SELECT id, unnest(folded_names) AS name_key FROM politicians)
  GROUP BY name_key HAVING count(DISTINCT id) = 1
),
people AS (
  SELECT
    s._key, coalesce(seat.politician_id, n.id) AS person, seat.name, seat.party, seat.riding, seat.role,
    seat_rank(seat.role) AS rank
  FROM seats AS s LEFT JOIN namesakes AS n ON n.name_key = person_key_of(seat.name)
  WHERE seat.role <> 'Associate Member'
  QUALIFY row_number() OVER (
    PARTITION BY s._key, coalesce(CAST(person AS VARCHAR), seat.name) ORDER BY rank, seat.role, seat) = 1
)
SELECT m._key, m.person AS politician_id, m.name, p.slug, m.party, m.riding, m.role
FROM people AS m LEFT JOIN politicians AS p ON p.id = m.person;
