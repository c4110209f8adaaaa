/** Exports what changed in a dataset since a build: each record that did once, whole or as gone. */
import {changes} from '../../../../datasets/derived/changes.ts';
import {datasetOrEntity, idColumn, loggedAs} from '../../../../datasets/index.ts';
import {rowsOf} from '../../../../engine/rows/json_lines.ts';
import {LineConverter} from '../../../../engine/rows/line_converter.ts';
import type {Condition, Engine, Lines, ListQuery} from '../../../../engine/types.ts';
import {ApiError} from '../../errors.ts';
import {cutBelow, isVerbatim, lineForm} from '../../formats/items.ts';
import {TextParquet} from '../../formats/text_parquet.ts';
import type {Call} from '../../request/call.ts';
import type {ListRoute} from '../../routes/types.ts';
import {numberSince, ofDataset} from '../changes.ts';
import {exportQuery, type Records} from './export_records.ts';

/** Most changes of one export: the whole one is sooner taken than more. */
export const MOST_CHANGES = 100_000;

/** Changes that are read at once, records of a chunk of lines, and of a row group of Parquet. */
const PAGE = 512;
const CHUNK = 64;
const GROUP = 512;

/** Ids of the records of a dataset that changed after the build of a number, each once, last changed first. */
function changedIds(engine: Engine, dataset: string, number: number): string[] {
  const where: Condition[] = [
    ...ofDataset(dataset),
    {op: 'gte', columns: ['build_number'], value: String(number + 1)},
  ];
  const query = {
    dataset: changes.name,
    where,
    sort: changes.sort.default,
    order: 'desc' as const,
    limit: PAGE,
    offset: 0,
    walk: {},
  };
  const ids = new Set<string>();
  for (let after: ListQuery['after']; ; ) {
    const {items, last, total} = engine.list({...query, after});
    if (total > MOST_CHANGES) throw new ApiError('changes', {most: MOST_CHANGES});
    for (const row of rowsOf(items)) ids.add(String(row['record_id']));
    if (items.count < PAGE || !last) return [...ids];
    after = last;
  }
}

/** The number of the build that a call goes on from. Throws where the log does not reach back to it. */
function numberOf(call: Call, list: ListRoute, {info: {log}}: Engine): number {
  const number = numberSince(String(call.values['since']), log);
  const known = log?.datasets[loggedAs(list.dataset)];
  // With other columns the rows of that build are those of another table.
  if (!known || number < known.since) throw new ApiError('build', {name: 'since'});
  return number;
}

/** The one line of a result, without its line feed. */
const lineIn = ({bytes, ends}: Lines): string => bytes.toString('utf8', 0, ends[0]);

/** What happened to a record since: `record` is its line in the whole export, null where it is gone. */
interface Operation {
  id: string;
  record: string | null;
}

const isUpsert = ({record}: Operation): boolean => record !== null;

/** Says of each id what happened to its record. */
function operationsOf(call: Call, list: ListRoute, engine: Engine): (id: string) => Operation {
  const query = exportQuery(call, list, 'ndjson');
  const column = idColumn(datasetOrEntity(list.dataset));
  const cut = cutBelow(call);
  const converter = isVerbatim(call) ? null : new LineConverter(lineForm(call, 'ndjson'));
  return (id) => {
    const exact: Condition = {op: 'in', columns: [column], value: [id]};
    const {items} = engine.list({...query, where: [exact], limit: 1, walk: undefined});
    if (items.count === 0) return {id, record: null};
    const whole = cut ? cut(items) : items;
    return {id, record: lineIn(converter ? converter.convert(whole) : whole)};
  };
}

/** How operations are written: before, for some of them, after. */
interface Writer {
  begin(): Buffer | null;
  some(operations: readonly Operation[]): Buffer;
  end(): Buffer | null;
}

const lineOf = ({id, record}: Operation): string =>
  record === null
    ? `{"operation":"delete","id":${JSON.stringify(id)}}\n`
    : `{"operation":"upsert","id":${JSON.stringify(id)},"record":${record}}\n`;

const asLines: Writer = {
  begin: () => null,
  some: (operations) => Buffer.from(operations.map(lineOf).join('')),
  end: () => null,
};

function asParquet(): Writer {
  const file = new TextParquet([{name: 'operation'}, {name: 'id'}, {name: 'record', json: true}]);
  const rowOf = (one: Operation) => [isUpsert(one) ? 'upsert' : 'delete', one.id, one.record];
  return {
    begin: () => file.begin(),
    some: (operations) => file.group(operations.map(rowOf)),
    end: () => file.end(),
  };
}

/**
 * One operation for each record that changed: `upsert` with the record as the whole export has it, or
 * `delete`. Throws 400 for a build that the log does not reach back to, and where more changed than is worth a
 * list.
 */
export function exportChanges(
  call: Call,
  list: ListRoute,
  format: 'ndjson' | 'parquet',
  engine: Engine,
): Records {
  const ids = changedIds(engine, list.dataset, numberOf(call, list, engine));
  const operationOf = operationsOf(call, list, engine);
  const writer = format === 'ndjson' ? asLines : asParquet();
  const size = format === 'ndjson' ? CHUNK : GROUP;
  let at = -1;
  /** The next part. It counts once it is whole: whoever lacks bytes of its records asks for it again. */
  const next = (): Buffer | null => {
    if (at < 0) {
      at = 0;
      const begin = writer.begin();
      if (begin) return begin;
    }
    if (at < ids.length) {
      const part = writer.some(ids.slice(at, at + size).map(operationOf));
      at += size;
      return part;
    }
    if (at === Number.POSITIVE_INFINITY) return null;
    at = Number.POSITIVE_INFINITY;
    return writer.end();
  };
  if (ids.length > CHUNK) return {total: ids.length, body: {next, close() {}}};
  const parts: Buffer[] = [];
  for (let part = next(); part !== null; part = next()) parts.push(part);
  return {total: ids.length, body: Buffer.concat(parts)};
}
