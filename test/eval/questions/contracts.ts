/** Questions about federal contracts: totals, years, methods, kinds. */
import type {Question} from '../types.ts';
import {ACRONYMS, ENGLISH, FRENCH} from './sql.ts';

/** Departments with their contracts. */
const BUYERS = `SELECT department, ${ENGLISH} AS name, ${FRENCH} AS nom, count(*) AS n FROM contracts
  WHERE department LIKE '% | %' GROUP BY ALL`;

/** The department with the most contracts whose names are no part of another's. */
const LARGEST = `WITH named AS (${BUYERS})
  SELECT department, name, nom FROM named WHERE NOT EXISTS (FROM named AS o WHERE o.department <> named.department
    AND (contains(o.department, named.name) OR contains(o.department, named.nom))) ORDER BY n DESC, department LIMIT 1`;

export const contracts: readonly Question[] = [
  {
    id: 'contracts',
    lang: 'en',
    words: 'How many federal contracts are there in all?',
    expected: 'SELECT count(*) FROM contracts',
    plan: {steps: [{tool: 'search_contracts', arguments: {limit: 1}}], read: ['meta', 'total']},
  },
  {
    id: 'contracts-year',
    lang: 'en',
    words: 'How many federal contracts were signed in the calendar year {year}?',
    pick: 'SELECT year(date) AS year FROM contracts WHERE date IS NOT NULL GROUP BY ALL ORDER BY count(*) DESC, year LIMIT 1',
    expected: 'SELECT count(*) FROM contracts WHERE year(date) = $year',
    plan: {
      steps: [{tool: 'get_stats', arguments: {dataset: 'contracts', group_by: 'year', limit: 100}}],
      read: ['data', {group_value: '{year}'}, 'record_count'],
    },
  },
  {
    id: 'contracts-fiscal-year',
    lang: 'fr',
    words: 'Quelle est la valeur totale des contrats fédéraux signés pendant l’exercice {year}-{next} ?',
    trap: 'fiscal year against calendar year',
    pick: `SELECT year(date) AS year, year(date) + 1 AS next FROM contracts WHERE month(date) > 3 AND value > 0
      GROUP BY ALL ORDER BY count(*) DESC, year LIMIT 1`,
    expected: `SELECT sum(value) FROM contracts
      WHERE date BETWEEN make_date($year::INT, 4, 1) AND make_date($next::INT, 3, 31)`,
    plan: {
      steps: [
        {
          tool: 'get_stats',
          arguments: {dataset: 'contracts', filters: {date_from: '{year}-04-01', date_to: '{next}-03-31'}},
        },
      ],
      read: ['meta', 'sum_value'],
    },
  },
  {
    id: 'contracts-undated',
    lang: 'en',
    words: 'How many federal contracts have no date?',
    trap: 'records without a value',
    pick: 'SELECT 1 AS some FROM contracts WHERE date IS NULL LIMIT 1',
    expected: 'SELECT count(*) FROM contracts WHERE date IS NULL',
    plan: {
      steps: [{tool: 'get_stats', arguments: {dataset: 'contracts', group_by: 'year', limit: 100}}],
      read: ['data', {group_value: 'Unknown'}, 'record_count'],
    },
  },
  {
    id: 'contracts-before',
    lang: 'en',
    words: 'How many federal contracts were signed in {year}?',
    trap: 'a year before the data',
    pick: 'SELECT year(min(date)) - 3 AS year FROM contracts HAVING min(date) IS NOT NULL',
    expected: 'SELECT NULL',
    plan: {
      steps: [
        {
          tool: 'search_contracts',
          arguments: {date_from: '{year}', date_to: '{year}', limit: 1},
        },
      ],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'contracts-acronym-of-two',
    lang: 'en',
    words: 'How many contracts did the {acronym} itself sign?',
    trap: 'an acronym in the name of another body',
    pick: `SELECT acronym, english FROM (${ACRONYMS}) AS a JOIN (${BUYERS}) AS b ON starts_with(department, english || ' | ')
      WHERE EXISTS (FROM (${BUYERS}) AS o WHERE regexp_matches(o.department, '\\b' || acronym || '\\b')
        AND NOT starts_with(o.department, english))
      ORDER BY n DESC, acronym LIMIT 1`,
    expected: `SELECT count(*) FROM contracts WHERE starts_with(department, $english || ' | ')`,
    plan: {
      steps: [{tool: 'search_contracts', arguments: {department: '{acronym}', limit: 1}}],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'contracts-acronym-french',
    lang: 'fr',
    words: 'Combien de contrats le {acronyme} a-t-il signés ?',
    trap: 'an acronym in French',
    pick: `SELECT acronyme, english FROM (${ACRONYMS}) AS a JOIN (${BUYERS}) AS b ON starts_with(department, english || ' | ')
      WHERE acronyme <> acronym AND NOT EXISTS (FROM (${BUYERS}) AS o WHERE NOT starts_with(o.department, english || ' | ')
        AND (contains(o.department, english) OR regexp_matches(o.department, '\\b' || acronyme || '\\b')))
      ORDER BY n DESC, acronyme LIMIT 1`,
    expected: `SELECT count(*) FROM contracts WHERE starts_with(department, $english || ' | ')`,
    plan: {
      steps: [{tool: 'search_contracts', arguments: {department: '{acronyme}', limit: 1}}],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'contracts-department-misspelt',
    lang: 'en',
    words: 'How many contracts did {wrong} sign?',
    trap: 'a misspelt department',
    pick: `SELECT department, name[:4] || name[6:] AS wrong FROM (${LARGEST})`,
    expected: 'SELECT count(*) FROM contracts WHERE department = $department',
    plan: {
      steps: [{tool: 'search_contracts', arguments: {department: '{wrong}', limit: 1}}],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'contracts-department-misspelt-french',
    lang: 'fr',
    words: 'Quelle est la valeur totale des contrats de {wrong} ?',
    trap: 'a misspelt department, in French and without accents',
    pick: `SELECT department, lower(strip_accents(nom[:-4] || nom[-2:])) AS wrong FROM (${LARGEST})`,
    expected: 'SELECT sum(value) FROM contracts WHERE department = $department',
    plan: {
      steps: [{tool: 'get_stats', arguments: {dataset: 'contracts', filters: {department: '{wrong}'}}}],
      read: ['meta', 'sum_value'],
    },
  },
  {
    id: 'contracts-no-department',
    lang: 'en',
    words: 'How many contracts did the Department of Unicorn Affairs sign?',
    trap: 'no such department',
    pick: `SELECT 1 AS none WHERE NOT EXISTS (FROM contracts WHERE contains(lower(department), 'unicorn'))`,
    expected: 'SELECT NULL',
    plan: {
      steps: [{tool: 'search_contracts', arguments: {department: 'Department of Unicorn Affairs', limit: 1}}],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'contracts-standing-offers',
    lang: 'en',
    words: 'How many contracts did {name} sign, standing offers and supply arrangements left out?',
    trap: 'standing offers are no spending',
    pick: `SELECT department, ${ENGLISH} AS name FROM contracts WHERE department IN (SELECT department FROM contracts
      WHERE instrument_type LIKE 'Standing%') GROUP BY ALL ORDER BY count(*) DESC, department LIMIT 1`,
    expected: `SELECT count(*) FROM contracts WHERE department = $department AND instrument_type = 'Contract'`,
    plan: {
      steps: [
        {
          tool: 'search_contracts',
          arguments: {department: '{department}', instrument_type: 'Contract', limit: 1},
        },
      ],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'contracts-sole-source',
    lang: 'en',
    words: 'How many federal contracts were sole-source?',
    trap: 'a word that the publishers do not use',
    pick: `SELECT 1 AS some FROM contracts WHERE procurement_method = 'Non-competitive' LIMIT 1`,
    expected: `SELECT count(*) FROM contracts WHERE procurement_method = 'Non-competitive'`,
    plan: {
      steps: [{tool: 'search_contracts', arguments: {method: 'sole-source', limit: 1}}],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'contracts-sole-source-french',
    lang: 'fr',
    words: 'Quelle est la valeur des contrats que {nom} a accordés de gré à gré ?',
    trap: 'a word that the publishers do not use, in French',
    pick: LARGEST,
    expected: `SELECT sum(value) FROM contracts WHERE department = $department AND procurement_method = 'Non-competitive'`,
    plan: {
      steps: [
        {tool: 'get_stats', arguments: {dataset: 'contracts', department: '{nom}', method: 'gré à gré'}},
      ],
      read: ['meta', 'sum_value'],
    },
  },
  {
    id: 'contracts-no-method',
    lang: 'en',
    words: 'Of how many federal contracts is the procurement method not published?',
    trap: 'lists of values leave records without one out',
    pick: 'SELECT 1 AS some FROM contracts WHERE procurement_method IS NULL LIMIT 1',
    expected: 'SELECT count(*) FROM contracts WHERE procurement_method IS NULL',
    plan: {
      steps: [{tool: 'list_values', arguments: {dataset: 'contracts', field: 'method'}}],
      read: ['absent', 'method'],
    },
  },
  {
    id: 'contracts-goods-french',
    lang: 'fr',
    words: 'Combien de contrats fédéraux portent sur des biens ?',
    trap: 'a code behind a French word',
    pick: `SELECT 1 AS some FROM contracts WHERE commodity_type = 'G' LIMIT 1`,
    expected: `SELECT count(*) FROM contracts WHERE commodity_type = 'G'`,
    plan: {
      steps: [{tool: 'search_contracts', arguments: {commodity_type: 'Biens', limit: 1}}],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'contracts-largest',
    lang: 'en',
    words: 'Which supplier has the largest single contract of {name}?',
    pick: `SELECT department, ${ENGLISH} AS name FROM contracts WHERE value > 0 GROUP BY ALL
      HAVING max(value, 2)[1] > max(value, 2)[2]
      ORDER BY count(*) DESC, department LIMIT 1`,
    expected:
      'SELECT vendor FROM contracts WHERE department = $department ORDER BY value DESC NULLS LAST LIMIT 1',
    plan: {
      steps: [
        {tool: 'search_contracts', arguments: {department: '{department}', sort_by: 'value', limit: 1}},
      ],
      read: ['data', 0, 'vendor'],
    },
  },
  {
    id: 'contracts-over',
    lang: 'fr',
    words: 'Combien de contrats de plus d’un million de dollars {nom} a-t-il signés en {year} ?',
    pick: `SELECT department, ${FRENCH} AS nom, year(date) AS year FROM contracts WHERE value >= 1000000
      GROUP BY ALL ORDER BY count(*) DESC, department, year LIMIT 1`,
    expected:
      'SELECT count(*) FROM contracts WHERE department = $department AND value >= 1000000 AND year(date) = $year',
    plan: {
      steps: [
        {
          tool: 'search_contracts',
          arguments: {
            department: '{department}',
            min_value: '$1,000,000',
            date_from: '{year}',
            date_to: '{year}',
            limit: 1,
          },
        },
      ],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'contracts-median',
    lang: 'en',
    words: 'What is the median value of the contracts of {name}?',
    pick: `SELECT department, ${ENGLISH} AS name FROM contracts WHERE value IS NOT NULL GROUP BY ALL
      HAVING count(*) % 2 = 1 ORDER BY count(*) DESC, department LIMIT 1`,
    expected: 'SELECT quantile_disc(value, 0.5) FROM contracts WHERE department = $department',
    plan: {
      steps: [
        {
          tool: 'get_stats',
          arguments: {dataset: 'contracts', filters: {department: '{department}'}, median: true},
        },
      ],
      read: ['data', {group_value: '{department}'}, 'median_value'],
    },
  },
  {
    id: 'departments-by-count',
    lang: 'en',
    words: 'Which department signed the most contracts in {year}?',
    trap: 'a ranking by count, where sums come first',
    pick: `WITH ranked AS (SELECT year(date) AS year, department, count(*) AS n, sum(value) AS total FROM contracts
        WHERE date IS NOT NULL AND department IS NOT NULL GROUP BY ALL)
      SELECT year FROM ranked GROUP BY year HAVING count(*) FILTER (n = (SELECT max(n) FROM ranked AS o
        WHERE o.year = ranked.year)) = 1
      ORDER BY max_by(department, n) = max_by(department, total), year DESC LIMIT 1`,
    expected: `SELECT department FROM contracts WHERE year(date) = $year AND department IS NOT NULL
      GROUP BY department ORDER BY count(*) DESC LIMIT 1`,
    plan: {
      steps: [
        {
          tool: 'get_stats',
          arguments: {
            dataset: 'contracts',
            group_by: 'department',
            filters: {date_from: '{year}', date_to: '{year}'},
            sort_by: 'count',
            limit: 1,
          },
        },
      ],
      read: ['data', 0, 'group_value'],
    },
  },
];
