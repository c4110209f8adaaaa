/** The forms of every file of the corpus, and its files as a plain reader sees them. */
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {parse} from 'csv-parse/sync';
import iconv from 'iconv-lite';
import projects from '../../datasets/infrastructure_projects/sources/infrastructure_projects.ts';
import nserc from '../../datasets/research_grants/sources/nserc_awards.ts';
import sshrc from '../../datasets/research_grants/sources/sshrc_awards.ts';
import {AWARD_FORMS} from '../corpus/canadabuys/awards.ts';
import {HISTORY_FORMS} from '../corpus/canadabuys/contracts.ts';
import {TENDER_FORMS} from '../corpus/canadabuys/tenders.ts';
import {formsOf} from '../corpus/declared/files.ts';
import type {FileForm} from '../corpus/files/csv.ts';
import {REGISTRY_FORMS} from '../corpus/registry/contracts.ts';
import {GRANT_FORM} from '../corpus/registry/grants.ts';

/** Files of a small corpus that are read, by source. */
export const FORMS: Record<string, FileForm[]> = {
  proactive_contracts: Object.values(REGISTRY_FORMS),
  canadabuys_contracts: Object.values(HISTORY_FORMS),
  canadabuys_awards: Object.values(AWARD_FORMS),
  canadabuys_tenders: Object.values(TENDER_FORMS),
  proactive_grants: [GRANT_FORM],
  nserc_awards: formsOf(nserc),
  sshrc_awards: formsOf(sshrc),
  infrastructure_projects: formsOf(projects),
};

export const FILES = Object.entries(FORMS).flatMap(([slug, forms]) => forms.map((form) => ({slug, form})));

/** Text of a file, its byte order mark included. */
export async function textOf(out: string, slug: string, form: FileForm): Promise<string> {
  const bytes = await readFile(join(out, slug, form.name));
  return iconv.decode(bytes, form.encoding === 'utf-16' ? 'utf16le' : form.encoding, {stripBOM: false});
}

/** Header and rows. */
export async function rowsOf(out: string, slug: string, form: FileForm): Promise<string[][]> {
  return parse(await textOf(out, slug, form), {bom: true, relax_column_count: true});
}

/** Rows of the declared width by column name, where cells after the last column are blank. */
export async function cellsOf(out: string, slug: string, form: FileForm): Promise<Record<string, string>[]> {
  const [, ...rows] = await rowsOf(out, slug, form);
  const names = form.columns ?? form.header;
  return rows
    .filter((row) => row.length >= names.length && row.slice(names.length).every((cell) => cell === ''))
    .map((row) => Object.fromEntries(names.map((name, i) => [name, row[i] ?? ''])));
}
