/* A row is a client, with its communications and active registrations. */
WITH counts AS (
  SELECT
    client_folded, 0 AS communications,
    count(*) FILTER (end_date IS NULL OR end_date >= as_of()) AS active,
    NULL::DATE AS first_date, NULL::DATE AS last_date
  FROM lobbying_registrations GROUP BY ALL
  UNION ALL
  SELECT client_folded, count(*), 0, min(date), max(date) FROM lobbying_communications GROUP BY ALL
)
SELECT
  k.client,
  CAST(sum(communications) AS BIGINT) AS total_communications,
  CAST(sum(active) AS BIGINT) AS active_registrations,
  min(first_date) AS first_communication_date,
  max(last_date) AS last_communication_date
FROM counts JOIN client_names AS k USING (client_folded)
GROUP BY k.client;
