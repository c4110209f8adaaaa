/* A row is a person of the Library who is one of the House, with the rule that says so, the strongest first.

   A number that several people of the Library have is that of the one whose name and riding the House has, too.
   A link may lead to the page of another member: its number counts for somebody of that member's family name
   who sat in the same riding, or has the first name, too, and that as the only member and at that time, as far
   as both publishers know terms. A riding has one member at a time: terms in it that overlap and one name are
   one person, and so are half a name (one that married, a short first name) and a mandate that begins within
   the term at the Library. Terms of father and son only touch. Of two that fit alike none is known to be the
   right one. */
WITH house AS (
  FROM house_people
),
library AS (
  FROM library_people
),
/* Terms in the House with the riding in comparable form. */
library_seats AS (
  SELECT
    library_id, slug_of(term.riding) AS riding_key, term.from_date,
    coalesce(term.to_date, DATE '9999-12-31') AS to_date
  FROM (SELECT library_id, unnest(terms) AS term FROM library) WHERE term.chamber = 'House'
),
house_seats AS (
  SELECT
    house_id, slug_of(term.riding) AS riding_key, term.from_date,
    coalesce(term.to_date, DATE '9999-12-31') AS to_date
  FROM (SELECT house_id, unnest(terms) AS term FROM house)
),
/* Pairs with overlapping terms in one riding; terms that touch on one day do not overlap. */
neighbours AS (
  SELECT library_id, house_id, bool_or(h.from_date >= l.from_date) AS begins_within
  FROM library_seats AS l
  JOIN house_seats AS h ON l.riding_key = h.riding_key AND l.from_date < h.to_date AND h.from_date < l.to_date
  GROUP BY ALL
),
claims AS (
  SELECT
    library_id, l.house_id, list_has_any(l.ends, h.ends) IS TRUE AS one_name, n.house_id IS NOT NULL AS one_seat
  FROM library AS l
  LEFT JOIN neighbours AS n USING (library_id, house_id)
  LEFT JOIN house AS h ON h.house_id = l.house_id
  WHERE l.house_id IS NOT NULL
),
numbered AS (
  SELECT library_id, house_id FROM claims
  QUALIFY rank() OVER (PARTITION BY house_id ORDER BY one_name DESC, one_seat DESC) = 1
    AND count(*) OVER (PARTITION BY house_id, one_name, one_seat) = 1
),
pages AS (
  SELECT DISTINCT
    library_id, l.ends, l.sat, TRY_CAST(page.house_id AS BIGINT) AS house_id, len(h.terms) > 0 AS is_member,
    coalesce(h.ends, name_ends_of([page.name])) AS page_ends
  FROM (
    SELECT library_id, ends, unnest(house_pages) AS page, len(terms) > 0 AS sat
    FROM library WHERE house_id IS NULL
  ) AS l
  LEFT JOIN house AS h ON h.house_id = TRY_CAST(page.house_id AS BIGINT)
),
linked AS (
  SELECT library_id, p.house_id
  FROM pages AS p LEFT JOIN neighbours AS n USING (library_id, house_id)
  WHERE share_word(p.ends, p.page_ends, -1)
    AND p.house_id NOT IN (SELECT house_id FROM numbered)
    AND (n.house_id IS NOT NULL
      OR list_has_any(p.ends, p.page_ends) AND ((p.sat AND p.is_member) IS NOT TRUE
        OR EXISTS (
          FROM library_seats AS l
          JOIN house_seats AS h ON l.from_date < h.to_date AND h.from_date < l.to_date
          WHERE l.library_id = p.library_id AND h.house_id = p.house_id)
        AND (SELECT count(*) FROM house AS h WHERE list_has_any(h.ends, p.ends)) = 1))
  QUALIFY count(*) OVER (PARTITION BY library_id) = 1 AND count(*) OVER (PARTITION BY house_id) = 1
),
known AS (
  FROM numbered UNION ALL FROM linked
),
alike AS (
  SELECT library_id, house_id, begins_within, list_has_any(l.ends, h.ends) AS one_name
  FROM neighbours
  JOIN (SELECT library_id, ends FROM library WHERE house_id IS NULL) AS l USING (library_id)
  JOIN house AS h USING (house_id)
  WHERE library_id NOT IN (SELECT library_id FROM known) AND house_id NOT IN (SELECT house_id FROM known)
    AND (share_word(l.ends, h.ends, 1) OR share_word(l.ends, h.ends, -1))
),
whole AS (
  SELECT library_id, house_id FROM alike WHERE one_name
),
half AS (
  SELECT library_id, house_id FROM alike
  WHERE begins_within
    AND library_id NOT IN (SELECT library_id FROM whole) AND house_id NOT IN (SELECT house_id FROM whole)
),
by_riding AS (
  SELECT library_id, house_id, 'name, riding and dates' AS rule FROM whole
  UNION ALL SELECT library_id, house_id, 'half of the name, riding and dates' FROM half
)
SELECT library_id, house_id, 'number of the House' AS rule FROM numbered
UNION ALL
SELECT library_id, house_id, 'link to the House and family name' FROM linked
UNION ALL
(SELECT library_id, house_id, rule FROM by_riding
  QUALIFY count(*) OVER (PARTITION BY rule, library_id) = 1 AND count(*) OVER (PARTITION BY rule, house_id) = 1);
