/* A row is a published name by business number and province, with the other names that records give it, and
   whether a bar in it separates languages: what pipeline/write/merge_organizations.ts reads. */
WITH own AS (
  SELECT
    name, business_number, province, bool_or(dataset || '/' || role IN $bilingual) AS bilingual,
    sum(record_count) AS records
  FROM published_names GROUP BY ALL
),
also AS (
  SELECT
    name, business_number, province,
    list(DISTINCT other ORDER BY other) FILTER (rule = 'bilingual name') AS translations,
    list(DISTINCT other ORDER BY other) FILTER (rule = 'published alias') AS aliases
  FROM other_names AS r GROUP BY ALL
)
SELECT
  o.name, o.business_number, o.province, o.bilingual, CAST(o.records AS DOUBLE) AS records,
  a.translations, a.aliases
FROM own AS o
LEFT JOIN also AS a
  ON a.name = o.name AND a.business_number IS NOT DISTINCT FROM o.business_number
  AND a.province IS NOT DISTINCT FROM o.province;
