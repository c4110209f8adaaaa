/** Checks many damaged files in one part, since most of the cost of a run is per part. */
import type {Source} from '../../datasets/types.ts';
import {matchHeader} from '../../pipeline/read/header.ts';
import {type Base, bytesOf, recordsOf} from './mutate_base.ts';
import type {Damaged} from './mutate_bytes.ts';
import {countFaults, type NamedFile, rejectFaults, run, unlike, type Workspace} from './mutate_check.ts';
import {type CleanRecords, cleaned, expectedOf} from './mutate_expect.ts';
import type {Held} from './mutate_scan.ts';
import {rejectLines} from './pipeline.ts';

/** A damaged file that will probably be read, with its expected records. */
export interface Readable {
  seed: number;
  base: Base;
  damaged: Damaged;
  held: Held;
}

/** The records of a damaged file where it will probably be read; null where it may fail as a whole. */
export function readable(base: Base, damaged: Damaged): Held | null {
  if (damaged.ending === 'zip' && !damaged.same) return null;
  const expected = expectedOf(damaged.ending === 'zip' ? bytesOf(base) : damaged.bytes, base);
  if ('fault' in expected || expected.doubt || !expected.held.sure) return null;
  const {header} = expected.held;
  if (header.some((name) => /[\0\r]/.test(name))) return null;
  try {
    matchHeader(base.source, base.name, header);
    return expected.held;
  } catch {
    // No layout fits: a separate run reports it.
    return null;
  }
}

/** The records that must come of a damaged file. */
const recordsExpected = ({damaged, base, held}: Readable): CleanRecords =>
  damaged.same ? recordsOf(base) : held;

const headerOf = (one: Readable): string => recordsExpected(one).header.join('\n');

/** The expected records as clean files, one for each header: a part costs by the file. */
function cleanFiles(files: readonly Readable[]): NamedFile[] {
  return [...Map.groupBy(files, headerOf).values()].map((group, at) => {
    const expected = group.map(recordsExpected);
    const [{header} = {header: []}] = expected;
    const rows = expected.flatMap((one) => one.rows);
    return {name: `${at}-clean.csv`, bytes: Buffer.from(cleaned({header, rows}))};
  });
}

/**
 * The source without the judgement of unreadable columns: a damaged file may fail it, and would refuse all
 * others with it. Equal rows are one record: damages of one file have most rows in common, which would count
 * once in all of them where equal rows are separate.
 */
const lenient = ({duplicates: _, ...source}: Source): Source => ({
  ...source,
  layouts: source.layouts.map((layout) => ({
    ...layout,
    unreadable: Object.fromEntries(Object.keys(layout.fields).map((name) => [name, 'damaged on purpose'])),
  })),
});

/**
 * Whether the part of all these files is that of clean files with the same records, every reject in order.
 * What one file lost shows in the counts, though another one brings the same record. False does not tell
 * which file it is.
 */
export async function allHold(workspace: Workspace, unsorted: readonly Readable[]): Promise<boolean> {
  const declared = unsorted[0]?.base.source;
  if (!declared) return true;
  const source = lenient(declared);
  // The order of files decides between equal versions: both parts have the same one.
  const files = [...Map.groupBy(unsorted, headerOf).values()].flat();
  const name = ({seed, base}: Readable) => `${seed}-${base.name}`;
  const isZip = ({damaged: {ending}}: Readable) => ending === 'zip';
  const damaged = files.map(
    (one): NamedFile => ({name: name(one) + (isZip(one) ? '.zip' : ''), bytes: one.damaged.bytes}),
  );
  const told = (one: Readable) => name(one) + (isZip(one) ? `.zip!${one.base.name}` : '');
  const [outcome, expected] = [
    await run(workspace, source, damaged),
    await run(workspace, source, cleanFiles(files)),
  ];
  if ('error' in outcome || 'error' in expected) return false;
  const lines = await rejectLines(outcome.rejects);
  const counted = files.every(
    (one, at) =>
      outcome.entry.files[at]?.rows === one.held.rows.length &&
      !rejectFaults(
        lines.filter(({file}) => file === told(one)),
        one.held,
        told(one),
      ).length,
  );
  // The good file itself may hold rows that are refused.
  const refused = files.flatMap((one) => recordsExpected(one).rows.filter(({cells}) => !cells));
  const listed = lines.filter(({kind}) => kind === 'row').length === outcome.entry.rejected;
  const differences = await unlike(workspace, outcome, expected, refused.length);
  return counted && listed && !countFaults(outcome.entry).length && !differences.length;
}
