/**
 * Merges people of the House and of the Library: by the number of the House, else by name, riding and dates. Elections
 * that the House no longer lists come from the Library.
 */
import {DISSOLUTIONS} from '../codes/sessions.ts';
import {literals} from '../rules/sql.ts';

/** Numbers of people unknown to the House: those of the Library, offset above all of the House. */
const LIBRARY_IDS = 10_000_000;

/** Roles at the Library: mandate in the House, seat in the Senate, member of a party in Parliament. */
const [IN_HOUSE, IN_SENATE, IN_PARTY] = [719, 718, 722];

const LAST_DAY = "DATE '9999-12-31'";

/**
 * The last day of a term; if missing in a dissolved parliament, the day of dissolution, since the capture is older.
 */
const ended = (spell: string): string =>
  `coalesce(${spell}.to_date, list_min(list_filter([${literals(DISSOLUTIONS)}]::DATE[], lambda d: d >= ${spell}.from_date)))`;

/**
 * The Library's terms beside those of the House, which are exact if there are any: an earlier one ends where they
 * begin, and an overlapping one is dropped. Both are lists of structs with `from_date` and `to_date`.
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

/** First and last word of a name: publishers differ in middle names and initials. */
const nameEnds = (name: string): string =>
  `regexp_replace(person_key_of(${name}), '^([^ ]+) .* ([^ ]+)$', '\\1 \\2')`;

/** Mandates with name and riding in comparable form. */
const seats = (id: string, table: string, spells: string, riding: string): string => `
  SELECT DISTINCT ${id}, ${nameEnds('form')} AS name_key, slug_of(spell.${riding}) AS riding_key,
    spell.from_date, coalesce(spell.to_date, ${LAST_DAY}) AS to_date
  FROM (SELECT ${id}, form, unnest(${spells}) AS spell FROM (SELECT *, unnest(name_forms) AS form FROM ${table}))`;

/**
 * CTEs `house`, `library` and `same`: `library_id`, `house_id` and the `rule` that identifies both. Of several people
 * of the Library with one number of the House the first counts; a match by name must be unique on both sides.
 */
export const SAME_PEOPLE = `
  house AS (
    SELECT m.*, CAST(m.person_id AS BIGINT) AS house_id, l.last_changed
    FROM members AS m JOIN loads_of_members AS l ON l.record_id = m.person_id
  ), library AS (
    SELECT p.* EXCLUDE (library_id, house_id), CAST(p.library_id AS BIGINT) AS library_id,
      TRY_CAST(p.house_id AS BIGINT) AS house_id, l.last_changed
    FROM parliamentarians AS p JOIN loads_of_parliamentarians AS l ON l.record_id = p.library_id
  ), numbered AS (
    SELECT library_id, house_id FROM library WHERE house_id IS NOT NULL
    QUALIFY row_number() OVER (PARTITION BY house_id ORDER BY library_id) = 1
  ), alike AS (
    SELECT DISTINCT l.library_id, h.house_id
    FROM (${seats('library_id', 'library', `list_filter(roles, lambda r: r.role_id = ${IN_HOUSE})`, 'organization')}) AS l
    JOIN (${seats('house_id', 'house', 'mandates', 'riding')}) AS h
      ON l.name_key = h.name_key AND l.riding_key = h.riding_key AND l.from_date <= h.to_date AND h.from_date <= l.to_date
    WHERE l.library_id NOT IN (SELECT library_id FROM library WHERE house_id IS NOT NULL)
      AND h.house_id NOT IN (SELECT house_id FROM numbered)
  ), same AS (
    SELECT library_id, house_id, 'number of the House' AS rule FROM numbered
    UNION ALL SELECT library_id, house_id, 'name, riding and dates' FROM alike
    QUALIFY count(*) OVER (PARTITION BY library_id) = 1 AND count(*) OVER (PARTITION BY house_id) = 1
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
 * SELECT of every stored column of politicians. A sitting member has an open mandate, by the House if it is loaded.
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
