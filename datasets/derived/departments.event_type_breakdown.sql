/* A row is a department, with its records by type. */
SELECT
  department AS _key,
  count(*) FILTER (type = 'contract') AS contract,
  count(*) FILTER (type = 'award') AS award,
  count(*) FILTER (type = 'tender') AS tender
FROM (
  SELECT department, 'contract' AS type FROM contracts
  UNION ALL SELECT department, 'award' FROM awards
  UNION ALL SELECT department, 'tender' FROM tenders
)
WHERE department IS NOT NULL
GROUP BY department;
