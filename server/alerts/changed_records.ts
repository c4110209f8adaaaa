/** What builds changed in the records of a dataset, of which people are told. */
import {changes} from '../../datasets/derived/changes.ts';
import {rowsOf} from '../../engine/rows/json_lines.ts';
import type {Condition, Engine, Position} from '../../engine/types.ts';
import {numberSince, ofDataset} from '../api/operations/changes.ts';

/** What happened to a record between two builds. */
export type Happened = 'added' | 'changed' | 'removed' | 'returned';

/** By record. */
export type ChangedRecords = ReadonlyMap<string, Happened>;

/** Rows of the log that are read at a time. */
const READ = 5000;

/**
 * Changes of which people are told. Those of the pipeline are none. Where both the files and the code changed,
 * nobody knows: a record that came or went is told, since else it would be told never; other values are not,
 * since new code gives them to many records at a time.
 */
function isTold(kind: string, cause: string): boolean {
  return cause === 'publisher' || (cause === 'unknown' && kind !== 'changed');
}

/** Two changes of a record, one after the other, as one; null where they undo each other. */
export function joinedChanges(first: Happened, then: Happened): Happened | null {
  const wasThere = first === 'changed' || first === 'removed';
  const isThere = then !== 'removed';
  if (wasThere) return isThere ? 'changed' : 'removed';
  return isThere ? first : null;
}

/** Records of a dataset that changed after a build, as the log of the newest build has them, oldest change first. */
export function changedRecords(engine: Engine, dataset: string, since: string): ChangedRecords {
  const after = numberSince(since, engine.info.log) + 1;
  const where: Condition[] = [
    ...ofDataset(dataset),
    {op: 'gte', columns: ['build_number'], value: String(after)},
    {op: 'in', columns: ['cause'], value: ['publisher', 'unknown']},
  ];
  const found = new Map<string, Happened>();
  let position: Position | undefined;
  do {
    const query = {dataset: changes.name, where, sort: changes.sort.default, order: 'asc'} as const;
    const page = engine.list({...query, limit: READ, offset: 0, after: position});
    for (const {record_id, kind, cause} of rowsOf(page.items)) {
      if (!isTold(String(kind), String(cause))) continue;
      const [id, then] = [String(record_id), kind as Happened];
      const first = found.get(id);
      const now = first === undefined ? then : joinedChanges(first, then);
      if (now === null) found.delete(id);
      else found.set(id, now);
    }
    position = page.items.count === READ ? (page.last ?? undefined) : undefined;
  } while (position);
  return found;
}

/** When the first build after another was made: its new and changed records have this time. Null: none is known. */
export function madeAfter(engine: Engine, since: string): string | null {
  const {log} = engine.info;
  if (!log) return null;
  const builds = [...log.builds, log.build];
  const at = builds.findIndex(({build_id}) => build_id === since);
  return at < 0 ? null : (builds[at + 1]?.built_at ?? null);
}
