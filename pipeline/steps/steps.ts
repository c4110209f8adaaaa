/** The steps of an ingest before its build: in this process, or as documents of steps that workers took. */
import {max} from 'd3-array';
import type {Manifest, Snapshot, SourceEntry} from '../../builds/artefacts.ts';
import {verifiedBy} from '../../builds/unverified.ts';
import type {Source} from '../../datasets/types.ts';
import type {DatabaseOptions} from '../runtime/database.ts';
import type {Emit, Event} from '../runtime/events.ts';
import {makePart, type PartEntry} from '../write/part.ts';

/** A part, and how it came about. */
export interface MadePart {
  entry: PartEntry;
  /** False where it was there before the run. */
  made: boolean;
  /** Milliseconds of the step, and of its stages. */
  ms: number;
  stages: Record<string, number>;
  /** Warnings of its making that were not emitted: it was made by an earlier run, or elsewhere. */
  untold: Event[];
}

export interface Steps {
  /** Snapshots of a source, or `absent`. Emits its failure before it throws. */
  fetch(source: Source, emit: Emit): Promise<Snapshot[] | 'absent'>;
  /** The part of these snapshots, which lies in DATA_DIR afterwards unless the build before has it. */
  part(source: Source, snapshots: Snapshot[], memoryMb: number, emit: Emit): Promise<MadePart>;
}

/** A file that was tried several times and given up. */
export interface PoisonFile {
  source: string;
  files: string[];
  tries: number;
}

/** A part that was given up: its message is the error of its last try. */
export class GivenUp extends Error {
  override name = 'GivenUp';
  readonly poison: PoisonFile;

  constructor(message: string, poison: PoisonFile) {
    super(message);
    this.poison = poison;
  }
}

/** Makes a part in this process and measures it. */
export async function newPart(
  options: DatabaseOptions,
  source: Source,
  snapshots: readonly Snapshot[],
  emit: Emit,
  before: Manifest | null,
): Promise<MadePart> {
  const startedAt = performance.now();
  const part = await makePart(options, source, snapshots, emit, dayFirstIn(before, source));
  return {...part, ms: performance.now() - startedAt};
}

/**
 * Whether all files of a source whose dates say so had the day first; null where they say nothing, or differ.
 */
function dayFirstIn(before: Manifest | null, {slug}: Source): boolean | null {
  const entry = before?.sources.find((one) => one.slug === slug);
  const [order, ...others] = new Set((entry?.files ?? []).flatMap(({day_first}) => day_first ?? []));
  return order === undefined || others.length ? null : order;
}

/** Last event of a source whose part is there. */
export function partEvent(source: string, {entry, made, ms, stages}: MadePart): Event {
  const counts = {read: entry.read, kept: entry.kept, merged: entry.merged, rejected: entry.rejected};
  return made ? {kind: 'normalised', source, ms, counts, stages} : {kind: 'unchanged', source, counts};
}

/** The entry of a renewed source, without its warnings. */
export function sourceEntry(
  source: Source,
  entry: PartEntry,
  snapshots: readonly Snapshot[],
  old: SourceEntry | null,
): SourceEntry {
  const synthetic = snapshots.some((one) => one.synthetic);
  return {
    slug: source.slug,
    dataset: source.dataset,
    label: source.label,
    publisher: source.publisher,
    license: source.license,
    page: source.page,
    cadence: source.cadence,
    ...entry,
    files: entry.files.map((file) => {
      // Two files may have the same bytes; a zip entry is named `name!entry`.
      const snapshot = snapshots.find(
        (one) =>
          one.sha256 === file.sha256 && (file.name === one.name || file.name.startsWith(`${one.name}!`)),
      );
      return snapshot ? {...file, url: snapshot.url, fetched_at: snapshot.fetched_at} : file;
    }),
    fetched_at: max(snapshots, ({fetched_at}) => fetched_at) ?? '',
    synthetic,
    verified: verifiedBy(source, {...entry, synthetic}, old?.verified),
    // `live` or the path of the mirror.
    origin: snapshots[0]?.origin ?? '',
    stale: null,
  };
}

/** Warnings about the files of an entry; those of reading come only with a new part. */
export const warningsOf = (entry: SourceEntry, old: SourceEntry | null, now: string[] = []): string[] => [
  ...new Set([...((old?.part_key === entry.part_key && old.warnings) || []), ...now]),
];
