/* A row is an organization and another one whose names share all telling words with it, where not more than
   `$most` organizations share them. */
WITH alike AS (
  SELECT organization_key, likeness
  FROM (
    SELECT DISTINCT organization_key, likeness
    FROM organization_links WHERE organization_key IS NOT NULL AND likeness <> ''
  )
  QUALIFY count(*) OVER (PARTITION BY likeness) <= $most
)
SELECT DISTINCT a.organization_key AS _key, o.organization_key, o.name, o.total_value, o.record_count
FROM alike AS a
JOIN alike AS b ON b.likeness = a.likeness AND b.organization_key <> a.organization_key
JOIN organizations AS o ON o.organization_key = b.organization_key;
