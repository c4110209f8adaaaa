/* A row is a communication with its registration: in force on its day, under the same name before another of the
   client, then the latest, then the largest number. */
SELECT
  c.com_id, r.reg_id,
  CASE WHEN r.client_folded = c.client_folded
    THEN 'registrant, client and date'
    ELSE 'registrant, client but for the legal form, and date' END AS rule
FROM (
  SELECT o.com_id, o.date, o.lobbyist_id, k.*
  FROM lobbying_communications AS o JOIN client_names AS k USING (client_folded)
) AS c
JOIN (
  SELECT o.reg_id, o.effective_date, o.end_date, o.lobbyist_id, k.*
  FROM lobbying_registrations AS o JOIN client_names AS k USING (client_folded)
) AS r
  ON r.lobbyist_id = c.lobbyist_id AND r.client = c.client
  AND c.date >= r.effective_date AND c.date <= coalesce(r.end_date, c.date)
QUALIFY row_number() OVER (
  PARTITION BY c.com_id
  ORDER BY r.client_folded = c.client_folded DESC, r.effective_date DESC,
    TRY_CAST(r.reg_id AS HUGEINT) DESC NULLS LAST, r.reg_id DESC) = 1;
