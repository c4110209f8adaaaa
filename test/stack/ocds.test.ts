/**
 * The export in the Open Contracting Data Standard: every record in one process, merged releases equal to the
 * records, and packages that the standard's own schemas accept (`OCDS_SCHEMA`, a folder with them).
 */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import AjvDraft04 from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import {beforeAll, describe, expect, test} from 'vitest';
import {OCDS_DATASETS, OCDS_FIELDS, type OcdsDataset} from '../../datasets/ocds/fields.ts';
import type {Json} from '../../datasets/types.ts';
import {apiClient, overHttp} from '../helpers/api.ts';
import {makeKey, sharedData, sharedServer} from '../helpers/stack.ts';

type Members = {[name: string]: Json};
interface Release extends Members {
  ocid: string;
  id: string;
  date: string;
  tag: string[];
}
interface Package {
  uri: string;
  releases: Release[];
  records: {ocid: string; releases: Release[]; compiledRelease: Release}[];
}

let packages: {releases: Package[]; records: Package[]};
let rows: Record<OcdsDataset, Members[]>;
let headers: Record<string, string>;

beforeAll(async () => {
  const api = apiClient(overHttp((await sharedServer()).base), makeKey(await sharedData()));
  const linesOf = async (path: string) => {
    const answer = await api(`/api/v1/export/${path}`);
    ({headers} = answer);
    return answer.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  const all = await Promise.all(OCDS_DATASETS.map((name) => linesOf(`${name}?detail=full`)));
  rows = Object.fromEntries(OCDS_DATASETS.map((name, i) => [name, all[i]!])) as typeof rows;
  packages = {releases: await linesOf('ocds'), records: await linesOf('ocds?package=records')};
});

const recordsOf = () => packages.records.flatMap(({records}) => records);

const listOf = (release: Members, name: string) => (release[name] ?? []) as Members[];
const byId = (list: readonly Members[], id: Json | undefined) => list.find((one) => one['id'] === id);

/** The compiled release that has a record: by its document, else by its award or contract. */
function compiledBy(): Map<Json, Release> {
  const found = new Map<Json, Release>();
  for (const {releases, compiledRelease} of recordsOf())
    for (const {id} of releases) found.set(id.replace(/-\d+$/, ''), compiledRelease);
  return found;
}

test('the answer is a file of JSON lines with packages of their own addresses', () => {
  expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
  expect(headers['content-disposition']).toMatch(/filename="ocds-records-.*\.jsonl"$/);
  for (const all of Object.values(packages)) {
    expect(new Set(all.map(({uri}) => uri)).size).toBe(all.length);
    for (const {uri} of all) expect(URL.canParse(uri)).toBe(true);
  }
});

test('releases and records hold the same releases, of every record of the datasets once', () => {
  const inRecords = recordsOf().flatMap(({releases}) => releases);
  expect(packages.releases.flatMap(({releases}) => releases)).toEqual(inRecords);
  const ids = inRecords.map(({id}) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const expected = OCDS_DATASETS.flatMap((name) =>
    rows[name].flatMap(({record_id, amendments}) =>
      Array.from({length: ((amendments ?? []) as Json[]).length + 1}, (_, i) => `${record_id}-${i + 1}`),
    ),
  );
  expect(ids.sort()).toEqual(expected.sort());
  const ocids = recordsOf().map(({ocid}) => ocid);
  expect(new Set(ocids).size).toBe(ocids.length);
});

test('a process is what one department published under one solicitation number', () => {
  const all = new Map(
    OCDS_DATASETS.flatMap((name) => rows[name].map((row) => [row['record_id'], row] as const)),
  );
  let [linked, stages] = [0, 0];
  for (const {ocid, releases} of recordsOf()) {
    const ids = [...new Set(releases.map(({id}) => id.replace(/-\d+$/, '')))];
    const links = ids.map((id) => all.get(id)!).map((row) => [row['department'], row['solicitation_number']]);
    const isLinked = links.every(([department, number]) => department && /\d/.test(String(number ?? '')));
    if (!isLinked) expect([ocid, ids.length]).toEqual([`ocds-000000-${ids[0]}`, 1]);
    const same = new Set(links.map((one) => JSON.stringify(one).toLowerCase()));
    expect([ocid, same.size]).toEqual([ocid, 1]);
    if (ids.length > 1) linked++;
    if (new Set(ids.map((id) => id[0])).size === 3) stages++;
  }
  expect(linked).toBeGreaterThan(5);
  expect(stages).toBeGreaterThan(0);
});

/** What a field of the table is in our record, in the form of the standard; undefined for nothing. */
function wanted(
  row: Members,
  {column, as, codes = {}}: (typeof OCDS_FIELDS)['tenders'][number],
): Json | undefined {
  const value = row[column] ?? null;
  if (as === 'amount') {
    if (row['value'] !== null) return {amount: row['value']!, currency: 'CAD'};
    const {currency, currency_value: amount = null} = row;
    return amount === null || !currency ? undefined : {amount, currency};
  }
  if (value === null) return undefined;
  if (as === 'first second') return `${value}T00:00:00Z`;
  if (as === 'last second') return `${value}T23:59:59Z`;
  return as === 'code' ? codes[String(value)] : value;
}

/** What stands at a path of a compiled release for one record. */
function stands(release: Members, dataset: OcdsDataset, id: Json, path: readonly string[]): Json | undefined {
  const [root = '', ...rest] = path;
  const owner = {
    tenders: release['tender'] as Members,
    awards: byId(listOf(release, 'awards'), id),
    contracts: byId(listOf(release, 'contracts'), id),
  }[dataset];
  const start = {
    award: byId(listOf(release, 'awards'), id),
    contract: byId(listOf(release, 'contracts'), id),
    document: byId(listOf(owner ?? {}, 'documents'), id),
    tender: release['tender'] as Members | undefined,
  }[root as 'award'];
  const begin = root in {award: 0, contract: 0, document: 0, tender: 0} ? start : release;
  const names = begin === release ? path : rest;
  return names.reduce<Json | undefined>((at, name) => (at as Members | undefined)?.[name], begin);
}

describe.each(OCDS_DATASETS)('%s', (dataset) => {
  test('merged releases say what the records say', () => {
    const compiled = compiledBy();
    const notices = (release: Release) => listOf((release['tender'] ?? {}) as Members, 'documents').length;
    let compared = 0;
    for (const row of rows[dataset]) {
      const id = row['record_id']!;
      const release = compiled.get(id)!;
      const isAlone = release.ocid.endsWith(String(id)) || recordsIn(release) === 1;
      for (const field of OCDS_FIELDS[dataset]) {
        // Of several notices of one tender the newest says what it is.
        if (field.to.startsWith('tender.') && (notices(release) > 1 || (field.alone && !isAlone))) continue;
        const found = stands(release, dataset, id, field.to.split('.'));
        const expected = wanted(row, field);
        if (field.as === 'buyer') expect((found as Members | undefined)?.['name']).toBe(expected);
        else if (field.as === 'supplier')
          expect((found as Members[] | undefined)?.[0]?.['name']).toBe(expected);
        else expect([id, field.to, found]).toEqual([id, field.to, expected]);
        if (expected !== undefined) compared++;
      }
    }
    expect(compared).toBeGreaterThan(rows[dataset].length);
  });
});

const counts = new Map<string, number>();
/** Records of the process of a compiled release. */
function recordsIn({ocid}: Release): number {
  if (counts.size === 0)
    for (const one of recordsOf())
      counts.set(one.ocid, new Set(one.releases.map(({id}) => id.replace(/-\d+$/, ''))).size);
  return counts.get(ocid)!;
}

test('amendments are releases in order, each of which says what it amends', () => {
  let amended = 0;
  for (const {releases} of recordsOf()) {
    const dates = releases.map(({date}) => date);
    expect(dates).toEqual([...dates].sort());
    for (const {id, tag, contracts} of releases)
      for (const {amendments} of (contracts ?? []) as Members[])
        for (const {releaseID, amendsReleaseID} of (amendments ?? []) as Members[]) {
          expect([tag, releaseID]).toEqual([['contractAmendment'], id]);
          expect(releases.some((one) => one.id === amendsReleaseID)).toBe(true);
          amended++;
        }
  }
  expect(amended).toBeGreaterThan(10);
});

test('who is referred to is a party, with a business number where the record carries one', () => {
  const parties = recordsOf().flatMap(({compiledRelease}) => listOf(compiledRelease, 'parties'));
  const numbers = parties.filter(({identifier}) => (identifier as Members)['scheme'] === 'X-CA-BN');
  const keys = [...rows.awards, ...rows.contracts].map(({organization_key}) => String(organization_key));
  expect(new Set(numbers.map(({identifier}) => `bn${(identifier as Members)['id']}`))).toEqual(
    new Set(keys.filter((key) => /^bn\d{9}$/.test(key))),
  );
  for (const {compiledRelease} of recordsOf()) {
    const known = listOf(compiledRelease, 'parties').map(({id}) => id);
    const named = listOf(compiledRelease, 'awards').flatMap((award) => listOf(award, 'suppliers'));
    const buyer = compiledRelease['buyer'] as Members | undefined;
    for (const {id} of [...named, ...(buyer ? [buyer] : [])]) expect(known).toContain(id);
  }
});

test('no member is null, and no object or list is empty', () => {
  const check = (value: Json, path: string): void => {
    expect([path, value]).not.toEqual([path, null]);
    if (typeof value !== 'object' || value === null) return;
    expect([path, Object.keys(value).length > 0]).toEqual([path, true]);
    for (const [name, inner] of Object.entries(value)) check(inner, `${path}.${name}`);
  };
  for (const one of packages.records.slice(0, 3)) check(one as unknown as Json, '');
});

const folder = process.env['OCDS_SCHEMA'];
test.skipIf(!folder).each(['releases', 'records'] as const)(
  '%s are valid by the schemas of the standard',
  (form) => {
    const read = (name: string) => JSON.parse(readFileSync(join(folder!, name), 'utf8'));
    const ajv = new AjvDraft04.default({strict: false, allErrors: true});
    addFormats.default(ajv as never);
    for (const name of ['release-schema.json', 'versioned-release-validation-schema.json'])
      ajv.addSchema(read(name));
    const validate = ajv.compile(read(`${form === 'releases' ? 'release' : 'record'}-package-schema.json`));
    const faults = packages[form].flatMap((one) =>
      validate(one) ? [] : validate.errors!.map(({instancePath, message}) => `${instancePath} ${message}`),
    );
    expect(faults).toEqual([]);
  },
);
