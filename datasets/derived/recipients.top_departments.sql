/* A row is an institution that pays a recipient, with the sum of its grants. */
SELECT
  n.recipient AS _key, g.department AS name, coalesce(sum(g.value), 0) AS total_value, count(*) AS grant_count
FROM grants AS g JOIN recipient_names AS n ON $is_name_of
WHERE g.department IS NOT NULL
GROUP BY ALL;
