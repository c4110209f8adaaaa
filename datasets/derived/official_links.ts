/** Officials named in communications -> politicians: by name, by what may be a politician's title, by term of office. */
import {mayBePolitician} from '../codes/officials.ts';

/** How an official was linked, or why not. */
export const OFFICIAL_RULES = {
  'name and term': 'one politician of this name was in office on that day',
  name: 'one politician has this name, and the term of office or the day is not known',
  ambiguous: 'several politicians of this name may have been in office on that day',
  'out of office': 'the politicians of this name were not in office on that day',
  'other title': 'a politician has this name, but the title or the institution is not that of one',
  'other name': 'no politician has this name',
} as const;

/** Whether one of a politician's terms covers the day of the communication. */
const IN_OFFICE = `len(list_filter(p.terms, t ->
  coalesce(t.from_date, o.date) <= o.date AND coalesce(t.to_date, o.date) >= o.date)) > 0`;

/**
 * SELECT of one row for every communication that names officials: `com_id`, `dpohs`, the officials in their order with
 * the slug of the politician, and `rules`, a key of OFFICIAL_RULES for each of them. Names are compared without blanks,
 * since hyphens and apostrophes are typed as blanks or not at all; once for every different name, titles once for every
 * different title. A politician without known terms may be anybody of the name, so that where one in office and one
 * without terms share it, neither is linked.
 */
export const OFFICIAL_LINKS = `
  WITH named AS (
    SELECT com_id, date, unnest(officials) AS official, generate_subscripts(officials, 1) AS nth FROM lobbying_communications
  ), keys AS (
    SELECT name, replace(person_key_of(name), ' ', '') AS key FROM (SELECT DISTINCT official.name AS name FROM named)
  ), titles AS (
    SELECT title, institution, ${mayBePolitician('title', 'institution')} AS fits
    FROM (SELECT DISTINCT official.title AS title, official.institution AS institution FROM named)
  ), people AS (
    SELECT DISTINCT replace(form, ' ', '') AS key, slug, terms FROM (SELECT unnest(folded_names) AS form, slug, terms FROM politicians)
  ), candidates AS (
    SELECT o.com_id, o.nth, p.slug, len(p.terms) > 0 AND o.date IS NOT NULL AS known, NOT known OR ${IN_OFFICE} AS possible, t.fits
    FROM named AS o
    JOIN keys AS k ON k.name = o.official.name
    JOIN people AS p ON p.key = k.key
    JOIN titles AS t ON t.title IS NOT DISTINCT FROM o.official.title
      AND t.institution IS NOT DISTINCT FROM o.official.institution
  ), outcomes AS (
    SELECT com_id, nth, CASE
        WHEN NOT any_value(fits) THEN 'other title'
        WHEN count(*) FILTER (possible) = 0 THEN 'out of office'
        WHEN count(*) FILTER (possible) > 1 THEN 'ambiguous'
        WHEN any_value(known) FILTER (possible) THEN 'name and term'
        ELSE 'name' END AS rule,
      any_value(slug) FILTER (possible) AS slug
    FROM candidates GROUP BY ALL
  )
  SELECT o.com_id,
    list(struct_pack(name := o.official.name, title := o.official.title, branch := o.official.branch,
      institution := o.official.institution,
      politician_slug := CASE WHEN c.rule IN ('name and term', 'name') THEN c.slug END) ORDER BY o.nth) AS dpohs,
    list(coalesce(c.rule, 'other name') ORDER BY o.nth) AS rules
  FROM named AS o LEFT JOIN outcomes AS c USING (com_id, nth) GROUP BY o.com_id`;
