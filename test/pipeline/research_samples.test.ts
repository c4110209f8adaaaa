/**
 * Real payments of the councils: every row is a record, and the sums of every file are the publisher's to the
 * cent.
 */
import {readdirSync, readFileSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import iconv from 'iconv-lite';
import Papa from 'papaparse';
import {beforeAll, describe, expect, test} from 'vitest';
import {research_grants as dataset} from '../../datasets/research_grants/schema.ts';
import nserc from '../../datasets/research_grants/sources/nserc_awards.ts';
import sshrc from '../../datasets/research_grants/sources/sshrc_awards.ts';
import type {Json} from '../../datasets/types.ts';
import {folder, type MadePart, partOf} from '../helpers/pipeline.ts';
import {SAMPLES} from '../helpers/samples.ts';

type Cells = Record<string, string>;

/** Rows and sums of the complete files, as published by others. */
const KNOWN: Record<string, [rows: number, cents: number]> = {
  '1998-99': [4161, 9_259_150_200],
  '1999-00': [4676, 11_502_848_740],
  '2001-02': [4679, 34_418_253_167],
  '2004-05': [7004, 49_717_266_797],
};

const cents = (amount: Json | undefined): number => Math.round(Number(amount) * 100);
const clean = (text: string | undefined): string | null => text?.replace(/\s+/g, ' ').trim() || null;

function parsed(path: string, encoding: string): Cells[] {
  const text = iconv.decode(readFileSync(path), encoding);
  return Papa.parse<Cells>(text, {header: true, skipEmptyLines: true}).data;
}

/** Number and sum in cents of rows by one of their texts. */
function sums<T>(rows: readonly T[], by: (row: T) => Json | undefined, amount: (row: T) => Json | undefined) {
  const totals: Record<string, [number, number]> = {};
  for (const row of rows) {
    const [count, sum] = totals[String(by(row))] ?? [0, 0];
    totals[String(by(row))] = [count + 1, sum + cents(amount(row))];
  }
  return totals;
}

describe.skipIf(!SAMPLES)('payments of SSHRC', () => {
  const at = join(SAMPLES ?? '', 'sshrc-awards');
  const paths = SAMPLES ? readdirSync(at).map((name) => join(at, name)) : [];
  const raw = paths.flatMap((path) => parsed(path, 'windows-1252'));
  let part: MadePart;
  beforeAll(async () => {
    part = await partOf(sshrc, dataset, paths);
  });

  test('every row of every file is a record of its own', () => {
    expect(paths).toHaveLength(5);
    const {read, kept, rejected, notes, files} = part.entry;
    expect({read, kept, rejected, notes}).toEqual({
      read: raw.length,
      kept: raw.length,
      rejected: 0,
      notes: {},
    });
    expect(new Set(part.records.map((one) => one['record_id'])).size).toBe(raw.length);
    expect(files.flatMap((file) => [...file.unknown_columns, ...file.missing_columns])).toEqual([]);
    expect(new Set(files.map((file) => file.encoding))).toEqual(new Set(['windows-1252']));
  });

  test('rows and sums of every fiscal year equal those of its file and published counts', () => {
    const made = sums(
      part.records,
      (row) => row['fiscal_year'],
      (row) => row['award_amount'],
    );
    expect(made).toMatchObject(KNOWN);
    const read = sums(
      raw,
      (row) => {
        const year = Number(row['FiscalYear-Exercice financier']);
        return `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
      },
      (row) => row['AwardAmount'],
    );
    expect(made).toEqual(read);
  });

  test('texts are unchanged from the files', () => {
    const texts = (row: Record<string, Json | undefined>) => JSON.stringify(Object.values(row));
    const expected = raw.map((row) =>
      texts({
        researcher_name: clean(row['Name-Nom']),
        institution: row['Institution'] === 'Grantee' ? null : clean(row['Institution']),
        province: ['XX', 'OC'].includes(row['Province_ID'] ?? '') ? null : row['Province_ID'],
        program_en: clean(row['ProgramNameEN']),
        program_fr: clean(row['ProgramNameFR']),
        title: /^(No Title - Aucun titre|n\/a)$/i.test(row['Title'] ?? '') ? null : clean(row['Title']),
        keywords: (row['Keywords'] ?? '').split(';').map(clean).filter(Boolean).join(', ') || null,
        discipline_fr: row['DisciplineFR'] === 'Sans objet' ? null : clean(row['DisciplineFR']),
      }),
    );
    const names = 'researcher_name institution province program_en program_fr title keywords discipline_fr';
    const made = part.records.map((row) =>
      texts(Object.fromEntries(names.split(' ').map((name) => [name, row[name]]))),
    );
    const [there, due] = [made.sort(), expected.sort()];
    expect(there.filter((text, at) => text !== due[at])).toEqual([]);
    expect(there).toHaveLength(due.length);
  });
});

/** Columns that the files had later. */
const SINCE_2013 = /^(Num_Partie$|FieldOfResearch|SocioeconomicObjective)/;

/** Values of the council in its own columns, with the header and encoding of 2012. */
async function madeOf(rows: readonly Cells[]): Promise<MadePart> {
  const header = (nserc.layouts[0]?.header ?? []).filter((name) => !SINCE_2013.test(name));
  expect(header).toHaveLength(36);
  const data = rows.map((row) => header.map((name) => row[name] ?? ''));
  const path = join(await folder(), 'NSERC_GRT_FYR2012_AWARD.csv');
  await writeFile(path, iconv.encode(Papa.unparse({fields: header, data}), 'windows-1252'));
  return partOf(nserc, dataset, [path]);
}

describe.skipIf(!SAMPLES)('values of NSERC', () => {
  const at = join(SAMPLES ?? '', 'nserc-awards');

  test('names, institutions, provinces and programs equal those of a notebook', async () => {
    const rows = parsed(join(at, 'notebook-display_1995-2016_12cols.csv'), 'utf-8');
    expect(rows).toHaveLength(60);
    const part = await madeOf(
      rows.map((row) => ({
        ApplicationID: row['row'] ?? '',
        'Name-Nom': row['Name'] ?? '',
        'Department-Département': row['Department'] ?? '',
        OrganizationID: row['OrganizationID'] ?? '',
        'Institution-Établissement': row['Institution'] ?? '',
        ProvinceEN: row['ProvinceEN'] ?? '',
        'FiscalYear-Exercice financier': row['FiscalYear'] ?? '',
        AwardAmount: row['AwardAmount'] ?? '',
        ProgramID: row['ProgramID'] ?? '',
        ProgramNameEN: row['ProgramNameEN'] ?? '',
        ResearchSubjectEN: row['ResearchSubjectEN'] ?? '',
      })),
    );
    expect(part.entry).toMatchObject({read: 60, kept: 60, notes: {}});
    const seen = (row: Record<string, Json | undefined>) => JSON.stringify(Object.values(row));
    const made = part.records.map(({researcher_name, institution, award_amount, program_en, discipline_en}) =>
      seen({researcher_name, institution, award_amount, program_en, discipline_en}),
    );
    const given = rows.map((row) =>
      seen({
        name: clean(row['Name']),
        institution: clean(row['Institution']),
        amount: Number(row['AwardAmount']),
        program: clean(row['ProgramNameEN']),
        subject: row['ResearchSubjectEN'] === 'Not available' ? null : clean(row['ResearchSubjectEN']),
      }),
    );
    expect(made.sort()).toEqual(given.sort());
    const provinces = sums(
      part.records,
      (row) => row['province'],
      () => 0,
    );
    // A state of the United States is no province.
    expect(provinces).toMatchObject({
      ON: [30, 0],
      QC: [10, 0],
      AB: [9, 0],
      NS: [6, 0],
      NL: [1, 0],
      null: [1, 0],
    });
  });

  test('sums by program and year, as payments, add up to the totals of the years', async () => {
    const rows = parsed(join(at, 'aggregate_program_by_fiscal_year_1995-2016.csv'), 'utf-8');
    const part = await madeOf(
      rows.map((row) => ({
        ApplicationID: 'NA',
        'Institution-Établissement': 'All institutions',
        'FiscalYear-Exercice financier': row['FiscalYear'] ?? '',
        AwardAmount: row['AwardAmount'] ?? '',
        ProgramNameEN: row['ProgramNameEN'] ?? '',
      })),
    );
    expect(part.entry).toMatchObject({read: 1629, kept: 1629, notes: {}});
    const made = sums(
      part.records,
      (row) => row['fiscal_year'],
      (row) => row['award_amount'],
    );
    const totals = Object.fromEntries(Object.entries(made).map(([year, [, sum]]) => [year, sum / 100]));
    expect(totals).toMatchObject({
      '1995-96': 451_159_747,
      '2000-01': 537_934_451,
      '2005-06': 820_640_167,
      '2010-11': 1_026_366_682,
      '2014-15': 1_038_149_414,
      '2016-17': 1_142_066_427,
    });
  });
});
