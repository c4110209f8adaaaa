/* A row is another name that records of a role give their organization. `role_records` are the records of the
   role (organization_records.ts). */
SELECT DISTINCT r.name, r.business_number, r.province, r.other, $rule AS rule
FROM role_records AS r
WHERE r.name IS NOT NULL AND r.other <> r.name;
