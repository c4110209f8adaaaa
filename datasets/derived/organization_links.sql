/* A row is a published name with its organization. `resolved_names` are the names that the pipeline merged
   (pipeline/write/organizations.ts), before this runs. */
SELECT
  p.published_id AS link_id, r.organization_key, p.dataset, p.role, p.name, p.business_number, p.province,
  r.rule, c.certainty, r.refused, p.record_count, r.legal_name, r.likeness, r.spelling
FROM published_names AS p
JOIN resolved_names AS r
  ON r.name = p.name AND r.business_number IS NOT DISTINCT FROM p.business_number
  AND r.province IS NOT DISTINCT FROM p.province
LEFT JOIN link_rules AS c ON c.rule = r.rule;
