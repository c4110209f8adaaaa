/* A row is a name of a department or institution, as records carry it, with the public body that it means: one by
   that name in either language, both halves of a bilingual name alike, and with an acronym in brackets that is not
   that of another body only (datasets/rules/bodies.ts). */
WITH published AS (
  SELECT department AS name, 'department' AS role FROM contracts
  UNION ALL SELECT department, 'department' FROM awards
  UNION ALL SELECT department, 'department' FROM tenders
  UNION ALL SELECT department, 'department' FROM grants
  UNION ALL SELECT department, 'department' FROM nil_reports
  UNION ALL SELECT unnest(list_distinct(institutions)), 'lobbied' FROM lobbying_registrations
  UNION ALL SELECT unnest(list_distinct(institutions)), 'lobbied' FROM lobbying_communications
  UNION ALL SELECT institution, 'research' FROM research_grants
),
counted AS (
  SELECT
    name,
    count(*) FILTER (role = 'department') AS department_count,
    count(*) FILTER (role = 'lobbied') AS lobbied_count,
    count(*) FILTER (role = 'research') AS research_count
  FROM published WHERE name IS NOT NULL GROUP BY name
),
halves AS (
  SELECT name, half, regexp_extract(trim(half), '(?s)^(.*\S)\s*\(([^()]+)\)$', ['bare', 'acronym']) AS parts
  FROM (SELECT name, unnest(string_split(name, '|')) AS half FROM counted)
),
meant AS (
  SELECT
    h.name,
    coalesce(whole.body_key, CASE
      WHEN own.body_key IS NOT NULL THEN bare.body_key
      /* An acronym of no body: one word with two capitals. */
      WHEN other.acronym IS NULL AND NOT regexp_matches(trim(h.parts.acronym), '\s')
        AND regexp_matches(trim(h.parts.acronym), '\p{Lu}.*\p{Lu}') THEN bare.body_key END) AS body_key
  FROM halves AS h
  LEFT JOIN known_names AS whole ON whole.name = fold(h.half)
  LEFT JOIN known_names AS bare ON bare.name = fold(h.parts.bare)
  LEFT JOIN known_acronyms AS own ON own.acronym = fold(h.parts.acronym) AND own.body_key = bare.body_key
  LEFT JOIN (SELECT DISTINCT acronym FROM known_acronyms) AS other ON other.acronym = fold(h.parts.acronym)
),
bodies AS (
  SELECT name, CASE WHEN count(*) = count(body_key) AND count(*) <= 2 AND min(body_key) = max(body_key)
    THEN min(body_key) END AS body_key
  FROM meant GROUP BY name
)
SELECT
  encode_uri_component(name) AS name_key, name, body_key, department_count, lobbied_count, research_count
FROM counted JOIN bodies USING (name);
