/* A row is a vendor: all spellings of contracts with one vendor key. */
WITH spellings AS (
  SELECT
    vendor_group, vendor, count(*) AS n, coalesce(sum(value), 0) AS total, min(date) AS first_date,
    max(date) AS last_date
  FROM contracts WHERE vendor IS NOT NULL AND vendor_group <> ''
  GROUP BY ALL
)
SELECT
  first(vendor ORDER BY n DESC, total DESC, vendor) AS vendor,
  CAST(sum(total) AS DECIMAL(18, 2)) AS total_value,
  CAST(sum(n) AS BIGINT) AS contract_count,
  max(last_date) AS last_contract_date,
  min(first_date) AS first_contract_date,
  list(vendor ORDER BY n DESC, total DESC, vendor)[1:50] AS name_variants,
  vendor_group
FROM spellings GROUP BY vendor_group;
