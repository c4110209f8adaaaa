/** Questions about building permits and zones. */
import type {Question} from '../types.ts';
import {hasFirst} from './sql.ts';

/** A city of which no permit has a cost, the one with the most permits. */
const COSTLESS = `SELECT municipality FROM permits GROUP BY municipality HAVING count(estimated_cost) = 0
  ORDER BY count(*) DESC, municipality LIMIT 1`;

export const permits: readonly Question[] = [
  {
    id: 'permits-year',
    lang: 'en',
    words: 'How many building permits did {municipality} issue in {year}?',
    pick: `SELECT municipality, year(issued_date) AS year FROM permits WHERE issued_date IS NOT NULL
      GROUP BY ALL ORDER BY count(*) DESC, municipality, year LIMIT 1`,
    expected: 'SELECT count(*) FROM permits WHERE municipality = $municipality AND year(issued_date) = $year',
    plan: {
      steps: [
        {
          tool: 'search_permits',
          arguments: {
            municipality: '{municipality}',
            issued_after: '{year}',
            issued_before: '{year}',
            limit: 1,
          },
        },
      ],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'permits-no-costs',
    lang: 'en',
    words: 'What is the total estimated cost of all building permits of {municipality}?',
    trap: 'a city that publishes no amounts: not known is not zero',
    pick: COSTLESS,
    expected: 'SELECT sum(estimated_cost) FROM permits WHERE municipality = $municipality',
    plan: {
      steps: [
        {tool: 'get_stats', arguments: {dataset: 'permits', filters: {municipality: '{municipality}'}}},
      ],
      read: ['data', {group_value: '{municipality}'}, 'sum_value'],
    },
  },
  {
    id: 'permits-cities-without-costs',
    lang: 'en',
    words: 'Which municipalities publish building permits, but the estimated cost of none?',
    trap: 'a list that goes on, and no amounts are not amounts of zero',
    pick: COSTLESS,
    expected: 'SELECT municipality FROM permits GROUP BY ALL HAVING count(estimated_cost) = 0',
    list: true,
    plan: {
      steps: [
        {
          tool: 'get_stats',
          arguments: {dataset: 'permits', group_by: 'municipality', limit: 6},
          whole: true,
        },
      ],
      read: ['data', {value_count: '0'}, '*', 'group_value'],
    },
  },
  {
    id: 'permits-no-costs-of-all',
    lang: 'fr',
    words: 'Pour combien de permis de construire, toutes villes confondues, un coût est-il publié ?',
    trap: 'a sum over some of the records',
    pick: 'SELECT 1 AS some FROM permits WHERE estimated_cost IS NULL LIMIT 1',
    expected: 'SELECT count(estimated_cost) FROM permits',
    plan: {
      steps: [{tool: 'get_stats', arguments: {dataset: 'permits', limit: 1}}],
      read: ['meta', 'value_count'],
    },
  },
  {
    id: 'permits-demolitions',
    lang: 'en',
    words: 'Which municipality issued the most demolition permits?',
    trap: 'a ranking by count, where cities without amounts come last by sum',
    pick: hasFirst(
      `SELECT count(*) AS n FROM permits WHERE permit_type = 'demolition' GROUP BY municipality`,
    ),
    expected: `SELECT municipality FROM permits WHERE permit_type = 'demolition' GROUP BY ALL ORDER BY count(*) DESC LIMIT 1`,
    plan: {
      steps: [
        {
          tool: 'get_stats',
          arguments: {
            dataset: 'permits',
            group_by: 'municipality',
            filters: {permit_type: 'demolition'},
            sort_by: 'count',
            limit: 1,
          },
        },
      ],
      read: ['data', 0, 'group_value'],
    },
  },
  {
    id: 'permits-demolitions-costless',
    lang: 'fr',
    words: 'Combien de permis de démolition {municipality} a-t-elle délivrés ?',
    trap: 'a city without amounts still has permits; a kind in French',
    pick: `SELECT municipality FROM permits GROUP BY municipality HAVING count(estimated_cost) = 0
      AND count(*) FILTER (permit_type = 'demolition') > 0 ORDER BY count(*) DESC, municipality LIMIT 1`,
    expected: `SELECT count(*) FROM permits WHERE municipality = $municipality AND permit_type = 'demolition'`,
    plan: {
      steps: [
        {
          tool: 'search_permits',
          arguments: {municipality: '{municipality}', permit_type: 'Démolition', limit: 1},
        },
      ],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'permits-city-or-province',
    lang: 'fr',
    words: 'Combien de permis la Ville de Québec a-t-elle délivrés ?',
    trap: 'a city with the name of its province',
    pick: `SELECT 1 AS some FROM permits WHERE municipality = 'quebec_city' LIMIT 1`,
    expected: `SELECT count(*) FROM permits WHERE municipality = 'quebec_city'`,
    plan: {
      steps: [{tool: 'search_permits', arguments: {municipality: 'Québec', limit: 1}}],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'permits-blank',
    lang: 'en',
    words: 'How many permits of {municipality} name the contractor {contractor}?',
    trap: 'a city that publishes no contractors',
    pick: `SELECT (SELECT municipality FROM permits GROUP BY municipality HAVING count(contractor_name) = 0
        ORDER BY count(*) DESC, municipality LIMIT 1) AS municipality, contractor_name AS contractor FROM permits
      WHERE contractor_name IS NOT NULL AND municipality IS NOT NULL GROUP BY contractor_name
        ORDER BY count(*) DESC, contractor LIMIT 1`,
    expected: 'SELECT NULL',
    plan: {
      steps: [
        {
          tool: 'search_permits',
          arguments: {municipality: '{municipality}', contractor: '{contractor}', limit: 1},
        },
      ],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'permits-largest',
    lang: 'en',
    words: 'What is the address of the permit of {municipality} with the highest estimated cost?',
    pick: `SELECT municipality FROM permits GROUP BY municipality HAVING count(estimated_cost) > 1
        AND max_by(address, estimated_cost) IS NOT NULL AND max(estimated_cost, 2)[1] > max(estimated_cost, 2)[2]
      ORDER BY count(*) DESC, municipality LIMIT 1`,
    expected:
      'SELECT address FROM permits WHERE municipality = $municipality ORDER BY estimated_cost DESC NULLS LAST LIMIT 1',
    plan: {
      steps: [
        {tool: 'search_permits', arguments: {municipality: '{municipality}', sort_by: 'value', limit: 1}},
      ],
      read: ['data', 0, 'address'],
    },
  },
  {
    id: 'permits-no-city',
    lang: 'fr',
    words: 'Combien de permis de construire Moncton a-t-elle délivrés en 2024 ?',
    trap: 'a city that is not in the data',
    pick: `SELECT 1 AS none WHERE NOT EXISTS (FROM permits WHERE contains(municipality, 'moncton'))`,
    expected: 'SELECT NULL',
    plan: {
      steps: [{tool: 'search_permits', arguments: {municipality: 'Moncton', limit: 1}}],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'permits-costs-known',
    lang: 'en',
    words: 'What is the total estimated cost of the permits that {municipality} issued in {year}?',
    pick: `SELECT municipality, year(issued_date) AS year FROM permits WHERE estimated_cost > 0 AND issued_date IS NOT NULL
      GROUP BY ALL ORDER BY count(*) DESC, municipality, year LIMIT 1`,
    expected:
      'SELECT sum(estimated_cost) FROM permits WHERE municipality = $municipality AND year(issued_date) = $year',
    plan: {
      steps: [
        {
          tool: 'get_stats',
          arguments: {
            dataset: 'building permits',
            filters: {municipality: ['{municipality}'], issued_after: '{year}', issued_before: '{year}'},
          },
        },
      ],
      read: ['meta', 'sum_value'],
    },
  },
  {
    id: 'permits-by-number',
    lang: 'en',
    words: 'At what address is the work of permit {number} of {municipality}?',
    trap: 'a number typed in lower case',
    pick: `SELECT lower(permit_number_raw) AS number, municipality FROM permits
      WHERE regexp_matches(permit_number_raw, '[A-Z].*[0-9]{3}') AND address IS NOT NULL
        AND municipality IS NOT NULL AND permit_number_raw NOT LIKE '%,%'
      ORDER BY md5(permit_number_raw), municipality LIMIT 1`,
    expected:
      'SELECT address FROM permits WHERE lower(permit_number_raw) = $number AND municipality = $municipality LIMIT 1',
    plan: {
      steps: [
        {
          tool: 'search_permits',
          arguments: {permit_number: '{number}', municipality: '{municipality}', limit: 1},
        },
      ],
      read: ['data', 0, 'address'],
    },
  },
  {
    id: 'permits-by-number-anywhere',
    lang: 'fr',
    words: 'Dans quelle ville se trouve le permis {number} ?',
    trap: 'a number typed without its signs, in a search over everything',
    pick: `SELECT regexp_replace(permit_number_raw, '[^A-Za-z0-9]', '', 'g') AS number FROM permits
      WHERE municipality IS NOT NULL AND regexp_matches(permit_number_raw, '[0-9]{4}.*[^A-Za-z0-9 ].*[0-9]')
        AND length(permit_number_raw) >= 8
      GROUP BY 1 HAVING count(*) = 1 ORDER BY md5(number) LIMIT 1`,
    expected: `SELECT municipality FROM permits WHERE regexp_replace(permit_number_raw, '[^A-Za-z0-9]', '', 'g') = $number`,
    plan: {
      steps: [
        {tool: 'search_all', arguments: {q: '{number}'}},
        {
          tool: 'get_record',
          arguments: {dataset: 'permits'},
          earlier: {record_id: {step: 0, read: ['data', 'permits', 'results', 0, 'record_id']}},
        },
      ],
      read: ['data', 'municipality'],
    },
  },
  {
    id: 'zone-outside',
    lang: 'en',
    words: 'Which zone applies at latitude 45.5 and longitude -40?',
    trap: 'a point outside every municipality',
    expected: 'SELECT NULL',
    plan: {
      steps: [{tool: 'lookup_zone', arguments: {lat: 45.5, lng: '-40'}}],
      read: ['data', 'zone_code'],
    },
  },
];
