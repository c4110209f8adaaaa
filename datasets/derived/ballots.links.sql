/* A row is a way by which ballots are known to be those of a politician, or that they are not, with their number. */
SELECT
  'ballot to politician' AS link,
  CASE
    WHEN politician_slug IS NULL THEN 'nobody of this number or name sat that day'
    WHEN politician_id IS NULL THEN 'name and term'
    ELSE 'person number' END AS rule,
  count(*) AS count
FROM ballots GROUP BY ALL;
