/** What a build says of a source: its part, its files and where they came from; refuses parts that lost too much. */
import type {Snapshot, SourceEntry} from '../../datasets/artefacts.ts';
import {DATASETS} from '../../datasets/index.ts';
import type {Source} from '../../datasets/types.ts';
import {verifiedBy} from '../../datasets/unverified.ts';
import {number, plural} from '../runtime/counts.ts';
import type {PartEntry} from '../write/part.ts';

/** Share of its records that a source may lose in one run; MAX_SHRINK=1 allows any loss. */
function maxLostShare({dataset}: Source, maxShrink: number): number {
  return maxShrink < 1 ? Math.min(maxShrink, DATASETS[dataset]?.maxShrink ?? 1) : 1;
}

/** Throws where no row could be kept, and where too many records are gone since the entry before. */
export function assertPlausible(
  source: Source,
  entry: PartEntry,
  origin: string,
  old: SourceEntry | null,
  maxShrink: number,
): void {
  if (entry.read > 0 && entry.kept === 0) {
    const reasons = Object.entries(entry.rejected_by_reason).map(([reason, n]) => `${n} ${reason}`);
    throw new Error(
      `${source.slug}: none of ${entry.read} rows could be kept (${reasons.join(', ')}): the columns were probably filled otherwise; compare the file with the source's declaration`,
    );
  }
  if (old && old.origin === origin && entry.kept < old.kept * (1 - maxLostShare(source, maxShrink))) {
    throw new Error(
      `${source.slug}: ${plural(entry.kept, 'record')} instead of ${number(old.kept)} in the current build: the file was probably cut; if the publisher really removed them, run once with MAX_SHRINK=1`,
    );
  }
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
    fetched_at:
      snapshots
        .map((one) => one.fetched_at)
        .sort()
        .at(-1) ?? '',
    synthetic,
    verified: verifiedBy(source, {...entry, synthetic}, old?.verified),
    origin: originOf(snapshots),
    stale: null,
  };
}

/** `live` or the path of the mirror. */
export const originOf = (snapshots: readonly Snapshot[]): string => snapshots[0]?.origin ?? '';

/** Warnings about the files of an entry; those of reading come only with a new part. */
export const warningsOf = (entry: SourceEntry, old: SourceEntry | null, now: string[] = []): string[] => [
  ...new Set([...((old?.part_key === entry.part_key && old.warnings) || []), ...now]),
];
