/* A row is a study or a bill that a committee worked on in a session. */
WITH done AS (
  SELECT acronym, session_id, unnest(activities) AS a FROM committee_sessions
)
SELECT c.slug AS _key, a.id, a.name_en, a.kind, d.session_id
FROM committees AS c JOIN done AS d USING (acronym);
