/** Questions about organizations over all datasets, and about what the data covers. */
import type {Question} from '../types.ts';

/** The organization with the most contracts of those that have grants, too. */
const BOTH = `SELECT organization_key, name FROM organizations WHERE list_contains(datasets, 'contracts')
        AND list_contains(datasets, 'grants')
  ORDER BY record_count DESC, organization_key LIMIT 1`;

/** The sum of the records of a dataset whose published name is one of an organization. */
const sumOf = (dataset: string, role: string, name: string): string =>
  `SELECT sum(value) FROM ${dataset} WHERE ${name} IN (SELECT l.name FROM organization_links AS l
    WHERE l.organization_key = $organization_key AND l.dataset = '${dataset}' AND l.role = '${role}')`;

export const overall: readonly Question[] = [
  {
    id: 'organization-contracts',
    lang: 'en',
    words: 'What are the federal contracts of {name} worth, its grants left out?',
    trap: 'the headline adds contracts and grants',
    pick: BOTH,
    expected: sumOf('contracts', 'vendor', 'vendor'),
    plan: {
      steps: [
        {tool: 'search_organizations', arguments: {q: '{name}', limit: 100}},
        {
          tool: 'get_organization_profile',
          earlier: {key: {step: 0, read: ['data', {name: '{name}'}, 'organization_key']}},
          arguments: {include: ['totals']},
        },
      ],
      read: ['data', 'totals', {dataset: 'contracts', role: 'vendor'}, 'total_value'],
    },
  },
  {
    id: 'organization-year',
    lang: 'fr',
    words: 'Combien de contrats fédéraux {name} a-t-elle signés en {year} ?',
    trap: 'a profile that is cut',
    pick: `SELECT o.organization_key, o.name, min(year(c.date)) AS year FROM (${BOTH}) AS o
      JOIN organization_links AS l ON l.organization_key = o.organization_key AND l.dataset = 'contracts' AND l.role = 'vendor'
      JOIN contracts AS c ON c.vendor = l.name GROUP BY ALL`,
    expected: `SELECT count(*) FROM contracts WHERE year(date) = $year AND vendor IN (SELECT l.name FROM organization_links AS l
      WHERE l.organization_key = $organization_key AND l.dataset = 'contracts' AND l.role = 'vendor')`,
    plan: {
      steps: [{tool: 'get_organization_profile', arguments: {key: '{organization_key}'}, whole: true}],
      read: ['data', 'years', {dataset: 'contracts', role: 'vendor', year: '{year}'}, 'record_count'],
    },
  },
  {
    id: 'source-first-day',
    lang: 'fr',
    words: 'De quel jour date le plus ancien contrat de la source « {source} » ?',
    pick: `SELECT source_dataset AS source FROM contracts GROUP BY ALL ORDER BY count(*) DESC, source LIMIT 1`,
    expected: 'SELECT min(date)::VARCHAR FROM contracts WHERE source_dataset = $source',
    plan: {
      steps: [{tool: 'list_sources', arguments: {limit: 20}, whole: true}],
      read: ['data', {source_dataset: '{source}', dataset: 'contracts'}, 'first_date'],
    },
  },
  {
    id: 'source-newest',
    lang: 'en',
    words: 'Of which day is the newest permit that {municipality} published?',
    trap: 'the day of the records is not the day of the data',
    pick: `SELECT municipality, mode(source_dataset) AS source FROM permits WHERE date IS NOT NULL
      GROUP BY municipality ORDER BY count(*) DESC, municipality LIMIT 1`,
    expected: 'SELECT max(date)::VARCHAR FROM permits WHERE source_dataset = $source',
    plan: {
      steps: [{tool: 'list_sources', arguments: {}, whole: true}],
      read: ['data', {source_dataset: '{source}'}, 'last_date'],
    },
  },
  {
    id: 'organization-datasets',
    lang: 'en',
    words: 'In how many datasets does the organization {name} appear?',
    pick: BOTH,
    expected: `SELECT len(datasets) FROM organizations WHERE organization_key = $organization_key`,
    plan: {
      steps: [{tool: 'search_organizations', arguments: {q: '{name}'}}],
      read: ['data', {name: '{name}'}, 'datasets', 'length'],
    },
  },
];
