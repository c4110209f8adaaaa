/** Reads a folder of cases: `<source>/<case>/`, `<source>.json` and lists of names. */
import {readdir, readFile} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {SOURCES} from '../../datasets/index.ts';
import type {Source} from '../../datasets/types.ts';
import {type Case, CaseError, type NameCase, type NameInput, type RowCase, type Truth} from './case.ts';
import {type Cells, filesOf} from './compact.ts';

/** Kinds of cases whose rows are names. */
export const NAME_KINDS = ['organizations', 'vendors', 'recipients'] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/** The file of such cases. */
const TWIN_KIND = 'contract_twins';

/** Folder of a case that is a whole ingest. */
export const WHOLE_INGEST = 'whole_ingest';

export interface Cases {
  rows: RowCase[];
  names: NameCase[];
  /** Files of cases whose rows are records of two publishers. */
  twins: {value: unknown; path: string}[];
  /** Folder of the cases of a whole ingest. */
  ingest: string | null;
}

export type Part = Record<string, unknown>;

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new CaseError(path, `it cannot be read (${error.message})`, 'every case has this file');
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CaseError(path, `it is no JSON (${(error as Error).message})`, 'correct it at that place');
  }
}

export function partIn(value: unknown, path: string, what: string): Part {
  if (isPart(value)) return value;
  throw new CaseError(path, `${what} is no object`, 'give it its parts by name');
}

/** An object with these keys only: others are typing errors. */
function checked(value: unknown, known: readonly string[], path: string, what: string): Part {
  const part = partIn(value, path, what);
  const strange = Object.keys(part).filter((key) => !known.includes(key));
  if (strange.length)
    throw new CaseError(path, `${what} has ${strange.join(', ')}`, `its keys are ${known.join(', ')}`);
  return part;
}

const isRow = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

export function groupsIn(value: unknown, path: string, what: string): number[][] {
  const isGroup = (group: unknown): group is number[] =>
    Array.isArray(group) && group.length > 0 && group.every(isRow);
  if (!Array.isArray(value) || !value.every(isGroup))
    throw new CaseError(path, `${what} are no lists of row numbers`, 'write e.g. [[0, 1], [2]]');
  const rows = value.flat();
  if (new Set(rows).size !== rows.length)
    throw new CaseError(path, `${what} name a row twice`, 'a row belongs to one record');
  return value;
}

function truthIn(part: Part, path: string, what: string): Truth {
  const {money = null, sum = null, fields = {}} = part;
  const known =
    isPart(fields) && Object.entries(fields).every(([row, of]) => /^\d+$/.test(row) && isPart(of));
  if (!known)
    throw new CaseError(path, `fields of ${what} are no values by row`, 'write {"0": {"value": 1}}');
  if (sum !== null && (typeof sum !== 'number' || typeof money !== 'string'))
    throw new CaseError(path, `${what} has no sum of a column`, 'give `sum` a number and `money` the column');
  return {
    records: groupsIn(part['records'], path, `records of ${what}`),
    money: money as string | null,
    sum,
    fields: fields as Truth['fields'],
  };
}

/** The parts that every kind of case has. */
export function labels(part: Part, path: string): Pick<Case, 'name' | 'hard' | 'evidence'> {
  const {name, hard, evidence} = part;
  if (typeof name !== 'string' || typeof hard !== 'boolean' || typeof evidence !== 'string')
    throw new CaseError(path, `a case lacks a name, hard or evidence: ${JSON.stringify(name)}`, 'add them');
  return {name, hard, evidence};
}

function sourceNamed(slug: string, path: string): Source {
  const source = SOURCES[slug];
  if (source) return source;
  throw new CaseError(path, `there is no source ${slug}`, 'name it as datasets/index.ts does');
}

/** A case in a folder: input files and `expected.json`. */
async function folderCase(slug: string, folder: string): Promise<RowCase> {
  const path = join(folder, 'expected.json');
  const expected = partIn(await readJson(path), path, 'the case');
  sourceNamed(slug, folder);
  const names = (await readdir(folder)).filter((name) => name !== 'expected.json').sort();
  if (!names.length) throw new CaseError(folder, 'it has no input', 'add files as a mirror names them');
  const files: Record<string, Buffer> = {};
  for (const name of names) files[name] = await readFile(join(folder, name));
  return {
    source: slug,
    path: folder,
    ...labels(expected, path),
    files,
    truth: truthIn(expected, path, 'the case'),
  };
}

const COMPACT = ['source', 'file', 'base', 'cases'];
const COMPACT_CASE = ['name', 'hard', 'evidence', 'rows', 'records', 'money', 'sum', 'fields'];

const isRows = (value: unknown): value is Cells[] =>
  Array.isArray(value) && value.length > 0 && value.every(isPart);

/** The cases of a file: rows over a base that all share. */
function compactCases(value: unknown, path: string): RowCase[] {
  const {source: slug, file, base = {}, cases} = checked(value, COMPACT, path, 'the file');
  if (typeof slug !== 'string' || typeof file !== 'string' || !isPart(base) || !Array.isArray(cases))
    throw new CaseError(path, 'it lacks source, file or cases', 'give it all three, and an object as base');
  const source = sourceNamed(slug, path);
  const byFile = Object.values(base).length > 0 && Object.values(base).every(isPart);
  const baseOf = (name: string): Cells =>
    byFile ? ((base[name] as Cells | undefined) ?? {}) : (base as Cells);
  return cases.map((one: unknown) => {
    const part = checked(one, COMPACT_CASE, path, 'a case');
    const about = labels(part, path);
    const what = `"${about.name}"`;
    const rows = Array.isArray(part['rows']) ? {[file]: part['rows']} : part['rows'];
    if (!isPart(rows) || !Object.values(rows).every(isRows))
      throw new CaseError(path, `${what} has no rows`, 'give it a list of rows, or lists by file');
    const tables = Object.entries(rows as Record<string, Cells[]>).map(
      ([name, given]) => [name, given.map((row) => ({...baseOf(name), ...row}))] as const,
    );
    const files = filesOf(source, tables, `${path}: ${what}`);
    return {source: slug, path, ...about, files, truth: truthIn(part, path, what)};
  });
}

function nameCases(kind: NameKind, value: unknown, path: string): NameCase[] {
  if (!Array.isArray(value)) throw new CaseError(path, 'it is no list', 'make it a list of cases');
  return value.map((one: unknown) => {
    const {why, ...part} = partIn(one, path, 'a case');
    const about = labels({evidence: why, ...part}, path);
    const {input, truth} = part;
    if (!Array.isArray(input) || !input.length)
      throw new CaseError(path, `"${about.name}" has no input`, 'give it a list of names');
    const names = input.map((name: unknown): NameInput => {
      if (typeof name === 'string') return {n: name};
      const given = partIn(name, path, `a name of "${about.name}"`);
      if (typeof given['n'] === 'string') return given as unknown as NameInput;
      throw new CaseError(path, `a name of "${about.name}" has no text`, 'give it as `n`');
    });
    const records = groupsIn(truth, path, `truth of "${about.name}"`);
    if (records.flat().some((row) => row >= names.length))
      throw new CaseError(path, `truth of "${about.name}" names more than its input`, 'count from 0');
    return {source: kind, path, ...about, input: names, truth: {records, money: null, sum: null, fields: {}}};
  });
}

const isKind = (name: string): name is NameKind => (NAME_KINDS as readonly string[]).includes(name);

/** All cases below a folder, in order of their names. Throws CaseError for one that is broken. */
export async function readCases(root: string): Promise<Cases> {
  const cases: Cases = {rows: [], names: [], twins: [], ingest: null};
  const entries = await readdir(root, {withFileTypes: true}).catch(() => {
    throw new CaseError(root, 'it is no folder', 'set CASES to a folder of cases');
  });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(root, entry.name);
    const name = basename(entry.name, '.json');
    if (entry.isDirectory()) {
      if (name === WHOLE_INGEST) cases.ingest = path;
      else if (isKind(name)) {
        const list = join(path, 'cases.json');
        cases.names.push(...nameCases(name, await readJson(list), list));
      } else
        for (const folder of (await readdir(path)).sort())
          cases.rows.push(await folderCase(name, join(path, folder)));
    } else if (entry.name.endsWith('.json')) {
      const value = await readJson(path);
      if (isKind(name)) cases.names.push(...nameCases(name, value, path));
      else if (name === TWIN_KIND) cases.twins.push({value, path});
      else cases.rows.push(...compactCases(value, path));
    }
  }
  return cases;
}
