/* A row is a recipient of grants, with the sum of its grants. */
WITH spellings AS (
  SELECT
    recipient, spelling, kind, name, sum(grant_count) AS n, sum(total_value) AS total,
    min(first_grant_date) AS first_date, max(last_grant_date) AS last_date
  FROM recipient_names GROUP BY ALL
)
SELECT
  recipient,
  CAST(sum(n) AS BIGINT) AS grant_count,
  CAST(sum(total) AS DECIMAL(18, 2)) AS total_value,
  any_value(kind) AS recipient_kind,
  min(first_date) AS first_grant_date,
  max(last_date) AS last_grant_date,
  list(name ORDER BY n DESC, total DESC, name)[1:50] AS name_variants,
  vendor_key_of(string_split(any_value(spelling), ' | ')[1]) AS recipient_group
FROM spellings GROUP BY recipient;
