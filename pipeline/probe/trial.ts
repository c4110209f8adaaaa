/**
 * Tries the first rows of the files of a source by the product's own rules: what an ingest would say of them.
 */
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Snapshot} from '../../builds/artefacts.ts';
import {DATASETS} from '../../datasets/index.ts';
import type {Source} from '../../datasets/types.ts';
import {encodingOf, inspectFile} from '../fetch/inspect.ts';
import type {FileHead} from '../read/head_columns.ts';
import {ReadError} from '../read/types.ts';
import {number, plural} from '../runtime/counts.ts';
import {makePart, type PartEntry} from '../write/part.ts';
import type {FileProbe} from './types.ts';

/** Rows of a table that are asked for. */
export const TRIED_ROWS = 100;
const MEMORY_MB = 200;
/** Shares of refused rows at which an ingest warns, and at which it keeps the old part. */
const [SOME, MANY] = [0.05, 0.2];
/** Most kinds of notes in a line. */
const NAMED = 6;

/** Whether the rows of a source become records, which those of some tests do not. */
export const canBeTried = ({dataset}: Source): boolean => DATASETS[dataset] !== undefined;

/** Adds what came of the first rows: layouts of workbooks, notes, and what an ingest would refuse. */
export async function tryRows(source: Source, files: FileProbe[], now: string): Promise<FileProbe[]> {
  // The tables of a source of documents are parts of their records, and documents are read as a whole.
  if (!canBeTried(source) || source.layouts.some(({rows}) => rows)) return files;
  const dataDir = await mkdtemp(join(tmpdir(), 'probe-'));
  try {
    let tried = files;
    // A file that cannot be read says nothing of the others.
    for (let round = 0; round <= files.length; round++) {
      const samples = tried.flatMap(({samples, problem}) => (problem === null ? samples : []));
      if (!samples.length) return tried;
      const snapshots: Snapshot[] = [];
      for (const [at, sample] of samples.entries())
        snapshots.push(await snapshotOf(join(dataDir, `sample-${at}`), sample, now));
      const made = await entryOrFault(source, snapshots, dataDir);
      if (!(made instanceof ReadError)) return withFindings(source, tried, made);
      tried = withFault(source, tried, made.message);
    }
    return tried;
  } finally {
    await rm(dataDir, {recursive: true, force: true});
  }
}

async function entryOrFault(
  source: Source,
  snapshots: readonly Snapshot[],
  dataDir: string,
): Promise<PartEntry | ReadError> {
  const options = {dataDir, memoryMb: MEMORY_MB, threads: 1};
  try {
    return (await makePart(options, source, snapshots, () => undefined)).entry;
  } catch (error) {
    if (error instanceof ReadError) return error;
    throw error;
  }
}

/** Adds the fault to the file that it names, which is not tried again. */
function withFault({slug}: Source, files: readonly FileProbe[], text: string): FileProbe[] {
  const isNamed = ({name}: FileHead) => text.slice(slug.length + 2).startsWith(name);
  const open = files.filter(({samples, problem}) => samples.length > 0 && problem === null);
  const named = open.find(({samples}) => samples.some(isNamed)) ?? open[0];
  return files.map((file) => (file === named ? refusedBy(file, text) : file));
}

/** Few rows may leave open what a whole file decides. */
const OPEN = /do not show whether the day or the month comes first/;

const refusedBy = (file: FileProbe, text: string): FileProbe =>
  OPEN.test(text) ? {...file, samples: [], note: `of the first rows, ${text}`} : {...file, problem: text};

/** A snapshot of the head of a file, which is written to `path`. */
export async function snapshotOf(
  path: string,
  {name, format, bytes}: FileHead,
  now: string,
): Promise<Snapshot> {
  await writeFile(path, bytes);
  const inspection = await inspectFile(path);
  const {sha256} = inspection;
  return {
    ...{name, path, format, sha256, bytes: bytes.length, url: '', origin: 'probe', synthetic: false},
    ...{fetched_at: now, checked_at: now, etag: null, last_modified: null},
    encoding: encodingOf(format, inspection),
  };
}

function withFindings(source: Source, files: FileProbe[], entry: PartEntry): FileProbe[] {
  const read = files.map((file): FileProbe => {
    const own = entry.files.filter(({name}) =>
      file.samples.some((one) => name === one.name || name.startsWith(`${one.name}!`)),
    );
    if (!own.length || file.layouts.length) return file;
    return {
      ...file,
      layouts: own.flatMap(({layout}) => layout.split(', ')),
      unknown: own.flatMap((one) => one.unknown_columns),
      missing: own.flatMap((one) => one.missing_columns),
    };
  });
  const at = read.findIndex(({samples}) => samples.length > 0);
  const first = read[at];
  if (!first) return read;
  const {problem, note} = judged(source, entry);
  read[at] = {
    ...first,
    problem: first.problem ?? problem,
    note: [first.note, note].filter(Boolean).join('; ') || null,
  };
  return read;
}

/**
 * What speaks against the rows, and what is worth knowing of them. Reasons that are declared are none: heads
 * of files lack parts of records.
 */
function judged(source: Source, {read, kept, merged, rejected_by_reason: reasons, notes}: PartEntry) {
  const declared = new Set([
    ...source.layouts.flatMap(({where}) => (where ? [where.reason] : [])),
    ...Object.values(source.childTables ?? {}).flatMap((one) => [one.orphanReason, one.ambiguousReason]),
  ]);
  const odd = Object.entries(reasons).filter(([reason]) => !declared.has(reason));
  const refused = odd.reduce((sum, [, n]) => sum + n, 0);
  const judgedRows = kept + merged + refused;
  const said = `${number(refused)} of the first ${plural(read, 'row')} would be refused (${odd.map(([reason, n]) => `${reason}: ${n}`).join(', ')})`;
  // Repairs of polygons are none of it.
  const seen = Object.entries(notes).flatMap(([reason, n]) =>
    / instead$/.test(reason) ? [`${reason}: ${n}`] : [],
  );
  const cells = seen.length ? `of ${plural(read, 'row')} ${seen.slice(0, NAMED).join(', ')}` : '';
  const isMany = refused > MANY * judgedRows;
  return {
    problem: isMany
      ? `${said}; compare the columns with the declaration: they were probably filled otherwise`
      : null,
    note: [!isMany && refused > SOME * judgedRows ? said : '', cells].filter(Boolean).join('; ') || null,
  };
}
