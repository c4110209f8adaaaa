/**
 * Files that are refused because a column of dates, amounts or points has become unreadable; the order of day
 * and month.
 */
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {DATASETS, SOURCES} from '../../datasets/index.ts';
import type {Source} from '../../datasets/types.ts';
import {samplesOf} from '../corpus/samples.ts';
import {folder, type MadePart, partOf} from '../helpers/pipeline.ts';

const TORONTO = SOURCES['toronto_permits']!;
const CLEARED = TORONTO.layouts.find(({name}) => name === 'cleared')!;
const EXAMPLE = samplesOf(TORONTO).find(({layout}) => layout === 'cleared')!.in;

type Cells = Record<string, string>;

/** The part of files of cleared permits; `files` gives what differs from an example by row. */
async function permits(files: Record<string, readonly Cells[]>, source: Source = TORONTO): Promise<MadePart> {
  const at = await folder();
  const paths: string[] = [];
  let number = 100_000;
  for (const [name, rows] of Object.entries(files)) {
    const lines = rows.map((row) => {
      const cells: Cells = {...EXAMPLE, PERMIT_NUM: `14 ${number++} BLD`, ...row};
      return CLEARED.header.map((column) => `"${cells[column] ?? ''}"`).join(',');
    });
    paths.push(join(at, name));
    await writeFile(join(at, name), `${[CLEARED.header.join(','), ...lines].join('\r\n')}\r\n`);
  }
  return partOf(source, DATASETS['permits']!, paths);
}

const rowsOf = (count: number, row: (at: number) => Cells): Cells[] =>
  Array.from({length: count}, (_, at) => row(at));
const days = ({records}: MadePart) => records.map((one) => one['issued_date']).sort();

describe('the order of day and month', () => {
  test('is decided for each file from its own rows', async () => {
    const part = await permits({
      'clearedpermits2019.csv': [{ISSUED_DATE: '03/05/2019'}, {ISSUED_DATE: '12/31/2019'}],
      'clearedpermits2020.csv': [{ISSUED_DATE: '03/05/2020'}, {ISSUED_DATE: '31/12/2020'}],
      'clearedpermits2021.csv': [{ISSUED_DATE: '2021/05/03'}, {ISSUED_DATE: '20210504000000'}],
    });
    expect(days(part)).toEqual([
      '2019-03-05',
      '2019-12-31',
      '2020-05-03',
      '2020-12-31',
      '2021-05-03',
      '2021-05-04',
    ]);
  });

  test('of the same text differs between files', async () => {
    const day = {ISSUED_DATE: '03/05/2020'};
    const part = await permits({
      'clearedpermits2019.csv': [...rowsOf(40, () => day), {ISSUED_DATE: '12/31/2019'}],
      'clearedpermits2020.csv': [...rowsOf(40, () => day), {ISSUED_DATE: '31/12/2020'}],
    });
    const counted = (text: string) => days(part).filter((one) => one === text).length;
    expect(['2020-03-05', '2020-05-03', '2019-12-31', '2020-12-31'].map(counted)).toEqual([40, 40, 1, 1]);
  });

  test('is decided by any column of the file', async () => {
    const rows = [{ISSUED_DATE: '03/05/2021', APPLICATION_DATE: '01/02/2021', COMPLETED_DATE: '25/06/2021'}];
    expect(days(await permits({'clearedpermits2021.csv': rows}))).toEqual(['2021-05-03']);
  });

  test('is no guess: a file that does not show it is refused by name', async () => {
    const good = [{ISSUED_DATE: '2020/05/03'}];
    await expect(
      permits({'clearedpermits2020.csv': good, 'clearedpermits2021.csv': [{ISSUED_DATE: '03/05/2021'}]}),
    ).rejects.toThrow(
      /^toronto_permits: clearedpermits2021\.csv: dates in .* do not show whether .*; .*declare/,
    );
  });

  test('is one: a file with both is refused by name, a typing error in a hundred is not', async () => {
    const mixed = [{ISSUED_DATE: '31/12/2020'}, {ISSUED_DATE: '12/31/2020'}];
    await expect(permits({'clearedpermits2020.csv': mixed})).rejects.toThrow(
      /^toronto_permits: clearedpermits2020\.csv: .*day first in some rows and the month first in others; /,
    );
    const many = rowsOf(60, (at) => ({ISSUED_DATE: at < 20 ? '31/12/2020' : '12/31/2020'}));
    await expect(permits({'clearedpermits2020.csv': many})).rejects.toThrow(/day first in some rows/);
    const wrong = rowsOf(100, (at) => ({ISSUED_DATE: at === 7 ? '31/12/2020' : '12/31/2020'}));
    const {records, entry} = await permits({'clearedpermits2020.csv': wrong});
    expect(records.filter((one) => one['issued_date'] === null)).toHaveLength(1);
    expect(Object.entries(entry.notes).filter(([note]) => note.startsWith('issued_date'))).toEqual([
      [expect.stringContaining('could not be read'), 1],
    ]);
  });
});

describe('a column that has become unreadable', () => {
  const withBad = (bad: number, all: number, cells: (at: number) => Cells) =>
    rowsOf(all, (at) => (at < bad ? cells(at) : {}));
  const someday = (at: number) => ({ISSUED_DATE: `spring of ${1990 + (at % 30)}`});
  const priceless = (at: number) => ({EST_CONST_COST: `about ${at}`});

  test('refuses the file, with the share and five samples', async () => {
    await expect(permits({'clearedpermits2020.csv': withBad(25, 1000, someday)})).rejects.toThrow(
      'toronto_permits: clearedpermits2020.csv: 25 of 1000 cells of issued_date (2.5%) cannot be read, e.g. "spring of 1990", ' +
        '"spring of 1991", "spring of 1992", "spring of 1993", "spring of 1994"; the publisher has probably changed their form: ' +
        'compare the file with the declaration of the field',
    );
  });

  test('of amounts does so too', async () => {
    await expect(permits({'clearedpermits2020.csv': withBad(40, 400, priceless)})).rejects.toThrow(
      /clearedpermits2020\.csv: 40 of 400 cells of estimated_cost \(10\.0%\) cannot be read, e\.g\. "about 0", /,
    );
  });

  test('is judged by file: many good rows of another file hide nothing', async () => {
    const files = {
      'clearedpermits2019.csv': rowsOf(3000, () => ({})),
      'clearedpermits2020.csv': withBad(20, 20, someday),
    };
    await expect(permits(files)).rejects.toThrow(
      /clearedpermits2020\.csv: 20 of 20 cells of issued_date \(100\.0%\)/,
    );
  });

  test.each([
    ['fewer than twenty', 19, 100],
    ['two in a hundred', 20, 1000],
  ])('with %s unreadable cells is kept, each of them listed', async (_what, bad, all) => {
    const {entry, rejects} = await permits({'clearedpermits2020.csv': withBad(bad, all, someday)});
    expect(entry.kept).toBe(all);
    expect(rejects.filter(({field}) => field === 'issued_date')).toHaveLength(bad);
  });

  test('of a field for some rows is judged by their cells', async () => {
    const rows = rowsOf(1000, (at) => ({
      STATUS: at < 100 ? 'Closed' : 'Cancelled',
      COMPLETED_DATE: at < 25 ? `spring of ${1990 + at}` : '2019-11-18',
    }));
    await expect(permits({'clearedpermits2020.csv': rows})).rejects.toThrow(
      /25 of 100 cells of completed_date \(25\.0%\)/,
    );
  });

  const [WORDS, SWAPPED] = [
    {latitude: 'north', longitude: '-114.07'},
    {latitude: '-114.07', longitude: '51.05'},
  ];

  test.each([
    [20, 1000, WORDS, null],
    [21, 1000, WORDS, /21 of 1000 cells of lat \(2\.1%\) cannot be read/],
    [20, 1000, SWAPPED, null],
    [
      21,
      1000,
      SWAPPED,
      /21 of 1000 cells of lat \(2\.1%\) lie outside the municipality, .* swapped, e\.g\. "-114\.07, 51\.05"/,
    ],
  ])('of points is judged by all points: %d of %d as %j', async (bad, all, point, says) => {
    const source = SOURCES['calgary_permits']!;
    const [{header}, [example]] = [source.layouts[0]!, samplesOf(source).map((one) => one.in)];
    const blank = Object.fromEntries(
      header.filter((name) => /point|location/.test(name)).map((name) => [name, '']),
    );
    const lines = rowsOf(all, (at) => ({
      ...example,
      ...blank,
      permitnum: `BP2020-${10_000 + at}`,
      ...(at < bad ? point : {latitude: '51.05', longitude: '-114.07'}),
    })).map((row) => header.map((column) => `"${row[column] ?? ''}"`).join(','));
    const path = join(await folder(), 'permits.csv');
    await writeFile(path, `${[header.join(','), ...lines].join('\r\n')}\r\n`);
    const made = partOf(source, DATASETS['permits']!, [path]);
    if (says) await expect(made).rejects.toThrow(says);
    else expect((await made).entry.kept).toBe(all);
  });

  test('blank cells are no cells', async () => {
    const rows = rowsOf(2000, (at) => (at < 20 ? someday(at) : {ISSUED_DATE: ''}));
    await expect(permits({'clearedpermits2020.csv': rows})).rejects.toThrow(/20 of 20 cells of issued_date/);
  });

  test('is kept where the declaration says why that is normal', async () => {
    const layouts = TORONTO.layouts.map((one) => ({
      ...one,
      unreadable: {issued_date: 'seasons are written out'},
    }));
    const part = await permits({'clearedpermits2020.csv': withBad(30, 60, someday)}, {...TORONTO, layouts});
    expect(part.entry.kept).toBe(60);
  });
});
