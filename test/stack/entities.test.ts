/** Vendors, departments and their profiles of the running service, computed a second time from the files. */
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Answer, apiClient, overHttp} from '../helpers/api.ts';
import {folded, groupKey, type Oracle, openOracle} from '../helpers/oracle.ts';
import type {Values} from '../helpers/oracle_database.ts';
import {makeKey, type Server, sharedData, sharedServer} from '../helpers/stack.ts';

let dataDir: string;
let server: Server;
let oracle: Oracle;
let api: (target: string) => Promise<Answer>;

beforeAll(async () => {
  dataDir = await sharedData();
  [server, oracle] = await Promise.all([sharedServer(), openOracle(join(dataDir, 'current'))]);
  api = apiClient(overHttp(server.base), makeKey(dataDir));
});
afterAll(async () => {
  oracle?.close();
});

/** By code point, as DuckDB compares. */
const byText = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** All rows of a list, page by page. */
async function all(target: string): Promise<Values[]> {
  const rows: Values[] = [];
  for (;;) {
    const page = await api(`${target}&limit=200&offset=${rows.length}`);
    rows.push(...page.rows);
    if (page.rows.length === 0) return rows;
  }
}

const VENDORS = `
  SELECT v.name AS vendor, v.key, v.total_value, v.contract_count,
    (SELECT max(date) FROM contracts WHERE vendor_key_text = v.key) AS last_contract_date,
    (SELECT min(date) FROM contracts WHERE vendor_key_text = v.key) AS first_contract_date,
    (SELECT list(name ORDER BY place) FROM spellings WHERE key = v.key AND place <= 50) AS name_variants
  FROM vendors AS v`;

/** Items of /vendors with the fields of the profile that are no sections. */
async function vendors(): Promise<Values[]> {
  const rows = await oracle.rows(`${VENDORS} ORDER BY total_value DESC, vendor`);
  return rows.map((row) => ({...row, vendor_key: encodeURIComponent(String(row['vendor']))}));
}

const pick = (row: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]));

const VENDOR_ITEM = ['vendor', 'vendor_key', 'total_value', 'contract_count', 'last_contract_date'];

test('vendors: names, totals, counts and dates, in both orders', async () => {
  const known = await vendors();
  expect(known.length).toBeGreaterThan(200);
  expect(known.some(({name_variants}) => (name_variants as string[]).length > 2)).toBe(true);
  const items = known.map((row) => pick(row, VENDOR_ITEM));
  expect(await all('/api/v1/vendors?')).toEqual(items);
  for (const [key, sign] of [
    ['total_value', 1],
    ['contract_count', 1],
    ['contract_count', -1],
  ] as const) {
    const order = sign === 1 ? 'asc' : 'desc';
    const sorted = items.toSorted(
      (a, b) => sign * (Number(a[key]) - Number(b[key])) || byText(String(a['vendor']), String(b['vendor'])),
    );
    expect(await all(`/api/v1/vendors?sort_by=${key}&sort_order=${order}`)).toEqual(sorted);
  }
});

test('vendors: q finds any spelling, min_value bounds the aggregate', async () => {
  const known = await vendors();
  for (const [q, min_value] of [
    ['inc', ''],
    ['', '1000000'],
    ['ltée', '250000.5'],
    [' & ', ''],
    ['ATELIER', '-5'],
    ['no such vendor', ''],
  ] as const) {
    const rows = await all(`/api/v1/vendors?${new URLSearchParams({q, min_value})}`);
    const expected = known
      .filter((row) => min_value === '' || Number(row['total_value']) >= Number(min_value))
      .filter((row) => (row['name_variants'] as string[]).some((name) => folded(name).includes(folded(q))));
    expect(rows.map(({vendor}) => vendor)).toEqual(expected.map(({vendor}) => vendor));
  }
});

const DEPARTMENT_ITEM = ['department', 'department_key', 'record_count', 'total_value'];

async function departments(): Promise<Values[]> {
  const rows = await oracle.rows(`
    SELECT name AS department, record_count, total_value,
      (SELECT count(*) FROM contracts WHERE department = d.name) AS contract_count,
      (SELECT min(date) FROM contracts WHERE department = d.name) AS first_contract_date,
      (SELECT max(date) FROM contracts WHERE department = d.name) AS last_contract_date
    FROM departments AS d ORDER BY record_count DESC, department`);
  return rows.map((row) => ({...row, department_key: encodeURIComponent(String(row['department']))}));
}

test('departments: counts over three datasets, totals over contracts, in both orders', async () => {
  const items = (await departments()).map((row) => pick(row, DEPARTMENT_ITEM));
  expect(items.length).toBeGreaterThan(50);
  expect(await all('/api/v1/departments?')).toEqual(items);
  const ascending = items.toSorted(
    (a, b) =>
      Number(a['total_value']) - Number(b['total_value']) ||
      byText(String(a['department']), String(b['department'])),
  );
  expect(await all('/api/v1/departments?sort_by=total_value&sort_order=asc')).toEqual(ascending);
  const matches = await all('/api/v1/departments?q=SECURITE');
  expect(matches).toEqual(items.filter(({department}) => folded(String(department)).includes('securite')));
  expect(matches.length).toBeGreaterThan(0);
});

const BREAKDOWN = `SELECT source_dataset, coalesce(sum(value), 0) AS total_value, count(*) AS contract_count
  FROM contracts WHERE`;

async function vendorSections(key: string): Promise<Values> {
  const rows = (sql: string) => oracle.rows(sql, {key});
  return {
    departments:
      await rows(`SELECT department AS name, coalesce(sum(value), 0) AS total_value, count(*) AS contract_count
      FROM contracts WHERE vendor_key_text = $key AND department IS NOT NULL GROUP BY department
      ORDER BY total_value DESC, name LIMIT 10`),
    recent_contracts:
      await rows(`SELECT record_id, value, department, date FROM contracts WHERE vendor_key_text = $key
      ORDER BY date DESC NULLS LAST, record_id LIMIT 10`),
    source_breakdown: await rows(`${BREAKDOWN} vendor_key_text = $key GROUP BY 1 ORDER BY 1`),
  };
}

test('vendor profiles by their key: every field and section', async () => {
  const known = await vendors();
  const varied = known.filter(({name_variants}) => (name_variants as string[]).length > 3);
  for (const {key, ...vendor} of [...varied, ...known.filter((_, i) => i % 6 === 0)]) {
    const {data} = await api(`/api/v1/vendors/${vendor['vendor_key']}`);
    expect(data).toEqual({...vendor, ...(await vendorSections(String(key)))});
  }
});

async function departmentSections(name: string): Promise<Values> {
  const rows = (sql: string) => oracle.rows(sql, {name});
  const top = await rows(`SELECT v.name, coalesce(sum(value), 0) AS total_value, count(*) AS contract_count
    FROM contracts JOIN vendors AS v ON v.key = vendor_key_text WHERE department = $name GROUP BY v.name
    ORDER BY total_value DESC, v.name LIMIT 10`);
  const count = async (dataset: string) =>
    (await rows(`SELECT count(*) AS n FROM ${dataset} WHERE department = $name`))[0]!['n']!;
  return {
    top_vendors: top.map((row) => ({...row, vendor_key: encodeURIComponent(String(row['name']))})),
    event_type_breakdown: {
      contract: await count('contracts'),
      award: await count('awards'),
      tender: await count('tenders'),
    },
    recent_contracts:
      await rows(`SELECT record_id, value, vendor, date FROM contracts WHERE department = $name
      ORDER BY date DESC NULLS LAST, record_id LIMIT 10`),
    source_breakdown: await rows(`${BREAKDOWN} department = $name GROUP BY 1 ORDER BY 1`),
  };
}

/** A name that finds an entity, as published and folded, and what ranks the entity. */
interface Known {
  name: string;
  folded: string;
  entity: string;
  rank: number;
}

/**
 * Name resolution by a scan: an entity's own name precedes other known names. `also`: what step 1 takes after
 * them.
 */
function resolved(text: string, names: Known[], also: (one: Known) => boolean): string | null {
  const foldedText = folded(text);
  const steps: ((one: Known) => boolean)[] = [
    (one) => one.name === text && one.name === one.entity,
    (one) => one.folded === foldedText && one.name === one.entity,
    (one) => one.folded === foldedText,
    also,
    (one) => one.folded.startsWith(foldedText),
    (one) => one.folded.includes(foldedText),
  ];
  for (const step of steps) {
    const [first] = names.filter(step).toSorted((a, b) => b.rank - a.rank || byText(a.entity, b.entity));
    if (first) return first.entity;
  }
  return null;
}

/** Full names, names without accents, prefixes and substrings, as path segment or as parameter. */
const askedNames = (names: string[]): string[] =>
  names.flatMap((name, i) => {
    const words = name.split(' ');
    return [
      name.toUpperCase(),
      folded(name),
      words[0]!,
      words.slice(1).join(' ') || name,
      [...name].slice(0, 3 + (i % 9)).join(''),
      `${groupKey(name)} Corporation Ltd.`,
    ];
  });

test('vendor names resolve by spelling, key, prefix and substring', async () => {
  const names = (
    await oracle.rows(
      'SELECT folded, s.name AS vendor, v.name AS entity, v.total_value, v.key FROM spellings s JOIN vendors v USING (key)',
    )
  ).map((row) => ({
    name: String(row['vendor']),
    folded: String(row['folded']),
    entity: String(row['entity']),
    rank: Number(row['total_value']),
    key: String(row['key']),
  }));
  const some = names.filter((_, i) => i % 40 === 0).map(({folded: name}) => name);
  for (const text of [...askedNames(some), 'a', 'é', '&', 'inc', 'no such vendor']) {
    const entity = resolved(text, names, (one) => (one as (typeof names)[number]).key === groupKey(text));
    const {status, data} = await api(`/api/v1/vendors/_?${new URLSearchParams({name: text})}`);
    expect({text, status, vendor: data['vendor'] ?? null}).toEqual({
      text,
      status: entity ? 200 : 404,
      vendor: entity,
    });
  }
});

/**
 * Whole values and their halves: a name published in one language may be the half of a title with more
 * records.
 */
const departmentNames = (known: Values[]): Known[] =>
  known.flatMap((row) => {
    const entity = String(row['department']);
    const rank = Number(row['record_count']);
    return [entity, ...entity.split(' | ')].map((name) => ({name, folded: folded(name), entity, rank}));
  });

test('department profiles by their key: every field and section', async () => {
  const known = await departments();
  for (const department of known.filter((_, i) => i % 2 === 0 || i > 80)) {
    const {data} = await api(`/api/v1/departments/${department['department_key']}`);
    expect(data).toEqual({...department, ...(await departmentSections(String(department['department'])))});
  }
});

test('department names resolve by either half, prefix and substring', async () => {
  const names = departmentNames(await departments());
  const some = names.filter((_, i) => i % 21 === 0).map(({folded: name}) => name);
  for (const text of [...askedNames(some), 'de', 'canada', '|', 'no such department']) {
    const entity = resolved(text, names, () => false);
    const {status, data} = await api(`/api/v1/departments/${encodeURIComponent(text)}`);
    expect({text, status, department: data['department'] ?? null}).toEqual({
      text,
      status: entity ? 200 : 404,
      department: entity,
    });
  }
});
