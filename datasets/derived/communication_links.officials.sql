/* A row is a communication that names somebody with the name of a politician. `hits` has how each of these
   officials is linked: `nth` (its position in `officials` from 1), `rule`, `slug`.

   Names are compared without blanks, since hyphens and apostrophes are typed as blanks or not at all. Of several
   people the one whose riding stands beside the name counts, then the one published under this name before
   those who have it by a formal or a short first name. Exchanged names count for somebody in office with the
   title of a politician, if nobody has the name as written and its first word is no politician's first name. A
   politician without known terms may be anybody of the name, so that where one in office and one without terms
   share it, neither is linked. */
WITH named AS (
  SELECT com_id, date, unnest(officials) AS official, generate_subscripts(officials, 1) AS nth
  FROM lobbying_communications
),
people AS (
  SELECT
    replace(form, ' ', '') AS key, slug, terms, ridings, min(CASE WHEN form = own THEN 1 ELSE 2 END) AS rank
  FROM (
    SELECT
      unnest(folded_names) AS form, person_key_of(name) AS own, slug, terms,
      list_transform(
        list_filter(terms, lambda t: t.chamber = 'House' AND t.riding IS NOT NULL),
        lambda t: padded_words_of(t.riding)) AS ridings
    FROM politicians
  )
  GROUP BY ALL
),
/* Names, titles and institutions are looked at once each. */
written AS (
  SELECT name, string_split(person_key_of(name), ' ') AS words
  FROM (SELECT DISTINCT official.name AS name FROM named)
),
known AS (
  SELECT w.name, p.* FROM written AS w JOIN people AS p ON p.key = array_to_string(w.words, '')
),
/* First names of politicians: written first, they are no family names. */
first_names AS (
  SELECT split_part(form, ' ', 1) AS name FROM (SELECT unnest(folded_names) AS form FROM politicians)
),
exchanged AS (
  SELECT name, person_key_of(array_to_string(words[cut + 1:] || words[:cut], ' ')) AS form
  FROM (
    SELECT *, unnest(range(1, len(words))) AS cut FROM written
    WHERE name NOT IN (SELECT name FROM known) AND words[1] NOT IN (SELECT name FROM first_names)
  )
),
titles AS (
  SELECT
    *,
    regexp_matches(regexp_replace(words, $not_staff, ' ', 'g'), $staff) AS staff,
    regexp_matches(words, $political) AS political,
    trim(words) = '' OR regexp_matches(words, $at_chamber) AS at_chamber,
    list_filter([
      CASE WHEN regexp_matches(words, $sits_in_house) THEN 'House' END,
      CASE WHEN regexp_matches(words, $sits_in_senate) THEN 'Senate' END
    ], lambda chamber: chamber IS NOT NULL) AS seats
  FROM (
    SELECT title, padded_words_of(title) AS words
    FROM (SELECT DISTINCT coalesce(official.title, '') AS title FROM named)
  )
),
institutions AS (
  SELECT
    institution,
    list_filter([
      CASE WHEN regexp_matches(words, $house) THEN 'House' END,
      CASE WHEN regexp_matches(words, $senate) THEN 'Senate' END
    ], lambda chamber: chamber IS NOT NULL) AS chambers
  FROM (
    SELECT institution, padded_words_of(institution) AS words
    FROM (SELECT DISTINCT coalesce(official.institution, '') AS institution FROM named)
  )
),
namesakes AS (
  SELECT
    o.com_id, o.nth, o.date, p.slug, p.terms, p.rank, p.ridings,
    t.words || padded_words_of(coalesce(o.official.branch, '')) AS words,
    t.staff, t.political, t.at_chamber, i.chambers <> [] AS in_chamber,
    CASE WHEN t.seats = [] THEN i.chambers ELSE t.seats END AS chambers
  FROM named AS o
  JOIN (
    FROM known
    UNION ALL
    SELECT e.name, p.* REPLACE (3 AS rank)
    FROM exchanged AS e JOIN people AS p ON p.key = replace(e.form, ' ', '')
  ) AS p ON p.name = o.official.name
  JOIN titles AS t ON t.title = coalesce(o.official.title, '')
  JOIN institutions AS i ON i.institution = coalesce(o.official.institution, '')
),
/* Possible is who was in office on that day in the chamber that the title names, else the institution. */
judged AS (
  SELECT
    com_id, nth, slug, rank,
    len(list_filter(ridings, lambda riding: contains(words, riding))) > 0 AS beside,
    len(terms) > 0 AND date IS NOT NULL AS dated,
    len(terms) = 0 OR len(list_filter(k.terms, lambda t:
      (k.date IS NULL OR covers(t, k.date))
      AND (k.chambers = [] OR list_contains(k.chambers, t.chamber)))) > 0 AS possible,
    NOT staff AND (political OR in_chamber AND (at_chamber OR beside)) AS fits
  FROM namesakes AS k WHERE rank < 3 OR political
),
candidates AS (
  SELECT *, fits AND possible AND beside = max(beside) FILTER (fits) OVER same AS left_over
  FROM judged WHERE rank < 3 OR dated AND possible AND fits
  WINDOW same AS (PARTITION BY com_id, nth)
),
outcomes AS (
  SELECT
    com_id, nth, any_value(slug) FILTER (chosen) AS slug,
    CASE
      WHEN NOT bool_or(fits) THEN 'other title'
      WHEN NOT bool_or(chosen) THEN 'out of office'
      WHEN count(DISTINCT slug) FILTER (chosen) > 1 THEN 'ambiguous'
      WHEN NOT any_value(dated) FILTER (chosen) THEN 'name'
      WHEN min(rank) = 3 THEN 'exchanged names and term'
      WHEN count(DISTINCT slug) FILTER (fits AND possible) > 1 AND bool_or(beside AND chosen)
        THEN 'name, riding and term'
      ELSE 'name and term' END AS rule
  FROM (
    SELECT *, left_over AND rank = min(rank) FILTER (left_over) OVER (PARTITION BY com_id, nth) AS chosen
    FROM candidates
  )
  GROUP BY com_id, nth
)
SELECT com_id, list(struct_pack(
    nth := nth,
    rule := rule,
    slug := CASE WHEN rule NOT IN ('other title', 'out of office', 'ambiguous') THEN slug END)) AS hits
FROM outcomes GROUP BY com_id;
