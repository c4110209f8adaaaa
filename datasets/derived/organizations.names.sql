/* A row is a published name of an organization in a role, with the address of the list that holds its records.
   `role_lists` are the paths of the lists of roles, up to the value of the filter; `$longest` is what a filter takes. */
SELECT
  l.organization_key AS _key, l.name, l.dataset, l.role, l.rule, l.certainty,
  sum(l.record_count) AS record_count,
  CASE WHEN length(l.name) <= $longest THEN lists.path || encode_uri_component(l.name) END AS url
FROM organization_links AS l
LEFT JOIN role_lists AS lists ON lists.dataset = l.dataset AND lists.role = l.role
WHERE l.organization_key IS NOT NULL
GROUP BY ALL;
