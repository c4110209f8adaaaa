/** What a build says of a source: its part, its files and where they came from. */
import {max} from 'd3-array';
import type {Snapshot, SourceEntry} from '../../builds/artefacts.ts';
import {verifiedBy} from '../../builds/unverified.ts';
import type {Source} from '../../datasets/types.ts';
import type {PartEntry} from '../write/part.ts';

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
