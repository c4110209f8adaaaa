/** Questions about suppliers, notices and single contracts. */
import type {Question} from '../types.ts';
import {ENGLISH, FRENCH, fold, hasFirst} from './sql.ts';

/** Suppliers with their contracts, named by their most frequent spelling. */
const SUPPLIERS = `SELECT vendor_group, first(spelling ORDER BY n DESC, total DESC, spelling) AS vendor, sum(n)::BIGINT AS n,
    sum(total) AS total, count(*) AS spellings
  FROM (SELECT vendor_group, vendor AS spelling, count(*) AS n, coalesce(sum(value), 0) AS total FROM contracts
    WHERE vendor IS NOT NULL GROUP BY ALL) GROUP BY vendor_group`;

/**
 * Contracts with a number that no other contract's number contains; `condition` holds, `order` chooses among
 * thirty.
 */
const numbered = (condition: string, order: string): string => `
  WITH tried AS (SELECT record_id, contract_number, department, ${ENGLISH} AS name FROM contracts
    WHERE ${condition} AND regexp_matches(contract_number, '^[A-Za-z0-9-]{6,}$') ORDER BY ${order}, record_id LIMIT 30)
  SELECT * FROM tried WHERE (SELECT count(*) FROM contracts AS o
        WHERE contains(o.contract_number, tried.contract_number)) = 1 LIMIT 1`;

export const suppliers: readonly Question[] = [
  {
    id: 'supplier-spellings',
    lang: 'en',
    words:
      'How many federal contracts does the supplier {spelling} have, all spellings of its name together?',
    trap: 'several spellings of one supplier',
    pick: `SELECT vendor_group, min_by(vendor, n) AS spelling FROM (SELECT vendor_group, vendor, count(*) AS n
        FROM contracts GROUP BY ALL)
      WHERE vendor_group = (SELECT vendor_group FROM (${SUPPLIERS}) ORDER BY spellings DESC, n DESC, vendor_group LIMIT 1)
      GROUP BY vendor_group`,
    expected: 'SELECT count(*) FROM contracts WHERE vendor_group = $vendor_group',
    plan: {
      steps: [{tool: 'get_vendor_profile', arguments: {name: '{spelling}'}}],
      read: ['data', 'contract_count'],
    },
  },
  {
    id: 'supplier-spellings-french',
    lang: 'fr',
    words: 'Quelle est la valeur totale des contrats du fournisseur {vendor}, toutes graphies confondues ?',
    trap: 'several spellings of one supplier',
    pick: `SELECT vendor_group, vendor FROM (${SUPPLIERS}) WHERE spellings > 1 ORDER BY n DESC, vendor_group LIMIT 1`,
    expected: 'SELECT sum(value) FROM contracts WHERE vendor_group = $vendor_group',
    plan: {
      steps: [
        {tool: 'get_vendor_profile', arguments: {name: '{vendor}'}},
        {
          tool: 'get_stats',
          arguments: {dataset: 'contracts'},
          earlier: {vendor_key: {step: 0, read: ['data', 'vendor_key']}},
        },
      ],
      read: ['meta', 'sum_value'],
    },
  },
  {
    id: 'supplier-namesakes',
    lang: 'en',
    words: 'How many federal contracts does {small} have? Not {large}.',
    trap: 'two suppliers whose names begin alike',
    pick: `WITH s AS (SELECT *, split_part(vendor, ' ', 1) AS word FROM (${SUPPLIERS}))
      SELECT small.vendor AS small, small.vendor_group, large.vendor AS large, small.word
        FROM s AS large JOIN s AS small USING (word)
      WHERE large.n > small.n AND regexp_matches(word, '^[A-Za-z]{5,}$') AND small.spellings = 1
      ORDER BY large.n DESC, small.n DESC, small.vendor, large.vendor LIMIT 1`,
    expected: 'SELECT count(*) FROM contracts WHERE vendor_group = $vendor_group',
    plan: {
      steps: [{tool: 'search_vendors', arguments: {q: '{word}', limit: 200}, whole: true}],
      read: ['data', {vendor: '{small}'}, 'contract_count'],
    },
  },
  {
    id: 'supplier-part-of-name',
    lang: 'fr',
    words: 'Combien de fournisseurs fédéraux ont un nom qui contient « {word} » ?',
    trap: 'part of a name is no supplier',
    pick: `SELECT split_part(vendor, ' ', 1) AS word FROM (${SUPPLIERS}) WHERE regexp_matches(word, '^[A-Za-z]{5,}$')
      GROUP BY word HAVING count(*) > 1 ORDER BY max(n) DESC, word LIMIT 1`,
    expected: `SELECT count(DISTINCT vendor_group) FROM contracts WHERE contains(${fold('vendor')}, lower($word))`,
    plan: {
      steps: [{tool: 'search_vendors', arguments: {q: '{word}', limit: 1}}],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'supplier-misspelt',
    lang: 'fr',
    words: 'Combien de contrats fédéraux le fournisseur {wrong} a-t-il ?',
    trap: 'a misspelt supplier',
    pick: `SELECT vendor_group, vendor[:3] || vendor[5:] AS wrong FROM (FROM (${SUPPLIERS}) ORDER BY n DESC, vendor LIMIT 30)
      WHERE regexp_matches(vendor, '^[A-Za-z]{8,} [A-Za-z]{6,}') ORDER BY n DESC, vendor LIMIT 1`,
    expected: 'SELECT count(*) FROM contracts WHERE vendor_group = $vendor_group',
    plan: {
      steps: [{tool: 'get_vendor_profile', arguments: {name: '{wrong}'}}],
      read: ['data', 'contract_count'],
    },
  },
  {
    id: 'supplier-none',
    lang: 'en',
    words: 'How many federal contracts does the supplier Unicorn Stables of the Far North Ltd. have?',
    trap: 'no such supplier',
    pick: `SELECT 1 AS none WHERE NOT EXISTS (FROM contracts WHERE contains(lower(vendor), 'unicorn'))`,
    expected: 'SELECT NULL',
    plan: {
      steps: [{tool: 'get_vendor_profile', arguments: {name: 'Unicorn Stables of the Far North Ltd.'}}],
      read: ['data', 'contract_count'],
    },
  },
  {
    id: 'supplier-similar',
    lang: 'en',
    words:
      'The name of the supplier {largest} begins with "{word}". The names of which other suppliers of federal contracts do, too?',
    trap: 'a profile that is found by part of a name',
    pick: `WITH words AS (SELECT split_part(vendor, ' ', 1) AS word, max_by(vendor, n) AS largest, max_by(vendor_group, n) AS vendor_group
          FROM (${SUPPLIERS}) WHERE regexp_matches(split_part(vendor, ' ', 1), '^[A-Za-z]{5,}$') GROUP BY word
          HAVING count(*) BETWEEN 2 AND 10 AND max_by(vendor, n) = max_by(vendor, total) ORDER BY max(n) DESC, word LIMIT 30)
      SELECT * FROM words WHERE (SELECT count(DISTINCT c.vendor_group) FROM contracts AS c
        WHERE starts_with(${fold('c.vendor')}, lower(words.word))) BETWEEN 2 AND 10 LIMIT 1`,
    expected: `SELECT vendor FROM (${SUPPLIERS}) WHERE vendor_group <> $vendor_group AND vendor_group IN
      (SELECT vendor_group FROM contracts WHERE starts_with(${fold('vendor')}, lower($word)))`,
    list: true,
    plan: {
      steps: [{tool: 'get_vendor_profile', arguments: {name: '{word}'}}],
      read: ['meta', 'similar', '*', 'name'],
    },
  },
  {
    id: 'supplier-amendments',
    lang: 'en',
    words: 'How many contracts does {vendor} have with {name}, not counting amendments?',
    trap: 'amendments count once',
    pick: `SELECT vendor_group, mode(vendor) AS vendor, department, ${ENGLISH} AS name FROM contracts WHERE vendor IS NOT NULL
      AND len(amendments) > 0 AND department IS NOT NULL GROUP BY vendor_group, department
        ORDER BY sum(len(amendments)) DESC, vendor_group, department LIMIT 1`,
    expected:
      'SELECT count(*) FROM contracts WHERE vendor_group = $vendor_group AND department = $department',
    plan: {
      steps: [
        {tool: 'get_vendor_profile', arguments: {name: '{vendor}'}},
        {
          tool: 'search_contracts',
          arguments: {department: '{department}', limit: 1},
          earlier: {vendor_key: {step: 0, read: ['data', 'vendor_key']}},
        },
      ],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'contract-original-value',
    lang: 'en',
    words: 'For what value was contract {contract_number} of {name} signed, before its amendments?',
    trap: 'the latest value is not the original one',
    pick: numbered('original_value <> value AND department IS NOT NULL', 'abs(value - original_value) DESC'),
    expected: 'SELECT original_value FROM contracts WHERE record_id = $record_id',
    plan: {
      steps: [
        {tool: 'search_contracts', arguments: {q: '{contract_number}', department: '{department}'}},
        {
          tool: 'get_record',
          arguments: {dataset: 'contracts'},
          earlier: {record_id: {step: 0, read: ['data', 0, 'record_id']}},
        },
      ],
      read: ['data', 'original_value'],
    },
  },
  {
    id: 'contract-amended-value',
    lang: 'fr',
    words: 'Quelle est aujourd’hui la valeur du contrat {contract_number}, modifications comprises ?',
    trap: 'amendments are not added',
    pick: numbered('len(amendments) > 1 AND value IS NOT NULL', 'len(amendments) DESC'),
    expected: 'SELECT value FROM contracts WHERE record_id = $record_id',
    plan: {
      steps: [{tool: 'search_contracts', arguments: {q: '{contract_number}', limit: 1}}],
      read: ['data', 0, 'value'],
    },
  },
  {
    id: 'supplier-and-department-apart',
    lang: 'en',
    words: 'How many contracts does {vendor} have with {name}?',
    trap: 'none between the two, though both have some: 0 is the answer',
    pick: `SELECT s.vendor_group, s.vendor, d.department, split_part(d.department, ' | ', 1) AS name
        FROM (FROM (${SUPPLIERS}) ORDER BY n DESC, vendor LIMIT 50) AS s,
      (SELECT department, count(*) AS n FROM contracts WHERE department IS NOT NULL GROUP BY ALL) AS d
      WHERE NOT EXISTS (FROM contracts AS c WHERE c.vendor_group = s.vendor_group AND c.department = d.department)
      ORDER BY s.n * d.n DESC, vendor, d.department LIMIT 1`,
    expected:
      'SELECT count(*) FROM contracts WHERE vendor_group = $vendor_group AND department = $department',
    plan: {
      steps: [
        {tool: 'search_contracts', arguments: {vendor: '{vendor}', department: '{department}', limit: 1}},
      ],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'suppliers-by-count',
    lang: 'fr',
    words: 'Quels sont les trois fournisseurs qui ont le plus de contrats fédéraux ?',
    trap: 'a ranking by count, where sums come first',
    pick: hasFirst(SUPPLIERS, 3),
    expected: `SELECT vendor FROM (${SUPPLIERS}) ORDER BY n DESC LIMIT 3`,
    list: true,
    plan: {
      steps: [{tool: 'search_vendors', arguments: {sort_by: 'contract_count', limit: 3}}],
      read: ['data', '*', 'vendor'],
    },
  },
  {
    id: 'awards-by-department',
    lang: 'fr',
    words: 'Quel ministère a publié le plus d’avis d’attribution ?',
    trap: 'an argument in French',
    pick: hasFirst('SELECT count(*) AS n FROM awards WHERE department IS NOT NULL GROUP BY department'),
    expected:
      'SELECT department FROM awards WHERE department IS NOT NULL GROUP BY ALL ORDER BY count(*) DESC LIMIT 1',
    plan: {
      steps: [
        {
          tool: 'get_stats',
          arguments: {dataset: 'awards', group_by: 'departement', sort_by: 'count', limit: 1},
        },
      ],
      read: ['data', 0, 'group_value'],
    },
  },
  {
    id: 'awards-not-contracts',
    lang: 'en',
    words: 'What is the total value of the award notices of {name}? Its contracts are not asked for.',
    trap: 'awards and contracts report the same money',
    pick: `SELECT department, ${ENGLISH} AS name FROM awards WHERE value > 0 AND department IS NOT NULL
      GROUP BY ALL ORDER BY count(*) DESC, department LIMIT 1`,
    expected: 'SELECT sum(value) FROM awards WHERE department = $department',
    plan: {
      steps: [{tool: 'get_stats', arguments: {dataset: 'awards', filters: {department: '{department}'}}}],
      read: ['meta', 'sum_value'],
    },
  },
  {
    id: 'tenders-french',
    lang: 'fr',
    words: 'Combien d’avis d’appel d’offres {nom} a-t-il publiés ?',
    pick: `SELECT department, ${FRENCH} AS nom FROM tenders WHERE department LIKE '% | %'
      GROUP BY ALL ORDER BY count(*) DESC, department LIMIT 1`,
    expected: 'SELECT count(*) FROM tenders WHERE department = $department',
    plan: {
      steps: [{tool: 'search_tenders', arguments: {department: '{department}', limit: 1}}],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'tenders-value',
    lang: 'en',
    words: 'What is the total value of the tender notices of {name}?',
    trap: 'notices without values: not known is not zero',
    pick: `SELECT department, ${ENGLISH} AS name FROM tenders WHERE department IS NOT NULL
      GROUP BY ALL HAVING count(value) = 0 ORDER BY count(*) DESC, department LIMIT 1`,
    expected: 'SELECT sum(value) FROM tenders WHERE department = $department',
    plan: {
      steps: [{tool: 'get_stats', arguments: {dataset: 'tenders', filters: {department: '{department}'}}}],
      read: ['meta', 'sum_value'],
    },
  },
  {
    id: 'solicitation',
    lang: 'en',
    words: 'How many award notices came of solicitation {solicitation_number}?',
    pick: `SELECT solicitation_number FROM awards WHERE solicitation_number IN (SELECT solicitation_number FROM tenders)
      GROUP BY ALL ORDER BY count(*) DESC, solicitation_number LIMIT 1`,
    expected: `SELECT count(*) FROM awards WHERE ${fold('solicitation_number')} = ${fold('$solicitation_number')}`,
    plan: {
      steps: [
        {
          tool: 'get_procurement_lifecycle',
          arguments: {solicitation_number: '{solicitation_number}'},
          whole: true,
        },
      ],
      read: ['data', 'awards', 'length'],
    },
  },
];
