/** Links of bills: sponsors to politicians, and the House divisions on each bill with the votes by party. */
import {VOTES} from '../bills/columns.ts';
import {internalColumn, NOT_NULL} from '../columns.ts';
import type {Derived} from '../types.ts';

/** How a sponsor was linked, or why it was not. */
const SPONSOR_RULES = {
  'person number': 'the publisher names the politician by number',
  'name and term': 'one politician of this name was in Parliament on the day of introduction',
  name: 'one politician has this name, and the term or the day is not known',
  ambiguous: 'several politicians of this name may have been in Parliament on that day',
  'out of office': 'the politicians of this name were not in Parliament on that day',
  'other name': 'no politician has this name',
  'no sponsor': 'no sponsor is published',
} as const;

const covers = (spell: string): string =>
  `coalesce(${spell}.from_date, b.introduced) <= b.introduced AND coalesce(${spell}.to_date, b.introduced) >= b.introduced`;

/**
 * A row for every bill: `sponsor_rule` and, if linked, the politician. A number decides if a politician has
 * it. A name never matches someone with another number; a politician without known terms matches any time.
 */
const SPONSORS = `
  WITH people AS (
    SELECT DISTINCT person_key_of(form) AS key, slug, house_id, terms
    FROM (SELECT unnest(folded_names) AS form, slug, house_id, terms FROM politicians)
  ), numbered AS (
    SELECT b.bill_id, any_value(p.slug) AS slug
    FROM bills AS b JOIN politicians AS p ON p.house_id = b.sponsor_person_id GROUP BY ALL
  ), candidates AS (
    SELECT b.bill_id, p.slug, len(p.terms) > 0 AND b.introduced IS NOT NULL AS known,
      NOT known OR len(list_filter(p.terms, lambda term: ${covers('term')})) > 0 AS possible
    FROM (SELECT *, person_key_of(sponsor_name) AS key FROM bills WHERE bill_id NOT IN (SELECT bill_id FROM numbered)) AS b
    JOIN people AS p ON p.key = b.key AND coalesce(p.house_id = b.sponsor_person_id, true)
  ), named AS (
    SELECT bill_id, any_value(slug) FILTER (possible) AS slug, CASE
      WHEN count(*) FILTER (possible) = 0 THEN 'out of office'
      WHEN count(*) FILTER (possible) > 1 THEN 'ambiguous'
      WHEN any_value(known) FILTER (possible) THEN 'name and term'
      ELSE 'name' END AS rule
    FROM candidates GROUP BY bill_id
  )
  SELECT b.bill_id, b.introduced, b.sponsor_published_party, CASE
      WHEN numbered.slug IS NOT NULL THEN 'person number'
      WHEN b.sponsor_name IS NULL THEN 'no sponsor'
      ELSE coalesce(named.rule, 'other name') END AS sponsor_rule,
    CASE WHEN sponsor_rule IN ('person number', 'name and term', 'name') THEN coalesce(numbered.slug, named.slug) END AS sponsor_slug
  FROM bills AS b LEFT JOIN numbered USING (bill_id) LEFT JOIN named USING (bill_id)`;

/**
 * Smallest share of a division's ballots that must be loaded to show votes by party. Files of single members
 * give only a few; a complete division may differ from its totals by a corrected ballot.
 */
const WHOLE = 0.9;

/** A row for every division with loaded ballots: its parties by number of votes, then name. */
const PARTIES = `
  SELECT vote_id, list(struct_pack(
      party := party,
      vote := CASE sign(yea - nay) WHEN 1 THEN 'Yes' WHEN -1 THEN 'No' ELSE 'Split' END,
      disagreement := round(least(yea, nay) / (yea + nay), 3)) ORDER BY yea + nay DESC, party) AS party_votes
  FROM (
    SELECT vote_id, yea_total + nay_total AS total, ballot.party AS party,
      count(*) FILTER (ballot.vote = 'Yea') AS yea, count(*) FILTER (ballot.vote = 'Nay') AS nay
    FROM (SELECT vote_id, yea_total, nay_total, unnest(ballots) AS ballot FROM votes WHERE bill_number IS NOT NULL)
    WHERE ballot.party IS NOT NULL GROUP BY ALL
  )
  WHERE yea + nay > 0 GROUP BY vote_id, total HAVING sum(yea + nay) >= ${WHOLE} * total`;

/** Divisions of the House, and those that only LEGISinfo lists with the bill. */
const DIVISIONS = `
  WITH listed AS (SELECT bill_id, unnest(house_votes) AS item FROM bills),
  pairs AS (
    SELECT b.bill_id, v.session_id, v.number
    FROM votes AS v JOIN bills AS b ON b.session_id = v.session_id AND b.number = v.bill_number
    UNION SELECT bill_id, item.session_id, item.number FROM listed
  )
  SELECT p.bill_id, list(struct_pack(
      session_id := p.session_id, number := p.number,
      date := coalesce(v.date, l.item.date),
      description_en := coalesce(v.description_en, l.item.description_en),
      description_fr := coalesce(v.description_fr, l.item.description_fr),
      result := coalesce(v.result, l.item.result),
      yea_total := coalesce(v.yea_total, l.item.yea_total),
      nay_total := coalesce(v.nay_total, l.item.nay_total),
      paired_total := coalesce(v.paired_total, l.item.paired_total),
      party_votes := coalesce(parties.party_votes, []),
      source_url := v.source_url) ORDER BY coalesce(v.date, l.item.date), p.number) AS votes
  FROM pairs AS p
  LEFT JOIN votes AS v ON v.vote_id = p.session_id || '/' || p.number
  LEFT JOIN listed AS l ON l.bill_id = p.bill_id AND l.item.number = p.number
  LEFT JOIN (${PARTIES}) AS parties ON parties.vote_id = v.vote_id
  GROUP BY p.bill_id`;

export const bill_links: Derived = {
  name: 'bill_links',
  title: 'Links of bills',
  help: 'For every bill the politician who sponsors it, with the rule of the link, and the divisions of the House on it with how the parties voted.',
  key: {column: 'bill_id', rank: 'bill_id'},
  columns: {
    bill_id: internalColumn('text', 'the bill', '44-1/C-11', NOT_NULL),
    sponsor_slug: internalColumn('text', 'slug of the politician', 'maren-cote-lindqvist'),
    sponsor_rule: internalColumn(
      'text',
      `how the sponsor was linked: ${Object.entries(SPONSOR_RULES)
        .map(([rule, why]) => `\`${rule}\` (${why})`)
        .join('; ')}`,
      'person number',
      {...NOT_NULL, values: Object.keys(SPONSOR_RULES)},
    ),
    sponsor_party: internalColumn(
      'text',
      'party at introduction; as an archived copy of the bill names it where it is not known',
      'Independent',
    ),
    votes: {...VOTES, visibility: 'internal'},
  },
  sort: {default: 'bill_id', keys: {bill_id: 'bill_id'}},
  filters: {},
  sql: `
    WITH divisions AS (${DIVISIONS}), parties AS (
      SELECT b.bill_id, last(spell.party ORDER BY spell.from_date NULLS FIRST, spell.party) AS party
      FROM (SELECT bill_id, introduced, sponsor_slug FROM (${SPONSORS}) WHERE introduced IS NOT NULL) AS b
      JOIN (SELECT slug, unnest(parties) AS spell FROM politicians) AS p ON p.slug = b.sponsor_slug AND ${covers('spell')}
      GROUP BY b.bill_id
    )
    SELECT b.bill_id, b.sponsor_slug, b.sponsor_rule, coalesce(parties.party, b.sponsor_published_party) AS sponsor_party,
      coalesce(divisions.votes, []) AS votes
    FROM (${SPONSORS}) AS b LEFT JOIN parties USING (bill_id) LEFT JOIN divisions USING (bill_id)`,
  links: `
    SELECT 'sponsor to politician' AS link, sponsor_rule AS rule, count(*) AS count FROM bill_links GROUP BY ALL
    UNION ALL BY NAME
    SELECT 'division to bill' AS link, count(*) AS count,
      CASE WHEN b.bill_id IS NULL THEN 'no bill of this number is loaded' ELSE 'session and number' END AS rule
    FROM votes AS v LEFT JOIN bills AS b ON b.session_id = v.session_id AND b.number = v.bill_number
    WHERE v.bill_number IS NOT NULL GROUP BY ALL`,
  names: null,
  sections: {},
  profile: [],
};
