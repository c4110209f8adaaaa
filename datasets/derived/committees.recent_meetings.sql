/* A row is a meeting of a committee: from its pages, and those that are known from transcripts only. */
WITH listed AS (
  SELECT acronym, session_id, unnest(meetings) AS m FROM committee_sessions
),
written AS (
  SELECT acronym, session_id, unnest(transcripts) AS t FROM committee_sessions
),
held AS (
  SELECT
    acronym, m.number, session_id, m.date, m.start_time, m.end_time, m.in_camera, m.has_evidence,
    m.minutes_url, m.notice_url
  FROM listed WHERE NOT m.cancelled
  UNION ALL
  SELECT w.acronym, t.number, w.session_id, t.date, t.start_time, NULL, t.in_camera, true, NULL, NULL
  FROM written AS w
  ANTI JOIN listed AS l
    ON l.acronym = w.acronym AND l.session_id = w.session_id AND l.m.number = w.t.number
)
SELECT c.slug AS _key, h.* EXCLUDE (acronym)
FROM committees AS c JOIN held AS h USING (acronym)
WHERE h.date IS NOT NULL;
