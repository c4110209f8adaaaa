/**
 * Real names, subjects and institutions of the registry as cells of its files: every byte comes out as it went in. The
 * samples have columns of their own, so that they are put in the publisher's form first, by bytes.
 */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import iconv from 'iconv-lite';
import Papa from 'papaparse';
import {describe, expect, test} from 'vitest';
import {lobbying_communications} from '../../datasets/lobbying_communications/schema.ts';
import communications from '../../datasets/lobbying_communications/sources/lobbying_communications.ts';
import {lobbying_registrations} from '../../datasets/lobbying_registrations/schema.ts';
import registrations from '../../datasets/lobbying_registrations/sources/lobbying_registrations.ts';
import type {Json, Source} from '../../datasets/types.ts';
import {partOf} from '../helpers/pipeline.ts';
import {SAMPLES} from '../helpers/samples.ts';
import {zipOf} from '../helpers/zips.ts';

/** Rows of cells, each a text of one character a byte. A copy of the sample has lines that end twice. */
function bytesOf(path: string): string[][] {
  const text = readFileSync(join(SAMPLES ?? '', path), 'latin1').replace(/\r+\n/g, '\n');
  return Papa.parse<string[]>(text, {skipEmptyLines: true}).data;
}

/** A file of the registry, every cell quoted; cells are texts of one character a byte. */
function file(source: Source, layout: string, rows: readonly Record<string, string>[]): Buffer {
  const header = source.layouts.find(({name}) => name === layout)?.header ?? [];
  const line = (cells: readonly string[]) =>
    `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`;
  const lines = rows.map((row) => line(header.map((name) => row[name] ?? 'null')));
  return Buffer.from(line(header) + lines.join(''), 'latin1');
}

/** What the record should say of a cell: null for the word, else its text without blanks at the ends. */
function said(bytes: string | undefined): string | null {
  const text = iconv.decode(Buffer.from(bytes ?? '', 'latin1'), 'windows-1252');
  return text === 'null' || text.trim() === '' ? null : text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

describe.skipIf(!SAMPLES)('samples of the registry', () => {
  test('communications: names in both languages, subjects and institutions, in Windows-1252', async () => {
    const rows = bytesOf('lobbying-communications/climate-extract_2015_2018_a.csv');
    expect(rows.length).toBeGreaterThan(400);
    const ids = rows.map(([id]) => ({COMLOG_ID: id ?? ''}));
    const primary = rows.map(([id = '', fr = '', en = '', day = '']) => ({
      COMLOG_ID: id,
      FR_CLIENT_ORG_CORP_NM: fr,
      EN_CLIENT_ORG_CORP_NM_AN: en,
      COMM_DATE: day,
    }));
    const path = await zipOf({
      'Communication_PrimaryExport.csv': file(communications, 'primary', primary),
      'Communication_DpohExport.csv': file(
        communications,
        'officials',
        rows.map((row, at) => ({...ids[at], DPOH_LAST_NM_TCPD: `N${at}`, INSTITUTION: row[6] ?? ''})),
      ),
      'Communication_SubjectMattersExport.csv': file(
        communications,
        'subject_labels',
        rows.map((row, at) => ({
          ...ids[at],
          SUBJ_MATTER_OBJET: row[4] ?? '',
          OTHER_SUBJ_MATTER_AUTRE_OBJET: row[5] ?? '',
        })),
      ),
    });
    const {entry, records} = await partOf(communications, lobbying_communications, [path]);
    expect(entry).toMatchObject({
      read: 3 * rows.length,
      kept: rows.length,
      rejected: 0,
      merged_by_reason: {'part of a record': 2 * rows.length},
      notes: {},
    });
    expect(entry.files.find(({name}) => name.endsWith('PrimaryExport.csv'))?.encoding).toBe('windows-1252');
    const byId = new Map(records.map((record) => [record['com_id'], record]));
    for (const [id, fr, en, day, subject, , institution] of rows) {
      expect(byId.get(id ?? '')).toMatchObject({
        client: said(en) ?? said(fr),
        date: day,
        institution: said(institution),
        institutions: [said(institution)],
        subject_list: [said(subject)],
      } as Record<string, Json>);
    }
  });

  test('registrations: public money by institution', async () => {
    const [header, ...rows] = bytesOf('lobbying-registrations/gov-funding_derived_2021.csv');
    expect(header).toEqual(['id', 'ref_date', 'corp', 'source', 'subsidy']);
    const ids = [...new Set(rows.map(([id = '']) => id))];
    const path = await zipOf({
      'Registration_PrimaryExport.csv': file(
        registrations,
        'primary',
        ids.map((id) => ({
          REG_ID_ENR: id,
          REG_TYPE_ENR: '2',
          EN_CLIENT_ORG_CORP_NM_AN: rows.find((row) => row[0] === id)?.[2] ?? '',
          EFFECTIVE_DATE_VIGUEUR: rows.find((row) => row[0] === id)?.[1] ?? '',
        })),
      ),
      'Registration_GovtFundingExport.csv': file(
        registrations,
        'funding',
        rows.map(([id = '', , , institution = '', amount = '']) => ({
          REG_ID_ENR: id,
          INSTITUTION: institution,
          AMOUNT_MONTANT: amount,
        })),
      ),
    });
    const {entry, records} = await partOf(registrations, lobbying_registrations, [path]);
    expect(entry).toMatchObject({
      read: ids.length + rows.length,
      kept: ids.length,
      rejected: 0,
      merged_by_reason: {'part of a record': rows.length},
      notes: {},
    });
    for (const id of ids) {
      const own = rows.filter((row) => row[0] === id);
      expect(records.find((record) => record['reg_id'] === id)).toMatchObject({
        client: said(own[0]?.[2]),
        effective_date: own[0]?.[1],
        government_funding: own.map(([, , , institution, amount]) => ({
          institution: said(institution),
          amount: Number(amount),
        })),
      } as Record<string, Json>);
    }
  });
});
