/* A row is an organization, with its names and its records of all datasets. */
WITH spellings AS (
  SELECT
    organization_key, name, sum(record_count) AS n, bool_or(rule = 'own name') AS own,
    max(business_number) FILTER ('bn' || business_number = organization_key) AS number
  FROM organization_links WHERE organization_key IS NOT NULL
  GROUP BY ALL
),
named AS (
  SELECT
    organization_key,
    first(name ORDER BY own DESC, n DESC, name) AS name,
    max(number) AS business_number,
    list(name ORDER BY own DESC, n DESC, name)[1:50] AS name_variants
  FROM spellings GROUP BY organization_key
),
counted AS (
  SELECT
    organization_key, dataset, sum(record_count) AS n,
    coalesce(sum(total_value) FILTER (dataset IN $received), 0) AS total,
    min(first_date) AS first_date, max(last_date) AS last_date
  FROM organization_periods GROUP BY ALL
),
summed AS (
  SELECT
    organization_key,
    CAST(sum(total) AS DECIMAL(18, 2)) AS total_value,
    CAST(sum(n) AS BIGINT) AS record_count,
    min(first_date) AS first_activity,
    max(last_date) AS last_activity,
    list(dataset ORDER BY dataset) AS datasets
  FROM counted GROUP BY organization_key
)
SELECT
  organization_key, name, total_value, record_count, last_activity, datasets, first_activity, business_number,
  name_variants
FROM named JOIN summed USING (organization_key);
