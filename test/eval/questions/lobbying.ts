/** Questions about lobbying. */
import type {Question} from '../types.ts';
import {fold, frequentAlone} from './sql.ts';

/** The client with the most communications whose name is no part of another's. */
const CLIENT = `SELECT value AS client FROM (${frequentAlone('client', 'lobbying_communications')}) LIMIT 1`;

/** Institutions by their names, which end with an acronym, and how often each was lobbied. */
const LOBBIED = `SELECT name, count(*) AS n FROM (SELECT com_id, unnest(institutions) AS name FROM lobbying_communications)
        GROUP BY name`;

const OFFICIALS = '(SELECT unnest(dpoh_names) AS official FROM lobbying_communications)';

/** A first and a last name of plain letters. */
const TWO_WORDS = "regexp_matches(value, '^[A-Za-z-]{3,} [A-Za-z-]{5,}$')";

export const lobbying: readonly Question[] = [
  {
    id: 'communications-year',
    lang: 'en',
    words: 'How many communications with office holders did lobbyists report for {year}?',
    trap: 'a report with several institutions is one',
    pick: `SELECT year(date) AS year FROM lobbying_communications WHERE len(institutions) > 1
      GROUP BY ALL ORDER BY count(*) DESC, year LIMIT 1`,
    expected: 'SELECT count(*) FROM lobbying_communications WHERE year(date) = $year',
    plan: {
      steps: [
        {tool: 'get_lobbying_communications', arguments: {date_from: '{year}', date_to: '{year}', limit: 1}},
      ],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'communications-acronym',
    lang: 'en',
    words: 'How many lobbying communications were with {acronym}?',
    trap: 'an acronym',
    pick: `SELECT name, regexp_extract(name, '\\(([A-Z]{3,})\\)$', 1) AS acronym FROM (${LOBBIED})
      WHERE regexp_matches(name, '\\([A-Z]{3,}\\)$') AND (name LIKE 'National Defence%' OR name LIKE 'Health Canada%')
      ORDER BY n DESC, name LIMIT 1`,
    expected: 'SELECT count(*) FROM lobbying_communications WHERE list_contains(institutions, $name)',
    plan: {
      steps: [{tool: 'get_lobbying_communications', arguments: {institution: '{acronym}', limit: 1}}],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'communications-french',
    lang: 'fr',
    words: 'Combien de communications de lobbyistes ont visé {nom} ?',
    trap: 'an institution in French, which the register names in English',
    pick: `SELECT nom, english FROM (VALUES ('Santé Canada', 'Health Canada'), ('Transports Canada', 'Transport Canada'),
        ('Ressources naturelles Canada', 'Natural Resources Canada')) AS t(nom, english)
      JOIN (${LOBBIED}) AS l ON starts_with(l.name, english) ORDER BY n DESC, nom LIMIT 1`,
    expected: `SELECT count(*) FROM lobbying_communications
      WHERE len(list_filter(institutions, lambda name: starts_with(name, $english))) > 0`,
    plan: {
      steps: [{tool: 'get_lobbying_communications', arguments: {institution: '{nom}', limit: 1}}],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'communications-client',
    lang: 'en',
    words: 'How many communications did lobbyists report for {client}?',
    pick: CLIENT,
    expected: `SELECT count(*) FROM lobbying_communications WHERE ${fold('client')} = ${fold('$client')}`,
    plan: {
      steps: [{tool: 'get_lobbying_communications', arguments: {client: '{client}', limit: 1}}],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'client-institution',
    lang: 'fr',
    words: 'Quelle institution les lobbyistes de {client} ont-ils le plus souvent rencontrée ?',
    pick: `WITH met AS (SELECT client, institution, count(*) AS n FROM (SELECT client, unnest(institutions) AS institution
        FROM lobbying_communications)
        GROUP BY ALL), ranked AS (SELECT *, row_number() OVER (PARTITION BY client ORDER BY n DESC) AS place FROM met)
      SELECT client FROM ranked WHERE client = (SELECT client FROM ranked GROUP BY client
        HAVING coalesce(max(n) FILTER (place = 2), 0) < max(n) FILTER (place = 1) ORDER BY sum(n) DESC, client LIMIT 1) LIMIT 1`,
    expected: `SELECT institution FROM (SELECT unnest(institutions) AS institution FROM lobbying_communications
        WHERE client = $client)
      GROUP BY institution ORDER BY count(*) DESC LIMIT 1`,
    plan: {
      steps: [{tool: 'get_client_profile', arguments: {name: '{client}'}}],
      read: ['data', 'top_institutions', 0, 'institution'],
    },
  },
  {
    id: 'client-alike',
    lang: 'en',
    words: 'How many communications are there for the client {small} exactly?',
    trap: 'a name that is part of another one',
    pick: `SELECT s.client AS small FROM (SELECT client, client_folded, count(*) AS n FROM lobbying_communications
        GROUP BY ALL) AS s
      JOIN (SELECT client_folded, count(*) AS n FROM lobbying_communications GROUP BY ALL) AS l
        ON split_part(l.client_folded, ' ', 1) = split_part(s.client_folded, ' ', 1) AND l.n > s.n
      WHERE length(split_part(s.client_folded, ' ', 1)) > 4 ORDER BY l.n DESC, s.n DESC, small LIMIT 1`,
    expected: 'SELECT count(*) FROM lobbying_communications WHERE client = $small',
    plan: {
      steps: [{tool: 'get_client_profile', arguments: {name: '{small}'}}],
      read: ['data', 'total_communications'],
    },
  },
  {
    id: 'registrations-active',
    lang: 'fr',
    words: 'Combien d’enregistrements de lobbyistes sont actifs ?',
    trap: 'yes in French for a boolean',
    expected:
      'SELECT count(*) FROM lobbying_registrations WHERE end_date IS NULL OR end_date >= $as_of::DATE',
    plan: {
      steps: [{tool: 'search_lobbying', arguments: {active: 'oui', limit: 1}}],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'communications-official',
    lang: 'en',
    words: 'How many communications name {official} as office holder?',
    trap: 'officials are named in any order of words',
    pick: `SELECT value AS official FROM (${frequentAlone('official', OFFICIALS)}) LIMIT 1`,
    expected: `SELECT count(*) FROM lobbying_communications
      WHERE list_contains(list_transform(dpoh_names, lambda name: ${fold('name')}), ${fold('$official')})`,
    plan: {
      steps: [{tool: 'get_lobbying_communications', arguments: {dpoh: '{official}', limit: 1}}],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'communications-official-reversed',
    lang: 'fr',
    words: 'Combien de communications nomment {reversed} comme titulaire d’une charge publique ?',
    trap: 'a name with the last name first',
    pick: `SELECT value AS official, split_part(value, ' ', 2) || ', ' || split_part(value, ' ', 1) AS reversed
      FROM (${frequentAlone('official', OFFICIALS, TWO_WORDS)}) LIMIT 1`,
    expected: `SELECT count(*) FROM lobbying_communications
      WHERE list_contains(list_transform(dpoh_names, lambda name: ${fold('name')}), ${fold('$official')})`,
    plan: {
      steps: [{tool: 'get_lobbying_communications', arguments: {dpoh: '{reversed}', limit: 1}}],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'communications-subject',
    lang: 'en',
    words: 'Which subject was most often the subject of communications in {year}?',
    trap: 'groups that overlap',
    pick: `WITH named AS (SELECT year(date) AS year, unnest(subject_list) AS subject FROM lobbying_communications),
        counted AS (SELECT year, subject, count(*) AS n FROM named GROUP BY ALL),
        ranked AS (SELECT *, row_number() OVER (PARTITION BY year ORDER BY n DESC) AS place FROM counted)
      SELECT year FROM ranked WHERE year IS NOT NULL GROUP BY year
      HAVING coalesce(max(n) FILTER (place = 2), 0) < max(n) FILTER (place = 1) ORDER BY sum(n) DESC, year LIMIT 1`,
    expected: `SELECT subject FROM (SELECT unnest(subject_list) AS subject FROM lobbying_communications WHERE year(date) = $year)
      GROUP BY subject ORDER BY count(*) DESC LIMIT 1`,
    plan: {
      steps: [
        {
          tool: 'get_stats',
          arguments: {
            dataset: 'lobbying_communications',
            group_by: 'subject',
            filters: {date_from: '{year}', date_to: '{year}'},
            sort_by: 'count',
            limit: 1,
          },
        },
      ],
      read: ['data', 0, 'group_value'],
    },
  },
  {
    id: 'communications-no-client',
    lang: 'fr',
    words: 'Combien de communications ont été déclarées pour le client « Licornes unies du Grand Nord » ?',
    trap: 'no such client',
    pick: `SELECT 1 AS none WHERE NOT EXISTS (FROM lobbying_communications WHERE contains(client_folded, 'licorne'))`,
    expected: 'SELECT NULL',
    plan: {
      steps: [
        {
          tool: 'get_lobbying_communications',
          arguments: {client: 'Licornes unies du Grand Nord', limit: 1},
        },
      ],
      read: ['meta', 'total'],
    },
  },
];
