/* A row is a source of contracts of a department, with their sum. */
SELECT
  department AS _key, source_dataset, coalesce(sum(value), 0) AS total_value, count(*) AS contract_count
FROM contracts WHERE department IS NOT NULL
GROUP BY ALL;
