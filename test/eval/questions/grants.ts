/** Questions about grants, research grants and infrastructure projects. */
import type {Question} from '../types.ts';
import {ENGLISH, FRENCH, fold, frequentAlone, hasFirst} from './sql.ts';

/** A recipient whose name is no part of another's. */
const RECIPIENT = `SELECT value AS recipient FROM (${frequentAlone('recipient', 'grants', "value NOT LIKE '% | %'")}) LIMIT 1`;

export const grants: readonly Question[] = [
  {
    id: 'grants-department',
    lang: 'en',
    words: 'How much did {name} promise in grants and contributions in all?',
    trap: 'amendments count once, with their latest value',
    pick: `SELECT department, ${ENGLISH} AS name FROM grants WHERE department LIKE '% | %'
      GROUP BY ALL ORDER BY sum(len(amendments)) DESC, department LIMIT 1`,
    expected: 'SELECT sum(value) FROM grants WHERE department = $department',
    plan: {
      steps: [{tool: 'get_stats', arguments: {dataset: 'grants', filters: {department: '{department}'}}}],
      read: ['meta', 'sum_value'],
    },
  },
  {
    id: 'grants-recipient',
    lang: 'en',
    words: 'How many federal grants did {recipient} receive?',
    pick: RECIPIENT,
    expected: `SELECT count(*) FROM grants WHERE ${fold('recipient')} = ${fold('$recipient')}`,
    plan: {
      steps: [{tool: 'search_grants', arguments: {recipient: '{recipient}', limit: 1}}],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'grants-wrong-word',
    lang: 'en',
    words: 'How much did {recipient} receive in federal grants?',
    trap: 'the argument has another name in this dataset',
    pick: RECIPIENT,
    expected: `SELECT sum(value) FROM grants WHERE ${fold('recipient')} = ${fold('$recipient')}`,
    plan: {
      steps: [
        {tool: 'get_stats', arguments: {dataset: 'federal_grants', filters: {recipiant: '{recipient}'}}},
      ],
      read: ['meta', 'sum_value'],
    },
  },
  {
    id: 'grants-province',
    lang: 'fr',
    words: 'Combien de subventions et contributions fédérales sont allées au Québec ?',
    trap: 'a province by its French name',
    pick: `SELECT 1 AS some FROM grants WHERE recipient_province = 'QC' LIMIT 1`,
    expected: `SELECT count(*) FROM grants WHERE recipient_province = 'QC'`,
    plan: {
      steps: [{tool: 'search_grants', arguments: {dataset: 'grants', province: 'Québec', limit: 1}}],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'grants-no-province',
    lang: 'en',
    words: 'Of how many federal grants is the province of the recipient not published?',
    trap: 'records without a value',
    pick: 'SELECT 1 AS some FROM grants WHERE recipient_province IS NULL LIMIT 1',
    expected: 'SELECT count(*) FROM grants WHERE recipient_province IS NULL',
    plan: {
      steps: [{tool: 'search_grants', arguments: {facets: ['province'], limit: 1}}],
      read: ['absent', 'province'],
    },
  },
  {
    id: 'grants-programs',
    lang: 'en',
    words: 'Which federal grant program has the most grants?',
    trap: 'a ranking by count, where sums come first',
    pick: hasFirst('SELECT count(*) AS n FROM grants WHERE program_en IS NOT NULL GROUP BY program_en'),
    expected:
      'SELECT program_en FROM grants WHERE program_en IS NOT NULL GROUP BY program_en ORDER BY count(*) DESC LIMIT 1',
    plan: {
      steps: [
        {tool: 'get_stats', arguments: {dataset: 'grants', group_by: 'program', sort_by: 'count', limit: 1}},
      ],
      read: ['data', 0, 'group_value'],
    },
  },
  {
    id: 'grants-program-french',
    lang: 'fr',
    words: 'Combien de subventions relèvent du programme « {programme} » ?',
    trap: 'a program by its French name',
    pick: `SELECT value AS programme FROM (${frequentAlone('program_fr', '(FROM grants WHERE program_fr <> program_en)', 'length(value) < 100')}) LIMIT 1`,
    expected: `SELECT count(*) FROM grants WHERE program_fr = $programme OR program_en = $programme`,
    plan: {
      steps: [{tool: 'search_grants', arguments: {program: '{programme}', limit: 1}}],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'grants-before',
    lang: 'fr',
    words: 'Quelle est la valeur des subventions fédérales accordées en {year} ?',
    trap: 'a year before the data',
    pick: 'SELECT year(min(date)) - 2 AS year FROM grants HAVING min(date) IS NOT NULL',
    expected: 'SELECT NULL',
    plan: {
      steps: [
        {
          tool: 'get_stats',
          arguments: {dataset: 'grants', filters: {date_from: '{year}', date_to: '{year}'}},
        },
      ],
      read: ['meta', 'sum_value'],
    },
  },
  {
    id: 'grants-recipient-year',
    lang: 'fr',
    words: 'Quelle est la plus grande contribution de {nom} en {year} ?',
    pick: `SELECT department, ${FRENCH} AS nom, year(date) AS year FROM grants WHERE value > 0 AND department LIKE '% | %'
      AND date IS NOT NULL GROUP BY ALL ORDER BY count(*) DESC, department, year LIMIT 1`,
    expected: 'SELECT max(value) FROM grants WHERE department = $department AND year(date) = $year',
    plan: {
      steps: [
        {
          tool: 'search_grants',
          arguments: {
            department: '{department}',
            date_from: '{year}',
            date_to: '{year}',
            sort_by: 'value',
            limit: 1,
          },
        },
      ],
      read: ['data', 0, 'value'],
    },
  },
  {
    id: 'research-council',
    lang: 'en',
    words: 'How much did NSERC award in the fiscal year {long}, by its own list?',
    trap: 'the federal grants list NSERC, too',
    pick: `SELECT fiscal_year, fiscal_year[:5] || '20' || fiscal_year[-2:] AS long FROM research_grants WHERE source = 'NSERC'
      GROUP BY ALL ORDER BY count(*) DESC, fiscal_year LIMIT 1`,
    expected: `SELECT sum(award_amount) FROM research_grants WHERE source = 'NSERC' AND fiscal_year = $fiscal_year`,
    plan: {
      steps: [
        {
          tool: 'get_stats',
          arguments: {dataset: 'research_grants', filters: {source: 'NSERC', fiscal_year: '{long}'}},
        },
      ],
      read: ['meta', 'sum_value'],
    },
  },
  {
    id: 'research-council-grants',
    lang: 'en',
    words:
      'How many grants did NSERC report in the proactive disclosure of grants, which is not its own list?',
    trap: 'two lists that overlap, and an acronym',
    pick: `SELECT department FROM grants WHERE department LIKE 'Natural Sciences and Engineering Research Council%' LIMIT 1`,
    expected: 'SELECT count(*) FROM grants WHERE department = $department',
    plan: {
      steps: [{tool: 'search_grants', arguments: {dataset: 'grants', department: 'NSERC', limit: 1}}],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'research-council-french',
    lang: 'fr',
    words: 'Combien de subventions de recherche le CRSH a-t-il accordées en {fiscal_year} ?',
    trap: 'an acronym in French',
    pick: `SELECT fiscal_year FROM research_grants WHERE source = 'SSHRC' GROUP BY ALL
        ORDER BY count(*) DESC, fiscal_year LIMIT 1`,
    expected: `SELECT count(*) FROM research_grants WHERE source = 'SSHRC' AND fiscal_year = $fiscal_year`,
    plan: {
      steps: [
        {
          tool: 'search_grants',
          arguments: {
            dataset: 'subventions de recherche',
            filters: {source: 'CRSH', fiscal_year: '{fiscal_year}'},
            limit: 1,
          },
        },
      ],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'research-institution',
    lang: 'en',
    words: 'Which institution has the most research grants of NSERC and SSHRC?',
    pick: hasFirst(
      'SELECT count(*) AS n FROM research_grants WHERE institution IS NOT NULL GROUP BY institution',
    ),
    expected:
      'SELECT institution FROM research_grants WHERE institution IS NOT NULL GROUP BY ALL ORDER BY count(*) DESC LIMIT 1',
    plan: {
      steps: [
        {
          tool: 'get_stats',
          arguments: {dataset: 'research_grants', group_by: 'institution', sort_by: 'count', limit: 1},
        },
      ],
      read: ['data', 0, 'group_value'],
    },
  },
  {
    id: 'projects-province',
    lang: 'en',
    words: 'What is the federal share of all infrastructure projects in {province}?',
    trap: 'the federal share is not the cost of the project',
    pick: `SELECT province FROM infrastructure_projects WHERE total_eligible_cost > federal_contribution AND province IS NOT NULL
      GROUP BY ALL ORDER BY count(*) DESC, province LIMIT 1`,
    expected: 'SELECT sum(federal_contribution) FROM infrastructure_projects WHERE province = $province',
    plan: {
      steps: [{tool: 'get_stats', arguments: {dataset: 'infrastructure', filters: {province: '{province}'}}}],
      read: ['meta', 'sum_value'],
    },
  },
];
