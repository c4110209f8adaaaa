/* A row is a calendar quarter of an organization, with its money and its communications. */
SELECT
  organization_key AS _key, quarter,
  coalesce(sum(total_value) FILTER (dataset = 'contracts'), 0) AS contract_value,
  coalesce(sum(total_value) FILTER (dataset = 'grants'), 0) AS grant_value,
  coalesce(sum(total_value) FILTER (dataset IN $received), 0) AS received_value,
  coalesce(sum(record_count) FILTER (dataset = 'lobbying_communications'), 0) AS communications
FROM organization_periods WHERE quarter IS NOT NULL
GROUP BY ALL;
