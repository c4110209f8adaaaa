/**
 * Probes try the first rows by the rules of an ingest: workbooks, dates, amounts, rows that would be refused.
 */
import {mkdir, readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {SOURCES} from '../../../datasets/index.ts';
import type {Source, SourceFile} from '../../../datasets/types.ts';
import {closing, folder} from '../../helpers/fetching.ts';
import {type Probed, probeOf} from '../../helpers/probing.ts';
import {type Cell, workbookOf} from '../../helpers/workbooks.ts';
import {startHub} from '../../portals/hub.ts';
import {startSocrata} from '../../portals/socrata.ts';

const declared = (slug: string): Source => {
  const source = SOURCES[slug];
  if (!source) throw new Error(`${slug} is no source`);
  return source;
};

/** What a probe says of a workbook of Regina with these rows. */
async function regina(rows: (at: number) => Cell[], header = HEADER): Promise<Probed> {
  const MIRROR = await folder();
  await mkdir(join(MIRROR, 'regina_permits'));
  const sheet = [['Building Permit Report 2025'], header, ...Array.from({length: 60}, (_, at) => rows(at))];
  const path = await workbookOf({Report: sheet});
  await writeFile(join(MIRROR, 'regina_permits/Permits 2025.xlsx'), await readFile(path));
  return probeOf([declared('regina_permits')], {MIRROR, DATA_DIR: await folder()});
}

const HEADER = [
  'Permit Number',
  'Issue Date',
  'Location',
  'Permit Application Type',
  'Work Class',
  'Building Use',
  'Construction Type',
  'Construction Value',
  'Subdivision Code',
];
const row = (at: number): Cell[] => [
  ...[`BP2025-${90_000 + at}`, {day: '2025-05-06'}, `${at} Larkspur Bay`, 'New Construction', 'New'],
  ...['Residential', '110-Single House', 362_000 + at, 'HAR'],
];
const withCell = (at: number, cell: number, value: Cell): Cell[] => row(at).with(cell, value);

test('a workbook is looked into: its columns, and what they hold', async () => {
  const {code, lines} = await regina(row, ['Number', ...HEADER.slice(1)]);
  expect([code, lines['regina_permits']]).toEqual([
    1,
    expect.stringMatching(/^FAILED: .*(?:lacks Permit Number|no sheet has a header cell)/),
  ]);
  const good = await regina((at) => [...row(at), 'x'], [...HEADER, 'Ward']);
  expect([good.code, good.lines['regina_permits']]).toEqual([
    0,
    expect.stringMatching(/^ok: 1 file, .*unknown columns Ward/),
  ]);
});

test('sheets of two layouts are two layouts, and tables beside documents are not tried alone', async () => {
  const golden = join(import.meta.dirname, '../../golden');
  const MIRROR = await folder();
  const at = async (slug: string, name: string, path: string) => {
    await mkdir(join(MIRROR, slug), {recursive: true});
    await writeFile(join(MIRROR, slug, name), await readFile(path));
  };
  await at('commons_members', 'ministry.csv', join(golden, 'commons_members/files/ministry.csv'));
  await at(
    'commons_members',
    'roles_1.xml',
    join(golden, 'commons_members/files/roles_current_person-104710.xml'),
  );
  const settings = {MIRROR, DATA_DIR: await folder()};
  expect((await probeOf([declared('commons_members')], settings)).lines['commons_members']).toMatch(/^ok: /);
  const sheet = async (year: string): Promise<Cell[][]> => {
    const path = join(golden, 'ottawa_permits/two_eras', year);
    const [name = ''] = (await readdir(path)).sort();
    const text = await readFile(join(path, name), 'utf8');
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  const eras = {January: await sheet('permits-2020.xls'), February: await sheet('permits-2026.xlsx')};
  await at('ottawa_permits', 'permits-2026.xlsx', await workbookOf(eras));
  expect((await probeOf([declared('ottawa_permits')], settings)).lines['ottawa_permits']).toMatch(
    /^ok: 1 file/,
  );
});

test('rows that an ingest would refuse are a problem where they are many, and told where they are some', async () => {
  const many = await regina((at) => (at % 3 ? row(at) : withCell(at, 0, null)));
  expect([many.code, many.lines['regina_permits']]).toEqual([
    1,
    expect.stringMatching(/^FAILED: 20 of the first 60 rows would be refused \(.*20\); compare the columns/),
  ]);
  const some = await regina((at) => (at % 12 ? row(at) : withCell(at, 0, null)));
  expect([some.code, some.lines['regina_permits']]).toEqual([
    0,
    expect.stringMatching(/^ok: .*5 of the first 60 rows would be refused/),
  ]);
});

test('cells that cannot be read fail as in an ingest, with its remedy', async () => {
  const {code, lines} = await regina((at) => withCell(at, 7, 'see file'));
  expect([code, lines['regina_permits']]).toEqual([
    1,
    expect.stringMatching(
      /^FAILED: .*cells of estimated_cost .*cannot be read, e\.g\. "see file"; the publisher has/,
    ),
  ]);
});

test('an old year that cannot be read is named and fails nothing, the newest year does', async () => {
  const folders = async (bad: string, good: string) => {
    const MIRROR = await folder();
    await mkdir(join(MIRROR, 'regina_permits'));
    const rows = Array.from({length: 5}, (_, at) => row(at));
    const copy = async (name: string, sheet: Cell[][]) =>
      writeFile(join(MIRROR, 'regina_permits', name), await readFile(await workbookOf({Report: sheet})));
    await copy(bad, [['Other'], ['x']]);
    await copy(good, [HEADER, ...rows]);
    return probeOf([declared('regina_permits')], {MIRROR, DATA_DIR: await folder()});
  };
  const old = await folders('Permits 2019.xlsx', 'Permits 2025.xlsx');
  expect([old.code, old.lines['regina_permits']]).toEqual([
    0,
    expect.stringMatching(
      /^ok: 2 files, .*would be left out: .*Permits 2019\.xlsx.*no sheet has a header cell/,
    ),
  ]);
  const newest = await folders('Permits 2025.xlsx', 'Permits 2019.xlsx');
  expect(newest.code).toBe(1);
});

test('a workbook of a hub is fetched for a look, and the first rows of a table are tried', async () => {
  const hub = await closing(startHub());
  const id = 'ab'.repeat(16);
  hub.datasets.push({title: 'Construction, demolition and pool permits 2025', item: id});
  hub.items.set(id, {body: await readFile(await workbookOf({January: [['Other'], ['x']]}))});
  const source = declared('ottawa_permits');
  const via = {portal: 'arcgis-items', hub: hub.base, title: /construction/i, content: hub.content} as const;
  const ottawa = {...source, files: [{name: 'permits', format: 'workbook', via} as SourceFile]};
  const DATA_DIR = await folder();
  expect((await probeOf([ottawa], {DATA_DIR})).lines['ottawa_permits']).toMatch(
    /^FAILED: .*no sheet has a header cell/,
  );

  const socrata = await closing(startSocrata());
  const [file] = declared('calgary_permits').files;
  const golden = await readFile(
    join(import.meta.dirname, '../../golden/calgary_permits/api', file?.name ?? ''),
    'utf8',
  );
  const [line = ''] = golden.split('\n');
  const rows = Array.from({length: 60}, (_, at) =>
    JSON.stringify({
      ...JSON.parse(line),
      ':id': `row-${at}`,
      permitnum: `BP2026-${at}`,
      applieddate: 'soon',
      issueddate: 'soon',
    }),
  );
  socrata.tables.set('abcd-1234', {rows});
  const table = {portal: 'socrata', base: socrata.base, dataset: 'abcd-1234', page: 1000} as const;
  const calgary = {...declared('calgary_permits'), files: [{...file, via: table} as SourceFile]};
  expect((await probeOf([calgary], {DATA_DIR})).lines['calgary_permits']).toMatch(
    /^FAILED: .*cannot be read, e\.g\. "soon"/,
  );
});
