/* A row is a department, with its records and the sum of its contracts. */
WITH counts AS (
  SELECT
    department, 1 AS is_contract, count(*) AS n, coalesce(sum(value), 0) AS total,
    min(date) AS first_date, max(date) AS last_date
  FROM contracts GROUP BY ALL
  UNION ALL SELECT department, 0, count(*), 0, NULL, NULL FROM awards GROUP BY ALL
  UNION ALL SELECT department, 0, count(*), 0, NULL, NULL FROM tenders GROUP BY ALL
)
SELECT
  department,
  CAST(sum(n) AS BIGINT) AS record_count,
  CAST(sum(total) AS DECIMAL(18, 2)) AS total_value,
  CAST(sum(n * is_contract) AS BIGINT) AS contract_count,
  min(first_date) AS first_contract_date,
  max(last_date) AS last_contract_date
FROM counts WHERE department IS NOT NULL
GROUP BY department;
