/**
 * The ingested corpus against what its generator says must come of it: rows by fate, sums to the cent, sample
 * records.
 */
import {isUtf8} from 'node:buffer';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {zstdDecompressSync} from 'node:zlib';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {PERMIT_MUNICIPALITIES} from '../../datasets/permits/cities.ts';
import type {Json} from '../../datasets/types.ts';
import {ZONING_MUNICIPALITIES} from '../../datasets/zoning/cities.ts';
import {REPAIRS} from '../../pipeline/geometry/polygons.ts';
import {type Answer, apiClient, overHttp} from '../helpers/api.ts';
import {type OracleDatabase, oracleDatabase} from '../helpers/oracle_database.ts';
import {byKind, MERGED, REJECTED} from '../helpers/reason_kinds.ts';
import {makeKey, manifestOf, type Server, sharedData, sharedServer} from '../helpers/stack.ts';
import {entriesOf} from '../helpers/zip_entries.ts';

interface Expected {
  dataset: string;
  label: string;
  rows: number;
  kept: number;
  merged: number;
  rejected: number;
  merged_by_kind: Record<string, number>;
  rejected_by_kind: Record<string, number>;
  money: string | null;
  value_total: string | null;
  with_value: number;
  with_solicitation_number: number;
  by: Record<string, Record<string, {records: number; total: string}>>;
  files: Record<string, number>;
  links: Record<string, number>;
  samples: {
    shows: string;
    record_id: string | null;
    fields: Record<string, Json>;
    earlier_versions: number;
  }[];
}

interface Loaded {
  slug: string;
  label: string;
  dataset: string;
  read: number;
  kept: number;
  merged: number;
  rejected: number;
  merged_by_reason: Record<string, number>;
  rejected_by_reason: Record<string, number>;
  notes: Record<string, number>;
  files: {name: string; rows: number}[];
  synthetic: boolean;
}

interface Reject {
  file: string;
  line: number;
  kind: 'row' | 'cell';
  reason: string;
  field?: string;
  raw: string;
}

function counted(texts: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
}

let dataDir: string;
let db: OracleDatabase;
let server: Server;
let api: (target: string) => Promise<Answer>;
let expected: Record<string, Expected>;
let loaded: Record<string, Loaded>;

beforeAll(async () => {
  dataDir = await sharedData();
  db = await oracleDatabase();
  server = await sharedServer();
  api = apiClient(overHttp(server.base), makeKey(dataDir));
  expected = JSON.parse(readFileSync(join(dataDir, 'corpus/1/expected.json'), 'utf8')).sources;
  const sources = manifestOf(dataDir).sources as Loaded[];
  loaded = Object.fromEntries(sources.map((one) => [one.slug, one]));
});
afterAll(async () => {
  db?.close();
});

const SLUGS = [
  'proactive_contracts',
  'proactive_contracts_nil',
  'canadabuys_contracts',
  'canadabuys_awards',
  'canadabuys_tenders',
  'proactive_grants',
  'proactive_grants_nil',
  'nserc_awards',
  'sshrc_awards',
  'infrastructure_projects',
  'lobbying_registrations',
  'lobbying_communications',
  'legisinfo_bills',
  'commons_votes',
  'commons_members',
  'parlinfo',
  'commons_committees',
  'bill_analysis',
  ...ZONING_MUNICIPALITIES.map((city) => `${city}_zoning`),
  ...PERMIT_MUNICIPALITIES.map((city) => `${city}_permits`),
];

/**
 * Paths of the lists of datasets that have one, where it is not their name; those without a list are null.
 */
const LISTS: Record<string, string | null> = {
  nil_reports: null,
  lobbying_registrations: 'lobbying/registrations',
  lobbying_communications: 'lobbying/communications',
  votes: null,
  members: null,
  parliamentarians: null,
  committee_sessions: null,
  bill_analyses: null,
  zoning: null,
};
const listOf = (dataset: string): string | null => (dataset in LISTS ? (LISTS[dataset] ?? null) : dataset);

/** Columns that identify the records of datasets, where it is not \`record_id\`. */
const IDS: Record<string, string> = {
  votes: 'vote_id',
  members: 'person_id',
  parliamentarians: 'library_id',
  bill_analyses: 'bill_id',
};

/** Datasets with a column for solicitation numbers. */
const PROCUREMENT = ['contracts', 'awards', 'tenders'];

/** Statistics of the service by the oracle's names of their dimensions. */
const GROUPS: Record<string, Record<string, string>> = {
  grants: {department: 'department', year: 'year'},
  research_grants: {
    source: 'source',
    institution: 'institution',
    province: 'province',
    fiscal_year: 'fiscal_year',
  },
  infrastructure_projects: {province: 'province', program_en: 'program'},
  lobbying_registrations: {
    registration_type: 'registration_type',
    institution: 'institution',
    year: 'year',
  },
  lobbying_communications: {institution: 'institution', year: 'year'},
};

/** The source's own records: lists of one source take no such filter and ignore it. */
function only({dataset, label}: Expected): string {
  const [first = ''] = label.split(' ');
  if (dataset === 'permits') return String(new URLSearchParams({municipality: first}));
  return String(new URLSearchParams({source: dataset === 'research_grants' ? first : label}));
}

/** Text of a file in the encoding of its bytes. */
function textOf(path: string): string {
  const bytes = readFileSync(path);
  if (bytes.readUInt16LE() === 0xfeff) return bytes.toString('utf16le');
  return isUtf8(bytes) ? bytes.toString('utf8') : new TextDecoder('windows-1252').decode(bytes);
}

/** Text of a file, or of an entry of a zip as `archive.zip!entry.csv`. */
async function sourceText(folder: string, file: string): Promise<string> {
  const [name = '', entry] = file.split('!');
  if (entry === undefined) return textOf(join(folder, name));
  return (await entriesOf(join(folder, name)))[entry] ?? '';
}

test('the corpus is made of these sources, all marked as generated', () => {
  expect(Object.keys(expected).sort()).toEqual(SLUGS.toSorted());
  expect(Object.keys(loaded).sort()).toEqual(SLUGS.toSorted());
  expect(Object.values(loaded).every(({synthetic}) => synthetic)).toBe(true);
});

describe.each(SLUGS)('%s', (slug) => {
  test('every row is read, and kept, merged or rejected for its intended reason', () => {
    const {files, ...made} = expected[slug]!;
    const found = loaded[slug]!;
    expect(Object.fromEntries(found.files.map(({name, rows}) => [name, rows]))).toEqual(files);
    expect({
      dataset: found.dataset,
      label: found.label,
      rows: found.read,
      kept: found.kept,
      merged: found.merged,
      rejected: found.rejected,
      merged_by_kind: byKind(found.merged_by_reason, MERGED),
      rejected_by_kind: byKind(found.rejected_by_reason, REJECTED),
    }).toEqual({
      dataset: made.dataset,
      label: made.label,
      rows: made.rows,
      kept: made.kept,
      merged: made.merged,
      rejected: made.rejected,
      merged_by_kind: made.merged_by_kind,
      rejected_by_kind: made.rejected_by_kind,
    });
    expect(found.read).toBe(found.kept + found.merged + found.rejected);
  });

  test('every rejected row is in the rejects with reason, line and the text of that line', async () => {
    const bytes = readFileSync(join(dataDir, `current/rejects/${slug}.ndjson.zst`));
    const text = zstdDecompressSync(bytes).toString('utf8').trim();
    const rejects = text.split('\n').map((line) => JSON.parse(line) as Reject);
    const rows = rejects.filter(({kind}) => kind === 'row');
    expect(rows).toHaveLength(expected[slug]!.rejected);
    expect(counted(rows.map(({reason}) => reason))).toEqual(loaded[slug]!.rejected_by_reason);
    const cells = rejects.filter(({kind}) => kind === 'cell');
    // What was mended in a shape is counted and not listed.
    const mended = ([note]: [string, number]) =>
      Object.values(REPAIRS).some((repair) => note.endsWith(`: ${repair}`));
    const notes = Object.entries(loaded[slug]!.notes).filter((note) => !mended(note));
    // Notes say of which table of the source a cell is, where it is none of the records' own.
    const told: Record<string, number> = {};
    for (const [note, count] of notes) {
      const name = note.replace(/^\w+: (?=\w+: )/, '');
      told[name] = (told[name] ?? 0) + count;
    }
    expect(counted(cells.map(({field, reason}) => `${field}: ${reason}`))).toEqual(told);
    for (const {file, line, raw} of rows) {
      if (raw.startsWith('(left out: ')) continue;
      if (/\.xlsx?$/.test(file)) {
        // Sheet and row.
        expect((JSON.parse(raw) as {place: string}).place).toMatch(new RegExp(`^.+!${line}$`));
        continue;
      }
      const text = await sourceText(join(dataDir, 'corpus/1', slug), file);
      if (raw.startsWith('{"document"')) {
        const {document} = JSON.parse(raw) as {document: string};
        expect(document === file || text.includes(`"name":"${document}"`), `${file}: ${document}`).toBe(true);
        continue;
      }
      const rest = text
        .split('\n')
        .slice(line - 1)
        .join('\n');
      // Features may share a line.
      const found = file.endsWith('.geojson') ? rest.includes(raw) : rest.startsWith(raw);
      expect(found, `${file} line ${line}`).toBe(true);
    }
  });

  test('values add up to the cent, in the files and in the service', async () => {
    const {dataset, value_total, with_value, with_solicitation_number, kept, ...made} = expected[slug]!;
    if (value_total === null) {
      const list = listOf(dataset);
      if (list === null) return;
      const {meta} = await api(`/api/v1/${list}?limit=1&${only(expected[slug]!)}`);
      expect(meta.total).toBe(kept);
      return;
    }
    const money = made.money ?? 'value';
    const number = PROCUREMENT.includes(dataset) ? 'solicitation_number' : 'NULL';
    const file = join(dataDir, 'current/parquet', dataset, `${slug}.parquet`);
    const [row] =
      await db.rows(`SELECT CAST(sum(${money}) AS VARCHAR) AS sum, count(${money})::INTEGER AS valued,
      count(${number})::INTEGER AS linked, count(*)::INTEGER AS kept FROM '${file}'`);
    expect(row).toEqual({sum: value_total, valued: with_value, linked: with_solicitation_number, kept});
    const {meta} = await api(`/api/v1/${dataset}?limit=1&${only(expected[slug]!)}`);
    expect(meta.total).toBe(kept);
    if (dataset !== 'contracts') return;
    const stats = await api(`/api/v1/contracts/stats?group_by=year&${only(expected[slug]!)}`);
    const cents = stats.rows.reduce(
      (sum, {sum_value}) => sum + BigInt(Math.round(Number(sum_value) * 100)),
      0n,
    );
    expect(cents).toBe(BigInt(value_total!.replace('.', '')));
  });

  test('the sample records are answered as generated', async () => {
    const {dataset, samples} = expected[slug]!;
    expect(samples.length).toBeGreaterThan(1);
    for (const {shows, record_id: known, fields, earlier_versions} of samples) {
      const list = listOf(dataset);
      const record_id = known ?? (await idOf(dataset, slug, fields));
      if (list === null) {
        // lists are compared where the files are read
        const plain = Object.entries(fields).filter(
          ([, value]) => typeof value !== 'object' || value === null,
        );
        const names = plain
          .map(([name, value]) => (typeof value === 'number' ? `${name}::INTEGER AS ${name}` : name))
          .join(', ');
        const file = join(dataDir, 'current/parquet', dataset, `${slug}.parquet`);
        const id = IDS[dataset] ?? 'record_id';
        expect(await db.rows(`SELECT ${names} FROM '${file}' WHERE ${id} = '${record_id}'`), shows).toEqual([
          Object.fromEntries(plain),
        ]);
        continue;
      }
      const {status, data} = await api(`/api/v1/${list}/${record_id}`);
      expect({shows, record_id, status}).toEqual({shows, record_id, status: 200});
      expect(data, `${shows} ${record_id}`).toMatchObject(fields);
      if (Array.isArray(data['amendments'])) expect(data['amendments'], shows).toHaveLength(earlier_versions);
    }
  });
});

/** The identifier of the one record that has these values, where it shares its key with others. */
async function idOf(dataset: string, slug: string, fields: Record<string, Json>): Promise<string> {
  const literal = (value: Json) =>
    typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
  const same = Object.entries(fields).map(
    ([name, value]) => `${name} IS NOT DISTINCT FROM ${literal(value)}`,
  );
  const file = join(dataDir, 'current/parquet', dataset, `${slug}.parquet`);
  const found = await db.rows(`SELECT record_id FROM '${file}' WHERE ${same.join(' AND ')}`);
  expect(found, JSON.stringify(fields)).toHaveLength(1);
  return String(found[0]!['record_id']);
}

/** Rules of the manifest that leave a link open. */
const OPEN = [
  'not at the House',
  'none of this registrant and client in force',
  'other name',
  'other title',
  'out of office',
  'ambiguous',
  'no sponsor',
];

test('every link between sources is found, and no other', () => {
  const made: Record<string, number> = {};
  for (const {links} of Object.values(expected)) Object.assign(made, links);
  expect(Object.keys(made).length).toBeGreaterThan(3);
  const found: Record<string, number> = {};
  const links = manifestOf(dataDir).links as {link: string; rule: string; count: number}[];
  for (const {link, rule, count} of links) {
    if (link in made && !OPEN.includes(rule)) found[link] = (found[link] ?? 0) + count;
  }
  expect(found).toEqual(made);
});

test.each(['lobbying_registrations', 'lobbying_communications'])(
  '%s: statistics count a record once in each of its values',
  async (slug) => {
    const {dataset, by} = expected[slug]!;
    for (const [dimension, group_by] of Object.entries(GROUPS[dataset]!)) {
      const {rows} = await api(`/api/v1/${listOf(dataset)}/stats?limit=200&group_by=${group_by}`);
      const groups = rows.map(({group_value, record_count}) => [group_value, record_count]);
      const made = Object.entries(by[dimension]!).map(([value, {records}]) => [value, records]);
      expect(Object.fromEntries(groups), group_by).toEqual(Object.fromEntries(made));
    }
  },
);

test.each(['proactive_grants', 'nserc_awards', 'sshrc_awards', 'infrastructure_projects'])(
  '%s: statistics give the records and sums of every group',
  async (slug) => {
    const {dataset, by} = expected[slug]!;
    for (const [dimension, group_by] of Object.entries(GROUPS[dataset]!)) {
      const query = `limit=200&group_by=${group_by}&${only(expected[slug]!)}`;
      const {rows} = await api(`/api/v1/${dataset}/stats?${query}`);
      const groups = rows.map(({group_value, record_count, sum_value}) => [
        group_value,
        {records: record_count, total: Number(sum_value).toFixed(2)},
      ]);
      expect(Object.fromEntries(groups), group_by).toEqual(by[dimension]!);
    }
  },
);
