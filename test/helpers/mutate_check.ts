/** Runs damaged files through reading, normalising and writing, and returns the violated rules. */
import {createHash} from 'node:crypto';
import {mkdir, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {dataPaths, type Snapshot} from '../../builds/artefacts.ts';
import type {Json, Source} from '../../datasets/types.ts';
import {stage} from '../../pipeline/read/stage.ts';
import {makePart, type PartEntry, partPaths} from '../../pipeline/write/part.ts';
import {type Base, bytesOf, recordsOf} from './mutate_base.ts';
import type {Damaged} from './mutate_bytes.ts';
import {cleaned, type Expected, expectedOf, missing} from './mutate_expect.ts';
import type {Held, ScannedRow} from './mutate_scan.ts';
import {rejectLines, snapshotOf} from './pipeline.ts';

const MEMORY_MB = 256;
/** Most characters of a reject's raw text; a longer one says how long it is. */
const LONGEST_RAW = 20_000;
const LONGEST_MESSAGE = 2000;
/**
 * Most records of the good file that one damaged or new row can change: its own, and those it shares a key
 * with.
 */
const CHANGED_BY_ONE = 3;

/** Words of programs, not of people who have to do something about a file. */
export const INTERNAL =
  /TypeError|RangeError|\bundefined\b|\[object|INTERNAL|Conversion Error|Invalid Input|Binder Error|Catalog Error|Out of Memory|IO Error|Constraint Error|\n\s+at /i;
const REMEDY = /; .*(fetch|compare|save|declare|publisher|run again)/;

export interface Made {
  entry: PartEntry;
  parquet: string;
  hash: string;
  rejects: string;
}
export type Outcome = Made | {error: Error};

export interface Workspace {
  folder: string;
  db: DuckDBConnection;
  /** Outcome by file content, for files that many damages come down to. */
  known: Map<string, Promise<Outcome>>;
}

export interface NamedFile {
  name: string;
  bytes: Buffer;
}

/** The part of some files of a source, or why there is none. */
export async function run(
  {folder}: Workspace,
  source: Source,
  files: readonly NamedFile[],
): Promise<Outcome> {
  const at = join(folder, 'in');
  await mkdir(at, {recursive: true});
  const dataDir = join(folder, 'data');
  try {
    for (const {name, bytes} of files) await writeFile(join(at, name), bytes);
    const snapshots = await Promise.all(files.map(({name}) => snapshotOf(join(at, name))));
    const workspace = {dataDir, memoryMb: MEMORY_MB};
    const {entry} = await makePart(workspace, source, snapshots, () => undefined);
    const {parquet, rejects} = partPaths(dataDir, source.slug, entry.part_key);
    const hash = createHash('sha256')
      .update(await readFile(parquet))
      .digest('hex');
    return {entry, parquet, hash, rejects};
  } catch (error) {
    return {error: error instanceof Error ? error : new Error(String(error))};
  } finally {
    await rm(at, {recursive: true});
  }
}

/**
 * The error of a file that is refused while it is read; null where reading succeeds. The database is used
 * again: one of its own costs more than the reading.
 */
async function readingError(
  workspace: Workspace,
  source: Source,
  {name, bytes}: NamedFile,
): Promise<Error | null> {
  const at = join(workspace.folder, 'in');
  await mkdir(at, {recursive: true});
  try {
    await writeFile(join(at, name), bytes);
    return await stagingError(workspace, source, [await snapshotOf(join(at, name))]);
  } finally {
    await rm(at, {recursive: true});
  }
}

/** The error of files in place that are refused while they are read; null where reading succeeds. */
export async function stagingError(
  {folder, db}: Pick<Workspace, 'folder' | 'db'>,
  source: Source,
  snapshots: readonly Snapshot[],
): Promise<Error | null> {
  const work = join(folder, 'work');
  await mkdir(work, {recursive: true});
  await db.run('BEGIN');
  try {
    await stage(db, source, snapshots, work, () => undefined);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    await db.run('ROLLBACK');
    await rm(work, {recursive: true});
  }
}

/** The outcome of a file that many damages are compared with. */
function once(workspace: Workspace, source: Source, file: NamedFile): Promise<Outcome> {
  const key = createHash('sha256').update(`${source.slug} ${file.name}\n`).update(file.bytes).digest('hex');
  const known = workspace.known.get(key) ?? run(workspace, source, [file]);
  workspace.known.set(key, known);
  return known;
}

/** The part of the good file, which few of the damaged files are compared with. */
async function good(workspace: Workspace, base: Base): Promise<Made> {
  const made = await once(workspace, base.source, {name: base.name, bytes: bytesOf(base)});
  if ('error' in made) throw new Error(`the good file ${base.name} fails: ${made.error.message}`);
  return made;
}

/** Rows of one Parquet file that the other lacks, each counted as often as it occurs. */
async function lacking({db}: Workspace, a: Made, b: Made): Promise<number> {
  if (a.hash === b.hash) return 0;
  const reader = await db.runAndReadAll(
    `SELECT count(*) FROM (FROM read_parquet('${a.parquet}') EXCEPT ALL FROM read_parquet('${b.parquet}'))`,
  );
  return Number(reader.getRows()[0]?.[0]);
}

/**
 * What is wrong with a damaged file's outcome, one sentence each; empty when all holds. `whole`: it becomes a
 * part even where reading alone would refuse it.
 */
export async function faultsOf(
  workspace: Workspace,
  base: Base,
  damaged: Damaged,
  whole: boolean,
): Promise<string[]> {
  const ending = damaged.ending ? `.${damaged.ending}` : '';
  const name = base.name + ending;
  const file = {name, bytes: damaged.bytes};
  const error = whole ? null : await readingError(workspace, base.source, file);
  const outcome = error ? {error} : await run(workspace, base.source, [file]);
  const wrong = 'error' in outcome ? errorFaults(outcome.error, base) : countFaults(outcome.entry);
  const isZip = damaged.ending === 'zip';
  if (damaged.same || (isZip && !('error' in outcome)))
    wrong.push(...(await sameFaults(workspace, outcome, await good(workspace, base))));
  if (isZip) return wrong;
  const expected = expectedOf(damaged.bytes, base);
  if ('fault' in expected) {
    if (!('error' in outcome)) wrong.push(`it was read although: ${expected.fault}`);
    return wrong;
  }
  if (expected.held.sure) wrong.push(...(await recordFaults(workspace, base, expected, outcome)));
  if (!('error' in outcome)) {
    wrong.push(...rejectFaults(await rejectLines(outcome.rejects), expected.held, name));
    const listed = (await rejectLines(outcome.rejects)).filter(({kind}) => kind === 'row').length;
    if (listed !== outcome.entry.rejected)
      wrong.push(`${listed} rejects listed of ${outcome.entry.rejected}`);
    wrong.push(...(await untouchedFaults(workspace, base, expected.held, outcome)));
  }
  return wrong;
}

/** An error has to name source and file, what was found and what to do, in words for people. */
export function errorFaults(error: Error, {source, name}: Pick<Base, 'source' | 'name'>): string[] {
  const {message} = error;
  const wrong: string[] = [];
  if (error.name !== 'ReadError') wrong.push(`${error.name} instead of ReadError: ${error.stack}`);
  if (!message.startsWith(`${source.slug}: `) || !(message.includes(name) || message.includes('.zip')))
    wrong.push(`source and file are not named: ${message}`);
  if (!REMEDY.test(message)) wrong.push(`no remedy: ${message}`);
  if (INTERNAL.test(message)) wrong.push(`words of a program: ${message}`);
  if (message.length > LONGEST_MESSAGE) wrong.push(`a message of ${message.length} characters: ${message}`);
  if (/\p{Cc}/u.test(message)) wrong.push(`control characters: ${JSON.stringify(message.slice(0, 300))}`);
  return wrong;
}

export function countFaults({
  read,
  kept,
  merged,
  rejected,
  rejected_by_reason: reasons,
}: PartEntry): string[] {
  const given = Object.values(reasons).reduce((sum, n) => sum + n, 0);
  const adds = read === kept + merged + rejected && rejected === given;
  return adds
    ? []
    : [`counts: ${read} read, ${kept} kept, ${merged} merged, ${rejected} rejected, ${given} with reason`];
}

async function sameFaults(workspace: Workspace, outcome: Outcome, clean: Made): Promise<string[]> {
  if ('error' in outcome) return [`it must be read: ${outcome.error.message}`];
  const [more, less] = [await lacking(workspace, outcome, clean), await lacking(workspace, clean, outcome)];
  const counts = ({entry: {read, kept, merged, rejected}}: Made) => [read, kept, merged, rejected].join(' ');
  if (!more && !less && counts(outcome) === counts(clean)) return [];
  return [`not the same: ${less} records gone, ${more} others; ${counts(clean)} -> ${counts(outcome)}`];
}

/** Every record that the scanner finds has to come out as it does of a file in which nothing is left open. */
async function recordFaults(
  workspace: Workspace,
  base: Base,
  {held, doubt}: Extract<Expected, {held: Held}>,
  outcome: Outcome,
): Promise<string[]> {
  const file = {name: 'cleaned.csv', bytes: Buffer.from(cleaned(held))};
  if ('error' in outcome) {
    // Most of what is refused is refused while it is read, with open points or without.
    const fair = doubt || (await readingError(workspace, base.source, file));
    if (fair || 'error' in (await once(workspace, base.source, file))) return [];
    return [`it can be read (${held.rows.length} records): ${outcome.error.message}`];
  }
  const clean = await once(workspace, base.source, file);
  if ('error' in clean) return [`it was read although: ${clean.error.message}`];
  const rows = outcome.entry.read === held.rows.length;
  const wrong = rows ? [] : [`${outcome.entry.read} records read of ${held.rows.length}`];
  return [
    ...wrong,
    ...(await unlike(workspace, outcome, clean, held.rows.filter(({cells}) => !cells).length)),
  ];
}

/**
 * Notes as clean files have them, where `refused` records more explain the rest: cells of these have notes,
 * too.
 */
function notesWithout(
  notes: Record<string, number>,
  clean: Record<string, number>,
  refused: number,
): Record<string, number> {
  const explained = Object.entries(notes).map(([note, count]): [string, number] => {
    const due = clean[note] ?? 0;
    return [note, count <= due ? count : Math.max(due, count - refused)];
  });
  return Object.fromEntries(explained.filter(([, count]) => count > 0));
}

/** How a part differs from that of clean files, beside the `refused` records that these lack. */
export async function unlike(
  workspace: Workspace,
  actual: Made,
  clean: Made,
  refused: number,
): Promise<string[]> {
  const wrong: string[] = [];
  const due = clean.entry.rejected + refused;
  const {rejected, rejected_by_reason: reasons} = actual.entry;
  if (rejected !== due) wrong.push(`${rejected} rejected instead of ${due}: ${JSON.stringify(reasons)}`);
  const facts = ({merged_by_reason}: PartEntry, notes: object) => JSON.stringify([merged_by_reason, notes]);
  const dueFacts = facts(clean.entry, clean.entry.notes);
  const is = facts(actual.entry, notesWithout(actual.entry.notes, clean.entry.notes, refused));
  if (is !== dueFacts) wrong.push(`${is} instead of ${dueFacts}`);
  const [more, less] = [await lacking(workspace, actual, clean), await lacking(workspace, clean, actual)];
  if (more || less) wrong.push(`${less} records are missing or changed, ${more} stand in their place`);
  return wrong;
}

/** Every reject must have location, reason and raw text of the file. */
export function rejectFaults(
  lines: readonly Record<string, Json>[],
  {rows, sure}: Held,
  name: string,
): string[] {
  const wrong: string[] = [];
  const byLine = new Map(rows.map((row) => [row.line, row]));
  const refused = lines.filter(({kind}) => kind === 'row');
  for (const line of lines) {
    const row = byLine.get(Number(line['line']));
    if (line['file'] !== name || !line['reason'] || (!row && sure))
      wrong.push(`a reject without place or reason: ${JSON.stringify(line).slice(0, 300)}`);
    else if (line['kind'] === 'row' && sure && row && line['raw'] !== shown(row))
      wrong.push(`line ${row.line} is shown as ${JSON.stringify(line['raw']).slice(0, 200)}`);
    else if (!line['raw']) wrong.push(`a reject without its text: ${JSON.stringify(line)}`);
  }
  const listed = new Set(refused.map(({line}) => line));
  const hidden = rows.filter((row) => sure && !row.cells && !listed.has(row.line));
  if (hidden.length) wrong.push(`lines ${hidden.map(({line}) => line).join(', ')} are lost silently`);
  return wrong;
}

const shown = ({raw}: ScannedRow): string =>
  raw.length <= LONGEST_RAW ? raw : `${raw.slice(0, LONGEST_RAW)}... (${raw.length} characters)`;

/**
 * Records of the good file may only be gone or changed where damage touched a row. Rows in another order are
 * not judged: the order of the file decides between versions that are otherwise equal.
 */
async function untouchedFaults(
  workspace: Workspace,
  base: Base,
  held: Held,
  outcome: Made,
): Promise<string[]> {
  const {header, head, rows} = recordsOf(base);
  const sameHeader = held.head === head && (!held.sure || held.header.join('\n') === header.join('\n'));
  if (!sameHeader) return [];
  const [before, after] = [rows, held.rows].map((list) => list.map(({raw}) => raw));
  const known = new Set(before);
  const still = new Set(after);
  const order = (list: string[] = []) => list.filter((raw) => known.has(raw) && still.has(raw)).join('\n');
  if (order([...known]) !== order([...still])) return [];
  const touched = missing(before ?? [], after ?? []);
  const added = held.sure
    ? missing(after ?? [], before ?? [])
    : Math.max(0, outcome.entry.read - held.rows.length);
  const gone = await lacking(workspace, await good(workspace, base), outcome);
  const maxChanged = CHANGED_BY_ONE * (touched + added);
  return gone > maxChanged
    ? [`${gone} records changed, damage touched ${touched} rows and added ${added}`]
    : [];
}

/** Files that a run should have removed. */
export async function leftovers({folder}: Workspace): Promise<string[]> {
  const at = dataPaths(join(folder, 'data'));
  const names = await readdir(join(folder, 'data'), {recursive: true});
  const working = await readdir(at.temporary).catch(() => []);
  return [...names.filter((name) => name.endsWith('.tmp') || name.includes('.tmp.')), ...working];
}
