/* A row is a record with an organization that it names in a role. `role_records` are the records of the role
   (organization_records.ts). */
SELECT l.organization_key, c.record_id, c.date, c.year, c.value, c.department
FROM role_records AS c
JOIN organization_links AS l
  ON l.name = c.name AND l.business_number IS NOT DISTINCT FROM c.business_number
  AND l.province IS NOT DISTINCT FROM c.province
WHERE l.dataset = $dataset AND l.role = $role AND l.organization_key IS NOT NULL;
