/* A row is an organization and an institution that signed its contracts or grants, with their sum. `records` are
   those of the role (organization_records.sql). */
SELECT
  concat(r.organization_key, '/', $dataset, '/', r.department) AS institution_id,
  r.organization_key, $dataset AS dataset, r.department, count(*) AS record_count, sum(r.value) AS total_value
FROM records AS r WHERE r.department IS NOT NULL
GROUP BY r.organization_key, r.department;
