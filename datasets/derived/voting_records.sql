/* A row is a member of the House in a session, with the votes of the member and the divisions of which the ballots
   are loaded while the member sat. A member whose days in the session are not known, or not one span, has no number
   of divisions: who was absent cannot be known then. */
WITH held AS (
  SELECT v.vote_id, v.session_id, v.date
  FROM votes AS v JOIN divisions AS d USING (vote_id) WHERE d.ballots_loaded = 'whole'
),
voted AS (
  SELECT
    politician_slug, session_id, count(*) AS votes,
    count(*) FILTER (NOT against_party) AS with_party, count(*) FILTER (against_party) AS against_party,
    count(*) FILTER (vote_id IN (SELECT vote_id FROM held)) AS held_votes
  FROM ballots WHERE politician_slug IS NOT NULL
  GROUP BY ALL
),
days AS (
  SELECT DISTINCT p.slug AS politician_slug, h.session_id, h.date
  FROM (
    SELECT slug, unnest(terms) AS term FROM politicians
  ) AS p
  JOIN held AS h ON p.term.chamber = 'House' AND p.term.from_date <= h.date
    AND coalesce(p.term.to_date, h.date) >= h.date
),
sat AS (
  SELECT politician_slug, session_id, min(date) AS first_date, max(date) AS last_date, count(*) AS days
  FROM days GROUP BY ALL
),
spans AS (
  SELECT
    s.politician_slug, s.session_id, s.first_date, s.last_date, count(*) AS divisions,
    count(DISTINCT h.date) = any_value(s.days) AS is_one_span
  FROM sat AS s JOIN held AS h ON h.session_id = s.session_id AND h.date BETWEEN s.first_date AND s.last_date
  GROUP BY ALL
),
/* Ballots on other days than those of the terms show that the terms are not exact. */
outside AS (
  SELECT b.politician_slug, b.session_id, count(*) AS votes
  FROM ballots AS b
  SEMI JOIN held AS h USING (vote_id)
  LEFT JOIN days AS d ON d.politician_slug = b.politician_slug AND d.session_id = b.session_id AND d.date = b.date
  WHERE d.date IS NULL AND b.politician_slug IS NOT NULL
  GROUP BY ALL
)
SELECT
  politician_slug || '/' || session_id AS record_id, politician_slug, session_id,
  coalesce(v.votes, 0) AS votes, coalesce(v.with_party, 0) AS with_party, coalesce(v.against_party, 0) AS against_party,
  CASE WHEN s.is_one_span AND o.votes IS NULL THEN s.divisions END AS divisions,
  CASE WHEN s.is_one_span AND o.votes IS NULL THEN s.first_date END AS first_date,
  CASE WHEN s.is_one_span AND o.votes IS NULL THEN s.last_date END AS last_date,
  CASE WHEN s.is_one_span AND o.votes IS NULL THEN round(coalesce(v.held_votes, 0) / s.divisions, 3) END AS share_voted
FROM voted AS v
FULL JOIN spans AS s USING (politician_slug, session_id)
LEFT JOIN outside AS o USING (politician_slug, session_id);
