/* A row is an institution that signed contracts or grants of an organization, with their sum. */
SELECT
  organization_key AS _key, department AS name, coalesce(sum(total_value), 0) AS total_value,
  coalesce(sum(record_count) FILTER (dataset = 'contracts'), 0) AS contract_count,
  coalesce(sum(record_count) FILTER (dataset = 'grants'), 0) AS grant_count
FROM organization_institutions GROUP BY ALL;
