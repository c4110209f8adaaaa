/* A row is a politician: a person of the House, of the Library of Parliament, or of both. A sitting member has an
   open mandate, by the House if it is loaded. Numbers of people unknown to the House are those of the Library,
   offset above all of the House. */
WITH people AS (
  SELECT
    l.library_id,
    coalesce(h.house_id, l.same_house) AS house_id,
    coalesce(h.house_id, l.same_house, l.library_id + 10_000_000) AS id,
    coalesce(h.name, l.name) AS name,
    coalesce(h.name_forms, []) || coalesce(l.name_forms, []) AS forms,
    h.image_url,
    coalesce(h.source_url, l.source_url) AS source_url,
    greatest(h.last_changed, l.last_changed) AS last_updated,
    h.house_id IS NOT NULL AS is_at_house,
    coalesce(l.is_member, false) AS library_says,
    coalesce(h.terms, []) AS house_terms,
    coalesce(l.terms, []) AS library_terms,
    list_filter(coalesce(h.parties, []), lambda p: p.party IS NOT NULL) AS house_parties,
    list_filter(coalesce(l.parties, []), lambda p: p.party IS NOT NULL) AS library_parties
  FROM (
    SELECT p.*, s.house_id AS same_house
    FROM library_people AS p LEFT JOIN same_people AS s USING (library_id)
  ) AS l
  FULL JOIN house_people AS h ON h.house_id = l.same_house
),
spells AS (
  SELECT
    *,
    list_sort(house_terms || terms_beside(library_terms, house_terms)) AS terms,
    list_sort(house_parties || terms_beside(library_parties, house_parties)) AS parties
  FROM people
),
latest AS (
  SELECT
    *,
    list_filter(terms, lambda t: t.from_date IS NOT NULL)[-1] AS term,
    list_filter(parties, lambda t: t.from_date IS NOT NULL)[-1] AS caucus,
    coalesce(nullif(slug_of(name), ''), CAST(id AS VARCHAR)) AS plain
  FROM spells
)
SELECT
  id, name,
  CASE WHEN row_number() OVER (PARTITION BY plain ORDER BY id) = 1 THEN plain ELSE plain || '-' || id END AS slug,
  CASE WHEN bool_or(is_at_house) OVER ()
    THEN len(list_filter(house_terms, lambda t: t.from_date IS NOT NULL AND t.to_date IS NULL)) > 0
    ELSE library_says END AS current,
  coalesce(caucus.party, term.party) AS current_party,
  term.riding AS current_riding,
  term.province AS province,
  image_url, source_url, last_updated, house_id, library_id,
  list_sort(list_distinct(list_transform(forms, lambda form: person_key_of(form)))) AS folded_names,
  terms, parties
FROM latest;
