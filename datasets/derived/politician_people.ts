/**
 * Merges people of the House and of the Library: by the number of the House, else by a link to the House's
 * page, else by name, riding and dates. Elections that the House no longer lists come from the Library.
 */
import {DISSOLUTIONS} from '../codes/sessions.ts';
import {literals} from '../rules/sql.ts';

/** Numbers of people unknown to the House: those of the Library, offset above all of the House. */
const LIBRARY_IDS = 10_000_000;

/** Roles at the Library: mandate in the House, seat in the Senate, member of a party in Parliament. */
const [IN_HOUSE, IN_SENATE, IN_PARTY] = [719, 718, 722];

const LAST_DAY = "DATE '9999-12-31'";

/**
 * The last day of a term; if missing in a dissolved parliament, the day of dissolution, since the capture is
 * older.
 */
const ended = (spell: string): string =>
  `coalesce(${spell}.to_date, list_min(list_filter([${literals(DISSOLUTIONS)}]::DATE[], lambda d: d >= ${spell}.from_date)))`;

/**
 * The Library's terms beside those of the House, which are exact if there are any: an earlier one ends where
 * they begin, and an overlapping one is dropped. Both are lists of structs with `from_date` and `to_date`.
 */
const beside = (library: string, house: string): string => {
  const start = `list_min(list_transform(${house}, lambda h: h.from_date))`;
  const overlaps = `len(list_filter(${house}, lambda h: h.from_date <= coalesce(x.to_date, ${LAST_DAY})
    AND coalesce(h.to_date, ${LAST_DAY}) >= x.from_date)) > 0`;
  const cut = `list_transform(${library}, lambda x: CASE WHEN x.from_date < ${start}
    THEN struct_update(x, to_date := least(coalesce(x.to_date, ${LAST_DAY}), ${start} - 1)) ELSE x END)`;
  return `list_filter(${cut}, lambda x: NOT coalesce(${overlaps}, false))`;
};

/** The newest of a list of terms. */
const newest = (spells: string): string => `list_filter(${spells}, lambda x: x.from_date IS NOT NULL)[-1]`;

/** The first and the last word of each of a list of names: publishers differ in middle names and initials. */
const nameEnds = (names: string): string => `list_distinct(list_transform(${names}, lambda form:
  regexp_replace(person_key_of(form), '^([^ ]+) .* ([^ ]+)$', '\\1 \\2')))`;

/**
 * Boolean SQL: whether a name of one list begins, or ends, with the word of one of the other; over
 * `nameEnds`.
 */
const shareWord = (a: string, b: string, at: 1 | -1): string => {
  const words = (ends: string) => `list_transform(${ends}, lambda one: split_part(one, ' ', ${at}))`;
  return `list_has_any(${words(a)}, ${words(b)})`;
};

/** Terms in the House with the riding in comparable form. */
const seats = (id: string, table: string, spells: string, riding: string, lastDay: string): string => `
  SELECT ${id}, slug_of(spell.${riding}) AS riding_key, spell.from_date, coalesce(${lastDay}, ${LAST_DAY}) AS to_date
  FROM (SELECT ${id}, unnest(${spells}) AS spell FROM ${table})`;
const LIBRARY_SEATS = seats(
  'library_id',
  'library',
  `list_filter(roles, lambda r: r.role_id = ${IN_HOUSE})`,
  'organization',
  'spell.to_date',
);
const HOUSE_SEATS = seats('house_id', 'house', 'mandates', 'riding', ended('spell'));

/** Whether terms of both publishers overlap; they do not if they touch on one day. */
const OVERLAP = 'l.from_date < h.to_date AND h.from_date < l.to_date';

/** Condition on a pair: neither of the two is in a pair of these CTEs. */
const notIn = (...pairs: string[]): string =>
  pairs
    .flatMap((one) => ['library_id', 'house_id'].map((id) => `${id} NOT IN (SELECT ${id} FROM ${one})`))
    .join(' AND ');

/** Neither of a pair is in another: of two that fit alike none is known to be the right one. */
const ALONE = 'count(*) OVER (PARTITION BY library_id) = 1 AND count(*) OVER (PARTITION BY house_id) = 1';

/**
 * CTEs `house`, `library` and `same`: `library_id`, `house_id` and the `rule` that identifies both, the
 * strongest first.
 *
 * A number that several people of the Library have is that of the one whose name and riding the House has,
 * too. A link may lead to the page of another member: its number counts for somebody of that member's family
 * name who sat in the same riding, or has the first name, too, and that as the only member and at that time,
 * as far as both publishers know terms. A riding has one member at a time: terms in it that overlap and one
 * name are one person, and so are half a name (one that married, a short first name) and a mandate that
 * begins within the term at the Library. Terms of father and son only touch.
 */
export const SAME_PEOPLE = `
  house AS (
    SELECT m.*, CAST(m.person_id AS BIGINT) AS house_id, l.last_changed, ${nameEnds('m.name_forms')} AS ends
    FROM members AS m JOIN loads_of_members AS l ON l.record_id = m.person_id
  ), library AS (
    SELECT p.* EXCLUDE (library_id, house_id), CAST(p.library_id AS BIGINT) AS library_id,
      TRY_CAST(p.house_id AS BIGINT) AS house_id, l.last_changed, ${nameEnds('p.name_forms')} AS ends
    FROM parliamentarians AS p JOIN loads_of_parliamentarians AS l ON l.record_id = p.library_id
  ), library_seats AS (${LIBRARY_SEATS}), house_seats AS (${HOUSE_SEATS}), neighbours AS (
    SELECT library_id, house_id, bool_or(h.from_date >= l.from_date) AS begins_within
    FROM library_seats AS l JOIN house_seats AS h ON l.riding_key = h.riding_key AND ${OVERLAP}
    GROUP BY ALL
  ), claims AS (
    SELECT library_id, l.house_id, list_has_any(l.ends, h.ends) IS TRUE AS one_name, n.house_id IS NOT NULL AS one_seat
    FROM library AS l LEFT JOIN neighbours AS n USING (library_id, house_id) LEFT JOIN house AS h ON h.house_id = l.house_id
    WHERE l.house_id IS NOT NULL
  ), numbered AS (
    SELECT library_id, house_id FROM claims
    QUALIFY rank() OVER (PARTITION BY house_id ORDER BY one_name DESC, one_seat DESC) = 1
      AND count(*) OVER (PARTITION BY house_id, one_name, one_seat) = 1
  ), pages AS (
    SELECT DISTINCT library_id, l.ends, l.sat, TRY_CAST(page.house_id AS BIGINT) AS house_id, len(h.mandates) > 0 AS is_member,
      coalesce(h.ends, ${nameEnds('[page.name]')}) AS page_ends
    FROM (SELECT library_id, ends, unnest(house_pages) AS page,
      len(list_filter(roles, lambda r: r.role_id IN (${IN_HOUSE}, ${IN_SENATE}))) > 0 AS sat FROM library WHERE house_id IS NULL) AS l
      LEFT JOIN house AS h ON h.house_id = TRY_CAST(page.house_id AS BIGINT)
  ), linked AS (
    SELECT library_id, p.house_id
    FROM pages AS p LEFT JOIN neighbours AS n USING (library_id, house_id)
    WHERE ${shareWord('p.ends', 'p.page_ends', -1)} AND p.house_id NOT IN (SELECT house_id FROM numbered)
      AND (n.house_id IS NOT NULL OR list_has_any(p.ends, p.page_ends) AND ((p.sat AND p.is_member) IS NOT TRUE
        OR EXISTS (FROM library_seats AS l JOIN house_seats AS h ON ${OVERLAP} WHERE l.library_id = p.library_id AND h.house_id = p.house_id)
        AND (SELECT count(*) FROM house AS h WHERE list_has_any(h.ends, p.ends)) = 1))
    QUALIFY ${ALONE}
  ), alike AS (
    SELECT library_id, house_id, begins_within, list_has_any(l.ends, h.ends) AS one_name
    FROM neighbours JOIN (SELECT library_id, ends FROM library WHERE house_id IS NULL) AS l USING (library_id)
      JOIN house AS h USING (house_id)
    WHERE ${notIn('numbered', 'linked')}
      AND (${shareWord('l.ends', 'h.ends', 1)} OR ${shareWord('l.ends', 'h.ends', -1)})
  ), whole AS (
    SELECT library_id, house_id FROM alike WHERE one_name
  ), same AS (
    SELECT library_id, house_id, 'number of the House' AS rule FROM numbered
    UNION ALL SELECT library_id, house_id, 'link to the House and family name' FROM linked
    UNION ALL (SELECT library_id, house_id, 'name, riding and dates' FROM whole QUALIFY ${ALONE})
    UNION ALL (SELECT library_id, house_id, 'half of the name, riding and dates' FROM alike
      WHERE begins_within AND ${notIn('whole')} QUALIFY ${ALONE})
  )`;

const HOUSE_TERMS = `list_transform(coalesce(h.mandates, []), lambda m: struct_pack(from_date := m.from_date, to_date := ${ended('m')},
  chamber := 'House', riding := m.riding, province := m.province, party := m.party))`;
const LIBRARY_TERMS = `list_transform(list_filter(coalesce(l.roles, []), lambda r: r.role_id IN (${IN_HOUSE}, ${IN_SENATE})),
  lambda r: struct_pack(from_date := r.from_date, to_date := r.to_date,
    chamber := CASE r.role_id WHEN ${IN_SENATE} THEN 'Senate' ELSE 'House' END,
    riding := r.organization, province := r.province, party := NULL::VARCHAR))`;
/** Caucuses from profiles, else from mandates. */
const HOUSE_PARTIES = `CASE WHEN len(h.caucus_roles) > 0
  THEN list_transform(h.caucus_roles, lambda c: struct_pack(from_date := c.from_date, to_date := ${ended('c')}, party := c.party))
  ELSE list_transform(coalesce(h.mandates, []), lambda m: struct_pack(from_date := m.from_date, to_date := ${ended('m')}, party := m.party)) END`;
const LIBRARY_PARTIES = `list_transform(
  list_filter(coalesce(l.roles, []), lambda r: r.role_id = ${IN_PARTY}),
  lambda r: struct_pack(from_date := r.from_date, to_date := r.to_date, party := r.party))`;

/**
 * SELECT of every stored column of politicians. A sitting member has an open mandate, by the House if it is
 * loaded.
 */
export const PEOPLE = `
  WITH ${SAME_PEOPLE}, people AS (
    SELECT l.library_id, coalesce(h.house_id, l.same_house) AS house_id,
      coalesce(h.house_id, l.same_house, l.library_id + ${LIBRARY_IDS}) AS id, coalesce(h.name, l.name) AS name,
      coalesce(h.name_forms, []) || coalesce(l.name_forms, []) AS forms, h.image_url,
      coalesce(h.source_url, l.source_url) AS source_url, greatest(h.last_changed, l.last_changed) AS last_updated,
      coalesce(l.is_member, false) AS library_says,
      ${HOUSE_TERMS} AS house_terms, ${LIBRARY_TERMS} AS library_terms,
      list_filter(${HOUSE_PARTIES}, lambda p: p.party IS NOT NULL) AS house_parties,
      list_filter(${LIBRARY_PARTIES}, lambda p: p.party IS NOT NULL) AS library_parties
    FROM (SELECT library.*, same.house_id AS same_house FROM library LEFT JOIN same USING (library_id)) AS l
    FULL JOIN house AS h ON h.house_id = l.same_house
  ), spells AS (
    SELECT *, list_sort(house_terms || ${beside('library_terms', 'house_terms')}) AS terms,
      list_sort(house_parties || ${beside('library_parties', 'house_parties')}) AS parties
    FROM people
  ), latest AS (
    SELECT *, ${newest('terms')} AS term, ${newest('parties')} AS caucus, coalesce(nullif(slug_of(name), ''), CAST(id AS VARCHAR)) AS plain
    FROM spells
  )
  SELECT id, name, CASE WHEN row_number() OVER (PARTITION BY plain ORDER BY id) = 1 THEN plain ELSE plain || '-' || id END AS slug,
    CASE WHEN EXISTS (FROM members)
      THEN len(list_filter(house_terms, lambda t: t.from_date IS NOT NULL AND t.to_date IS NULL)) > 0
      ELSE library_says END AS current,
    coalesce(caucus.party, term.party) AS current_party, term.riding AS current_riding, term.province AS province,
    image_url, source_url, last_updated, house_id, library_id,
    list_sort(list_distinct(list_transform(forms, lambda form: person_key_of(form)))) AS folded_names, terms, parties
  FROM latest`;

/** SELECT of `link`, `rule` and `count`: people of the Library matched to the House. */
export const PEOPLE_LINKS = `
  WITH ${SAME_PEOPLE}
  SELECT 'person of the Library to person of the House' AS link,
    CASE WHEN h.house_id IS NOT NULL THEN s.rule WHEN s.house_id IS NOT NULL THEN 'number that the House does not list'
      ELSE 'not at the House' END AS rule, count(*) AS count
  FROM library AS l LEFT JOIN same AS s USING (library_id) LEFT JOIN house AS h ON h.house_id = s.house_id GROUP BY ALL`;
