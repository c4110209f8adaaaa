/* A row is a year, a dataset and a role of an organization, with its records. */
SELECT
  organization_key AS _key, year, dataset, role, sum(record_count) AS record_count,
  sum(total_value) AS total_value
FROM organization_periods GROUP BY ALL;
