/** Links from officials in communications to politicians: by name, title and term of office. */
import {isChamber, isPolitical, isStaff} from '../codes/officials.ts';

/** How an official was linked, or why it was not. */
export const OFFICIAL_RULES = {
  'name and term': 'one politician of this name was in office on that day',
  name: 'one politician has this name, and the term of office or the day is not known',
  ambiguous: 'several politicians of this name may have been in office on that day',
  'out of office': 'the politicians of this name were not in office on that day',
  'other title': 'a politician has this name, but the title or the institution is not that of one',
  'other name': 'no politician has this name',
} as const;

/** Whether one of a politician's terms covers the day of the communication. */
const IN_OFFICE = `len(list_filter(p.terms, lambda t:
  coalesce(t.from_date, o.date) <= o.date AND coalesce(t.to_date, o.date) >= o.date)) > 0`;

/**
 * SELECT of `com_id` and `hits` (rows of `nth`, `rule`, `slug`): for the communications that name somebody with the name
 * of a politician, how each of these officials is linked, by its position in `officials` from 1. Names are compared without
 * blanks, since hyphens and apostrophes are typed as blanks or not at all. Names, titles and institutions are looked at
 * once each. A politician without known terms may be anybody of the name, so that where one in office and one without
 * terms share it, neither is linked.
 */
export const OFFICIAL_HITS = `
  WITH named AS (
    SELECT com_id, date, unnest(officials) AS official, generate_subscripts(officials, 1) AS nth FROM lobbying_communications
  ), people AS (
    SELECT DISTINCT replace(form, ' ', '') AS key, slug, terms FROM (SELECT unnest(folded_names) AS form, slug, terms FROM politicians)
  ), known AS (
    SELECT n.name, p.slug, p.terms
    FROM (SELECT DISTINCT official.name AS name FROM named) AS n JOIN people AS p ON p.key = replace(person_key_of(n.name), ' ', '')
  ), titles AS (
    SELECT title, ${isStaff('title')} AS staff, ${isPolitical('title')} AS political
    FROM (SELECT DISTINCT coalesce(official.title, '') AS title FROM named)
  ), institution_terms AS (
    SELECT institution, ${isChamber('institution')} AS chamber
    FROM (SELECT DISTINCT coalesce(official.institution, '') AS institution FROM named)
  ), candidates AS (
    SELECT o.com_id, o.nth, p.slug, len(p.terms) > 0 AND o.date IS NOT NULL AS dated, NOT dated OR ${IN_OFFICE} AS possible,
      NOT t.staff AND (i.chamber OR t.political) AS fits
    FROM named AS o
    JOIN known AS p ON p.name = o.official.name
    JOIN titles AS t ON t.title = coalesce(o.official.title, '')
    JOIN institution_terms AS i ON i.institution = coalesce(o.official.institution, '')
  ), outcomes AS (
    SELECT com_id, nth, CASE
        WHEN NOT any_value(fits) THEN 'other title'
        WHEN count(*) FILTER (possible) = 0 THEN 'out of office'
        WHEN count(*) FILTER (possible) > 1 THEN 'ambiguous'
        WHEN any_value(dated) FILTER (possible) THEN 'name and term'
        ELSE 'name' END AS rule,
      any_value(slug) FILTER (possible) AS slug
    FROM candidates GROUP BY ALL
  )
  SELECT com_id, list(struct_pack(nth := nth, rule := rule,
    slug := CASE WHEN rule IN ('name and term', 'name') THEN slug END)) AS hits
  FROM outcomes GROUP BY com_id`;

/** The hit of the official at position `i`, over `hits`; null if no politician has the name. */
const hit = (field: string): string => `list_filter(hits, lambda h: h.nth = i)[1].${field}`;

/** The officials with the slugs of their politicians, over `officials` and the nullable `hits`. */
export const LINKED_OFFICIALS = `list_transform(officials, lambda o, i: struct_pack(name := o.name, title := o.title,
  branch := o.branch, institution := o.institution, politician_slug := ${hit('slug')}))`;

/** The key of OFFICIAL_RULES for each of them. */
export const LINK_RULES = `list_transform(officials, lambda o, i: coalesce(${hit('rule')}, 'other name'))`;
