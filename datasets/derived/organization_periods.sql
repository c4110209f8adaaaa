/* A row is an organization in a role of a dataset and a period, with its records: a year, or a quarter where the
   dataset counts for the quarters of a profile. `records` are those of the role (organization_records.sql). */
SELECT
  concat(organization_key, '/', $dataset, '/', $role, '/', year, '/', quarter) AS period_id,
  organization_key, $dataset AS dataset, $role AS role, year, quarter,
  count(*) AS record_count, sum(value) AS total_value, min(date) AS first_date, max(date) AS last_date
FROM (
  SELECT
    r.*,
    CASE WHEN $is_quarterly AND r.date IS NOT NULL THEN concat(year(r.date), '-Q', quarter(r.date)) END AS quarter
  FROM records AS r
)
GROUP BY organization_key, year, quarter;
