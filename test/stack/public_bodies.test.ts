/**
 * Keys of departments and institutions in the files of the demo, and the bodies that they lead to, computed a
 * second time by loops over the records.
 */
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import type {Manifest} from '../../builds/artefacts.ts';
import {BODIES} from '../../datasets/codes/bodies.ts';
import {bodyOf} from '../../datasets/rules/bodies.ts';
import {BASE_PATH} from '../../server/api/routes/index.ts';
import {type Answer, apiClient, overHttp} from '../helpers/api.ts';
import {type OracleDatabase, oracleDatabase, type Values} from '../helpers/oracle_database.ts';
import {makeKey, manifestOf, sharedData, sharedServer} from '../helpers/stack.ts';

type Role = 'department' | 'lobbied' | 'research';
/** Tables of records: the column of the names, that of their keys, and the list of the API. */
const TABLES: [table: string, role: Role, names: string, keys: string, path: string | null][] = [
  ['contracts', 'department', 'department', 'department_key', '/contracts'],
  ['awards', 'department', 'department', 'department_key', '/awards'],
  ['tenders', 'department', 'department', 'department_key', '/tenders'],
  ['grants', 'department', 'department', 'department_key', '/grants'],
  ['nil_reports', 'department', 'department', 'department_key', null],
  ['lobbying_registrations', 'lobbied', 'institutions', 'institution_keys', '/lobbying/registrations'],
  ['lobbying_communications', 'lobbied', 'institutions', 'institution_keys', '/lobbying/communications'],
  ['research_grants', 'research', 'institution', 'institution_key', '/research_grants'],
];

let catalogue: OracleDatabase;
let api: (target: string) => Promise<Answer>;
let bodyNames: Map<string, Values>;
/** Names and keys of every record, as lists. */
const records = new Map<string, {names: string[]; keys: string[]}[]>();
const listOf = (value: unknown): string[] => [value ?? []].flat().map(String);

beforeAll(async () => {
  const dataDir = await sharedData();
  catalogue = await oracleDatabase(join(dataDir, 'current/catalogue.duckdb'));
  const ask = apiClient(overHttp((await sharedServer()).base), makeKey(dataDir));
  api = (target) => ask(`${BASE_PATH}${target}`);
  for (const [table, , names, keys] of TABLES) {
    const rows = await catalogue.rows(`SELECT ${names} AS names, ${keys} AS keys FROM ${table}`);
    records.set(
      table,
      rows.map((row) => ({names: listOf(row['names']), keys: listOf(row['keys'])})),
    );
  }
  const rows = await catalogue.rows('FROM public_body_names');
  bodyNames = new Map(rows.map((row) => [String(row['name_key']), row]));
});
afterAll(() => catalogue?.close());

/** What a record counts for: its different names. */
const different = ({names}: {names: string[]}): Set<string> => new Set(names);

describe.each(TABLES)('%s', (table, role, names, keys, path) => {
  test('has the key of every name, no other, and null where it has no name', () => {
    const rows = records.get(table)!;
    expect(rows.length).toBeGreaterThan(0);
    for (const one of rows) expect(one.keys).toEqual(one.names.map(encodeURIComponent));
    expect(rows.flatMap((one) => one.keys).filter((key) => !bodyNames.has(key))).toEqual([]);
  });

  test('has as many records and names without a body as the names themselves mean none', async () => {
    const rows = records.get(table)!;
    const list = names === 'institutions';
    const [counted] = await catalogue.rows(`SELECT count(*)::INTEGER AS names,
        count(body_key)::INTEGER AS known, count(*)::INTEGER - count(body_key)::INTEGER AS unknown
      FROM (SELECT ${list ? `unnest(${keys})` : keys} AS name_key FROM ${table})
      JOIN public_body_names USING (name_key)`);
    const all = rows.flatMap((one) => one.names);
    const unknown = all.filter((name) => bodyOf(name) === null).length;
    expect(counted).toEqual({names: all.length, known: all.length - unknown, unknown});
    // Institutions of the synthetic research grants are invented, so that they mean none.
    expect(unknown === all.length).toBe(role === 'research');
  });

  test.skipIf(path === null)('has the keys that the API filters by', async () => {
    const filter = names === 'institutions' ? 'institution_key' : keys;
    const counts = new Map<string, number>();
    for (const {keys: own} of records.get(table)!)
      for (const key of new Set(own)) counts.set(key, (counts.get(key) ?? 0) + 1);
    for (const [key, count] of [...counts].sort(([, a], [, b]) => b - a).slice(0, 3)) {
      const answer = await api(`${path}?limit=1&${filter}=${encodeURIComponent(key)}`);
      expect([key, (answer.meta as unknown as {total: number}).total]).toEqual([key, count]);
    }
  });
});

test('the names are those of the records, with the body that each means and its numbers of records', () => {
  const counts = new Map<string, Record<Role, number>>();
  for (const [table, role] of TABLES)
    for (const record of records.get(table)!)
      for (const name of different(record)) {
        const of = counts.get(name) ?? {department: 0, lobbied: 0, research: 0};
        counts.set(name, {...of, [role]: of[role] + 1});
      }
  const expected = [...counts].map(([name, {department, lobbied, research}]) => ({
    name_key: encodeURIComponent(name),
    name,
    body_key: bodyOf(name)?.key ?? null,
    department_count: String(department),
    lobbied_count: String(lobbied),
    research_count: String(research),
  }));
  const byName = (a: {name?: unknown}, b: {name?: unknown}) => (String(a.name) < String(b.name) ? -1 : 1);
  expect([...bodyNames.values()].sort(byName)).toEqual(expected.sort(byName));
});

test('the bodies are those of the code tables, each with the records of its names', async () => {
  const rows = await catalogue.rows('FROM public_bodies');
  const sum = (key: string, column: string) =>
    [...bodyNames.values()]
      .filter((one) => one['body_key'] === key)
      .reduce((all, one) => all + Number(one[column]), 0);
  const expected = BODIES.map(({key, en, fr, acronyms, also, kept}) => ({
    body_key: key,
    name_en: en,
    name_fr: fr,
    acronyms_en: [...acronyms.en],
    acronyms_fr: [...acronyms.fr],
    other_names: [...also, ...kept],
    ...Object.fromEntries(
      ['department_count', 'lobbied_count', 'research_count'].map((one) => [one, String(sum(key, one))]),
    ),
  }));
  const byKey = (a: Values, b: Values) => (String(a['body_key']) < String(b['body_key']) ? -1 : 1);
  expect(rows.map(({kind: _, ...row}) => row).sort(byKey)).toEqual((expected as Values[]).sort(byKey));
  const lobbied = rows.filter((row) => Number(row['lobbied_count']) > 0);
  expect(lobbied.some((row) => Number(row['department_count']) > 0)).toBe(true);
});

test('the manifest counts the records whose names mean a body, and those whose mean none', async () => {
  const {links}: Manifest = await manifestOf(await sharedData());
  const found = links.filter(({entity}) => entity === 'public_body_names');
  const LINKS: Record<Role, string> = {
    department: 'department to public body',
    lobbied: 'lobbied institution to public body',
    research: 'research institution to public body',
  };
  const counts = new Map<string, number>();
  for (const [table, role] of TABLES)
    for (const record of records.get(table)!)
      for (const name of different(record)) {
        const of = `${LINKS[role]}: ${bodyOf(name) ? 'name' : 'name of no body in the table'}`;
        counts.set(of, (counts.get(of) ?? 0) + 1);
      }
  expect(new Map(found.map(({link, rule, count}) => [`${link}: ${rule}`, count]))).toEqual(counts);
});
