/* A row is a name under which grants are published, by type, business number and province, with its recipient. */
WITH published AS (
  SELECT
    recipient AS name, recipient_folded AS folded, recipient_type = $individual AS is_individual,
    recipient_business_number AS business_number, recipient_province AS province, count(*) AS grant_count,
    coalesce(sum(value), 0) AS total_value, min(date) AS first_grant_date, max(date) AS last_grant_date
  FROM grants WHERE recipient_folded IS NOT NULL
  GROUP BY ALL
),
told AS (
  SELECT
    p.*,
    CASE
      WHEN i.also_organization IS NULL THEN 'organization'
      WHEN NOT i.also_organization OR p.is_individual THEN 'individual'
      WHEN NOT p.is_individual THEN 'organization' END AS kind
  FROM published AS p LEFT JOIN individuals AS i ON i.recipient_folded = p.folded
),
grouped AS (
  SELECT
    t.*, l.organization_key, concat(t.kind, '/', coalesce(l.spelling, l.legal_name, t.folded)) AS group_key
  FROM told AS t
  /* A condition of the left side alone would compare every name with every link. */
  LEFT JOIN organization_links AS l
    ON l.dataset = 'grants' AND l.name = CASE t.kind WHEN 'organization' THEN t.name END
    AND l.business_number IS NOT DISTINCT FROM t.business_number
    AND l.province IS NOT DISTINCT FROM t.province
),
spelled AS (
  SELECT
    group_key, name, any_value(kind) AS kind, min(organization_key) AS organization_key,
    sum(grant_count) AS n, sum(total_value) AS total
  FROM grouped GROUP BY group_key, name
),
named AS (
  SELECT
    group_key, first(name ORDER BY contains(name, ' | ') DESC, n DESC, total DESC, name) AS spelling,
    any_value(kind) AS kind, min(organization_key) AS organization_key
  FROM spelled GROUP BY group_key
),
placed AS (
  SELECT named.*, provinces, fold(string_split(spelling, ' | ')[1]) AS folded
  FROM named JOIN (
    SELECT group_key, string_agg(DISTINCT province, ', ' ORDER BY province) AS provinces
    FROM grouped GROUP BY group_key
  ) USING (group_key)
),
/* What stands behind the name of a recipient that has namesakes: its kind, its provinces, or the key of its
   organization. */
qualified AS (
  SELECT
    group_key, spelling,
    CASE WHEN count(*) OVER namesakes > 1 THEN ' [' || CASE
        WHEN kind IS NULL THEN 'type unknown'
        WHEN kind = 'individual' THEN kind
        WHEN count(*) FILTER (kind = 'organization') OVER namesakes = 1 THEN kind
        WHEN count(*) OVER (PARTITION BY folded, provinces) = 1 THEN coalesce(provinces, 'province unknown')
        ELSE coalesce(organization_key, group_key) END || ']'
      ELSE '' END AS qualifier
  FROM placed WINDOW namesakes AS (PARTITION BY folded)
)
SELECT
  concat_ws('/', coalesce(CAST(is_individual AS VARCHAR), ''), coalesce(business_number, ''),
    coalesce(province, ''), name) AS published_id,
  name, folded, is_individual, business_number, province, kind, spelling,
  replace(spelling, ' | ', qualifier || ' | ') || qualifier AS recipient,
  organization_key, grant_count, total_value, first_grant_date, last_grant_date
FROM grouped JOIN qualified USING (group_key);
