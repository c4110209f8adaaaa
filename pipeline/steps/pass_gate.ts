/** Has the gate judge a new part, and says what it found; what it refuses keeps the old part. */
import {join} from 'node:path';
import {inBuild, type SourceEntry} from '../../builds/artefacts.ts';
import type {Source} from '../../datasets/types.ts';
import {type Finding, judgeAlone, judgeChange} from '../check/gate.ts';
import type {Build} from '../publish/current_build.ts';
import {type DatabaseOptions, withDatabase} from '../runtime/database.ts';
import {exists} from '../runtime/disk.ts';
import {type PartEntry, partPaths} from '../write/part.ts';

/** A new part that waits at the gate. */
export interface Waiting {
  source: Source;
  /**
   * When its newest file was fetched, UTC `YYYY-MM-DDTHH:MM:SS`, where it came from, and whether it was
   * generated.
   */
  fetched: Pick<SourceEntry, 'fetched_at' | 'origin' | 'synthetic'>;
  entry: PartEntry;
  old: SourceEntry | null;
  before: Build | null;
  /** ACCEPT names the source: nothing keeps its part out. */
  isAccepted: boolean;
}

/**
 * What the gate warns of, and whether the files are doubted: they changed more than usual, and ACCEPT does
 * not name the source.
 */
export interface Passed {
  findings: Finding[];
  isDoubted: boolean;
}

/**
 * Lets a part pass. Throws where it is refused, with all reasons and how to accept it. A part of the build
 * before has passed.
 */
export async function passGate(options: DatabaseOptions, waiting: Waiting): Promise<Passed> {
  const {source, entry, old, isAccepted} = waiting;
  if (old?.part_key === entry.part_key) return {findings: [], isDoubted: false};
  const changed = await changes(options, waiting);
  const findings = [...(await judgeAlone(entry)), ...changed];
  const refusals = findings.filter(({severity}) => severity === 'ERROR');
  if (!refusals.length || isAccepted) return {findings, isDoubted: changed.length > 0 && !isAccepted};
  const reasons = refusals.map(({file, text}) => (file ? `${file}: ${text}` : text));
  const kept = old ? 'the last good part stays' : 'nothing of it is published';
  throw new Error(
    `${source.slug}: ${reasons.join('; ')}; ${kept}. Compare the file with the publisher's page; if it is right, run once with ACCEPT=${source.slug}`,
  );
}

/**
 * What differs from the part before. Generated rows of another place are not compared: they are another
 * corpus.
 */
async function changes(
  options: DatabaseOptions,
  {source, fetched, entry, old, before}: Waiting,
): Promise<Finding[]> {
  if (!old || !before || old.dataset !== source.dataset || old.kept === 0) return [];
  if (old.synthetic !== fetched.synthetic || (old.synthetic && old.origin !== fetched.origin)) return [];
  const {slug, dataset} = source;
  const filesOf = async (key: string) => {
    const {files} = partPaths(options.dataDir, slug, key);
    return (await exists(files)) ? {files} : {};
  };
  const parts = {
    before: {
      path: join(before.folder, inBuild.part(dataset, slug)),
      ...(await filesOf(old.part_key)),
      day: old.fetched_at.slice(0, 10),
    },
    now: {
      path: partPaths(options.dataDir, slug, entry.part_key).parquet,
      ...(await filesOf(entry.part_key)),
      day: fetched.fetched_at.slice(0, 10),
    },
  };
  return withDatabase(options, `gate-${slug}`, (db) => judgeChange(db, source, entry, old, parts));
}
