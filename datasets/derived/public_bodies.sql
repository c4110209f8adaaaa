/* A row is a public body, with the number of records that carry its names. */
SELECT
  b.body_key, name_en, name_fr, kind,
  list_filter(string_split(acronyms_en, $separator), lambda x: x <> '') AS acronyms_en,
  list_filter(string_split(acronyms_fr, $separator), lambda x: x <> '') AS acronyms_fr,
  list_filter(string_split(other_names, $separator), lambda x: x <> '') AS other_names,
  coalesce(n.department_count, 0) AS department_count,
  coalesce(n.lobbied_count, 0) AS lobbied_count,
  coalesce(n.research_count, 0) AS research_count
FROM bodies AS b
LEFT JOIN (
  SELECT
    body_key, sum(department_count) AS department_count, sum(lobbied_count) AS lobbied_count,
    sum(research_count) AS research_count
  FROM public_body_names WHERE body_key IS NOT NULL GROUP BY body_key
) AS n USING (body_key);
