/** The real excerpts of the registry of lobbyists, converted to the publisher's columns. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import iconv from 'iconv-lite';
import Papa from 'papaparse';
import communications from '../../datasets/lobbying_communications/sources/lobbying_communications.ts';
import registrations from '../../datasets/lobbying_registrations/sources/lobbying_registrations.ts';
import type {Source} from '../../datasets/types.ts';
import {SAMPLES} from './samples.ts';
import {zipOf} from './zips.ts';

/** Rows of cells, each a text of one character a byte. A copy of a sample has lines that end twice. */
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

/** What a record should say of a cell: null for the word, else its text without blanks at the ends. */
export function published(bytes: string | undefined): string | null {
  const text = iconv.decode(Buffer.from(bytes ?? '', 'latin1'), 'windows-1252');
  return text === 'null' || text.trim() === '' ? null : text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/**
 * Rows of number, French and English client, day, subject, other subject, institution; and a zip that says
 * so.
 */
export async function sampleCommunications(): Promise<{rows: string[][]; zip: string}> {
  const rows = bytesOf('lobbying-communications/climate-extract_2015_2018_a.csv');
  const cells = (cellsOf: (row: string[], at: number) => Record<string, string | undefined>) =>
    rows.map((row, at): Record<string, string> => {
      const given = Object.entries({COMLOG_ID: row[0], ...cellsOf(row, at)});
      return Object.fromEntries(given.map(([name, cell]) => [name, cell ?? '']));
    });
  const primary = cells(([, fr, en, day]) => ({
    FR_CLIENT_ORG_CORP_NM: fr,
    EN_CLIENT_ORG_CORP_NM_AN: en,
    COMM_DATE: day,
  }));
  const officials = cells((row, at) => ({DPOH_LAST_NM_TCPD: `N${at}`, INSTITUTION: row[6]}));
  const subjects = cells((row) => ({SUBJ_MATTER_OBJET: row[4], OTHER_SUBJ_MATTER_AUTRE_OBJET: row[5]}));
  const zip = await zipOf({
    'Communication_PrimaryExport.csv': file(communications, 'primary', primary),
    'Communication_DpohExport.csv': file(communications, 'officials', officials),
    'Communication_SubjectMattersExport.csv': file(communications, 'subject_labels', subjects),
  });
  return {rows, zip};
}

/**
 * Rows of registration, first day, client, institution and amount, by registration; and a zip that says so.
 */
export async function sampleFunding(): Promise<{rows: Map<string, string[][]>; zip: string}> {
  const [, ...all] = bytesOf('lobbying-registrations/gov-funding_derived_2021.csv');
  const rows = Map.groupBy(all, ([id = '']) => id);
  const primary = [...rows].map(([id, [row]]) => ({
    REG_ID_ENR: id,
    REG_TYPE_ENR: '2',
    EN_CLIENT_ORG_CORP_NM_AN: row?.[2] ?? '',
    EFFECTIVE_DATE_VIGUEUR: row?.[1] ?? '',
  }));
  const funding = all.map(([id = '', , , institution = '', amount = '']) => ({
    REG_ID_ENR: id,
    INSTITUTION: institution,
    AMOUNT_MONTANT: amount,
  }));
  const zip = await zipOf({
    'Registration_PrimaryExport.csv': file(registrations, 'primary', primary),
    'Registration_GovtFundingExport.csv': file(registrations, 'funding', funding),
  });
  return {rows, zip};
}
