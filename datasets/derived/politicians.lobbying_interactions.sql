/* A row is a politician, with the communications that name the person as an official. */
WITH met AS (
  SELECT DISTINCT com_id, lobbyist_name, official.politician_slug AS slug
  FROM (SELECT com_id, lobbyist_name, unnest(dpohs) AS official FROM communication_links)
  WHERE official.politician_slug IS NOT NULL
),
summed AS (
  SELECT
    m.slug, count(*) AS total, min(c.date) AS first_date, max(c.date) AS last_date,
    list(struct_pack(
      com_id := c.com_id, date := c.date, client := c.client, lobbyist_name := m.lobbyist_name,
      institution := c.institution, subjects := c.subjects
    ) ORDER BY c.date DESC NULLS LAST, c.com_id)[1:10] AS recent
  FROM met AS m JOIN lobbying_communications AS c USING (com_id)
  GROUP BY m.slug
)
SELECT p.slug AS _key, coalesce(s.total, 0) AS total, s.first_date, s.last_date, coalesce(s.recent, []) AS recent
FROM politicians AS p LEFT JOIN summed AS s ON s.slug = p.slug;
