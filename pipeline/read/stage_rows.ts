/** Stages the rows of a table one by one into the relation of the layout that matches its header. */
import {usedColumns} from '../../datasets/used_columns.ts';
import {type MatchedHeader, matchHeader} from './header.ts';
import {isLabelRow, LABELS} from './no_data.ts';
import type {OpenFile} from './open.ts';
import type {StagingContext} from './staging.ts';
import {relationOf, rowWriter, singleRowTable, takeRow} from './staging.ts';
import type {RawTable} from './types.ts';

/** Rows between two progress events. */
const PROGRESS_EVERY = 16_384;

/** Throws ReadError as `matchHeader` and the rows do. */
export async function stageRows(
  {db, source, staged, emit}: StagingContext,
  file: Pick<OpenFile, 'name' | 'bytes'>,
  raw: RawTable,
  number: number,
): Promise<MatchedHeader> {
  const matched = matchHeader(source, file.name, raw.header);
  if (raw.note) emit({kind: 'warning', source: source.slug, file: file.name, text: raw.note});
  const relation = relationOf(matched.layout, staged);
  const columns = usedColumns(matched.layout);
  const positions = columns.map((name) => matched.positions.get(name) ?? -1);
  const writer = await rowWriter(db, await singleRowTable(db, relation), number, source.nullTokens);
  const first = staged.next;
  const named = (cells: readonly (string | null)[]) =>
    new Map([...matched.positions].map(([name, at]) => [name, cells[at] ?? null]));
  for await (const row of raw.rows) {
    const {cells} = row;
    const taken = takeRow(staged);
    const used = cells ? positions.map((at) => cells[at] ?? null) : null;
    const labels = taken === first && cells !== undefined && isLabelRow(matched.layout, named(cells));
    writer.add(taken, row, labels ? null : used, labels ? LABELS : (row.refused ?? ''));
    for (const [at, text] of row.unread ?? []) {
      const name = columns[positions.indexOf(at)];
      if (name === undefined) continue;
      relation.unread.add(name);
      writer.addUnread(taken, name, text);
    }
    if (staged.read % PROGRESS_EVERY === 0) {
      const {name, bytes} = file;
      emit({
        kind: 'reading',
        source: source.slug,
        file: name,
        bytes: row.to,
        total: bytes,
        rows: staged.read,
      });
    }
  }
  writer.close();
  return matched;
}
