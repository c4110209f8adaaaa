/* A row is a registrant of registrations and communications, with the newest names and all that it filed. */
WITH filings AS (
  SELECT
    lobbyist_id, lobbyist_name, client_folded, effective_date AS date, 1 AS registration, lobbyist_firm,
    registration_type, (end_date IS NULL OR end_date >= as_of()) AS active, reg_id AS id
  FROM lobbying_registrations WHERE lobbyist_id IS NOT NULL
  UNION ALL
  SELECT lobbyist_id, registrant_name, client_folded, date, 0, NULL, NULL, false, com_id
  FROM lobbying_communications WHERE lobbyist_id IS NOT NULL
),
/* Newest first; on the same day registrations first, then higher numbers. */
ranked AS (
  SELECT *, row_number() OVER (
      PARTITION BY lobbyist_id
      ORDER BY date DESC NULLS LAST, registration DESC, TRY_CAST(id AS HUGEINT) DESC NULLS LAST, id DESC
    ) AS nth
  FROM filings LEFT JOIN (SELECT client_folded, client FROM client_names) USING (client_folded)
)
SELECT
  lobbyist_id,
  coalesce(first(lobbyist_name ORDER BY nth) FILTER (lobbyist_name IS NOT NULL), lobbyist_id) AS lobbyist_name,
  first(lobbyist_firm ORDER BY nth) FILTER (registration = 1) AS firm_name,
  first(registration_type ORDER BY nth) FILTER (registration = 1) AS registration_type,
  count(DISTINCT client) AS client_count,
  count(*) FILTER (registration = 0) AS total_communications,
  count(*) FILTER (active) AS active_registrations,
  min(date) AS first_seen_date,
  max(date) AS last_seen_date
FROM ranked
GROUP BY lobbyist_id;
