/** Stages the rows of a table one by one into the relation of the layout that matches its header. */
import {setImmediate} from 'node:timers/promises';
import {usedColumns} from '../../datasets/used_columns.ts';
import type {FileFacts} from './documents/layout_tally.ts';
import {factsOf, matchHeader} from './header.ts';
import {isLabelRow, LABELS} from './no_data.ts';
import type {OpenFile} from './open.ts';
import {
  noteColumns,
  reading,
  relationOf,
  rowWriter,
  type StagingContext,
  singleRowTable,
  takeRow,
  warn,
} from './staging.ts';
import type {RawTable} from './types.ts';

/** Rows between two progress events. */
const PROGRESS_EVERY = 16_384;

/** Throws ReadError as `matchHeader` and the rows do. */
export async function stageRows(
  work: StagingContext,
  file: Pick<OpenFile, 'name' | 'bytes'>,
  raw: RawTable,
  number: number,
): Promise<FileFacts> {
  const {db, source, staged} = work;
  const matched = matchHeader(source, file.name, raw.header);
  if (raw.note) warn(work, file.name, raw.note);
  noteColumns(staged, number, matched, raw.header);
  const relation = relationOf(matched.layout, staged);
  const columns = usedColumns(matched.layout);
  const positions = columns.map((name) => matched.positions.get(name) ?? -1);
  const writer = await rowWriter(db, await singleRowTable(db, relation), number, source.nullTokens);
  const first = staged.next;
  for await (const row of raw.rows) {
    const {cells} = row;
    const taken = takeRow(staged, row.row);
    const used = cells ? positions.map((at) => cells[at] ?? null) : null;
    const labels = taken === first && cells !== undefined && isLabelRow(matched, cells);
    writer.add(taken, row, labels ? null : used, labels ? LABELS : (row.refused ?? ''));
    for (const [at, text] of row.unread ?? []) {
      const name = columns[positions.indexOf(at)];
      if (name === undefined) continue;
      relation.unread.add(name);
      writer.addUnread(taken, name, text);
    }
    if (staged.read % PROGRESS_EVERY > 0) continue;
    reading(work, file, row.to);
    // Rows may come without a wait; other work has its turn here.
    await setImmediate();
  }
  writer.close();
  return factsOf(matched);
}
