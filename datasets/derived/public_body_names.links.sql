/* A row is a role with the number of records whose name means a public body, or none. */
SELECT
  role || ' to public body' AS link,
  CASE WHEN body_key IS NULL THEN 'name of no body in the table' ELSE 'name' END AS rule,
  CAST(sum(records) AS BIGINT) AS count
FROM (
  SELECT 'department' AS role, body_key, department_count AS records FROM public_body_names
  UNION ALL SELECT 'lobbied institution', body_key, lobbied_count FROM public_body_names
  UNION ALL SELECT 'research institution', body_key, research_count FROM public_body_names
)
WHERE records > 0 GROUP BY ALL;
