/* A row is a dataset and a role of an organization, with its records. */
SELECT
  organization_key AS _key, dataset, role, sum(record_count) AS record_count, sum(total_value) AS total_value,
  min(first_date) AS first_date, max(last_date) AS last_date
FROM organization_periods GROUP BY ALL;
