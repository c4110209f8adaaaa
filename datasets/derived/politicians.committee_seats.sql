/* A row is a seat of a politician on a committee: by the House, with dates; by the Library for sessions that the
   House lacks. Its committee is the one of that name in that session, else of a name that only one ever had. */
WITH places AS (
  SELECT *, slug_of(regexp_replace(fold(committee), $leading_words, '')) AS name_key
  FROM (
    SELECT p.slug AS _key, 1 AS source, r.session_id, r.role, r.committee, r.from_date, r.to_date
    FROM (
      SELECT p.slug, unnest(m.committee_roles) AS r
      FROM politicians AS p JOIN members AS m ON CAST(m.person_id AS BIGINT) = p.house_id
    ) AS p
    UNION ALL
    SELECT p.slug, 2, c.session_id, c.role, c.committee, NULL, NULL
    FROM (
      SELECT p.slug, unnest(l.committees) AS c
      FROM politicians AS p JOIN parliamentarians AS l ON CAST(l.library_id AS BIGINT) = p.library_id
    ) AS p
  )
  WHERE session_id IS NOT NULL AND role IS NOT NULL AND committee IS NOT NULL
  QUALIFY source = min(source) OVER (PARTITION BY _key, session_id)
),
names AS (
  SELECT slug, s.session_id, slug_of(regexp_replace(fold(s.name_en), $leading_words, '')) AS name_key
  FROM (SELECT slug, unnest(sessions) AS s FROM committees)
),
of_session AS (
  SELECT session_id, name_key, min(slug) AS slug FROM names GROUP BY ALL HAVING count(DISTINCT slug) = 1
),
ever AS (
  SELECT name_key, min(slug) AS slug FROM names GROUP BY ALL HAVING count(DISTINCT slug) = 1
)
SELECT
  r.*, coalesce(o.slug, e.slug) AS slug,
  CASE
    WHEN o.slug IS NOT NULL THEN 'name and session'
    WHEN e.slug IS NOT NULL THEN 'name'
    ELSE 'no committee of this name' END AS rule
FROM places AS r
LEFT JOIN of_session AS o ON o.session_id = r.session_id AND o.name_key = r.name_key
LEFT JOIN ever AS e ON e.name_key = r.name_key;
