/**
 * Contracting processes: the tenders, awards and contracts that share a solicitation number and a department.
 * A number without a digit is a placeholder and links nothing, and neither does a contract number, which
 * several contracts have. What is not linked is a process by itself.
 */
import {hash} from 'node:crypto';
import {datasetOrEntity, directionOf} from '../../../../../datasets/index.ts';
import {OCDS_DATASETS, type OcdsDataset} from '../../../../../datasets/ocds/fields.ts';
import {fold} from '../../../../../datasets/rules/text.ts';
import {rowsOf} from '../../../../../engine/rows/json_lines.ts';
import type {Condition, Engine, Position, Row} from '../../../../../engine/types.ts';

/** Records of a page: they are whole. */
const PAGE = 64;

export interface Process {
  /** Stable; the ocid is the prefix and this. */
  id: string;
  /** Whole records in the order of their lists. */
  records: Readonly<Record<OcdsDataset, readonly Row[]>>;
}

/** What links a record to others. */
interface Link {
  solicitation: string;
  department: string;
}

/** The solicitation number of a record; null without one, or where a placeholder without a digit stands for it. */
export const solicitationOf = ({solicitation_number: number}: Row): string | null =>
  typeof number === 'string' && /\d/.test(number) ? number : null;

/** The link of a record; null: it is a process by itself. */
function linkOf(row: Row): Link | null {
  const [number, {department}] = [solicitationOf(row), row];
  if (number === null || typeof department !== 'string') return null;
  return {solicitation: fold(number), department: fold(department)};
}

const conditionsOf = ({solicitation, department}: Link): Condition[] => [
  {op: 'exact', columns: ['solicitation_number'], value: solicitation},
  {op: 'exact', columns: ['department'], value: department},
];

/** Gives the next of some things, null after the last. It goes on once that is whole: one that throws is asked again. */
export type Next<T> = () => T | null;

/** Records in the order of their list, page by page. */
function walk(engine: Engine, dataset: OcdsDataset, where: readonly Condition[] = []): Next<Row> {
  const {sort} = datasetOrEntity(dataset);
  const order = directionOf(datasetOrEntity(dataset), sort.default);
  const query = {dataset, where, details: true, sort: sort.default, order, limit: PAGE, offset: 0, walk: {}};
  let after: Position | null | undefined;
  let rows: Row[] = [];
  return () => {
    if (rows.length === 0 && after !== null) {
      const {items, last} = engine.list({...query, after});
      // Before the next call overwrites them.
      rows = rowsOf(items);
      after = rows.length < PAGE ? null : last;
    }
    return rows.shift() ?? null;
  };
}

function allOf<T>(next: Next<T>): T[] {
  const all: T[] = [];
  for (let one = next(); one !== null; one = next()) all.push(one);
  return all;
}

/** The id of the first linked record in the order of the walk. */
function firstOf(engine: Engine, link: Link): string | null {
  const where = conditionsOf(link);
  for (const dataset of OCDS_DATASETS) {
    const {sort} = datasetOrEntity(dataset);
    const order = directionOf(datasetOrEntity(dataset), sort.default);
    const {last} = engine.list({dataset, where, sort: sort.default, order, limit: 1, offset: 0});
    if (last) return last.id;
  }
  return null;
}

const NONE = {tenders: [], awards: [], contracts: []};

/** The process whose first record is a row of a dataset; null where it has an earlier one. */
function processAt(engine: Engine, dataset: OcdsDataset, row: Row): Process | null {
  const link = linkOf(row);
  const id = String(row['record_id']);
  if (!link) return {id, records: {...NONE, [dataset]: [row]}};
  if (firstOf(engine, link) !== id) return null;
  const all = OCDS_DATASETS.map((one) => [one, allOf(walk(engine, one, conditionsOf(link)))] as const);
  const {solicitation, department} = link;
  const digest = hash('sha256', `${department}\n${solicitation}`, 'hex').slice(0, 16);
  return {id: `s_${digest}`, records: {...NONE, ...Object.fromEntries(all)}};
}

/** Each process once: where the first of its records is met. Memory holds one process and one page. */
export function processesOf(engine: Engine): Next<Process> {
  const lists = OCDS_DATASETS.map((dataset) => ({dataset, next: walk(engine, dataset)}));
  let row: Row | null = null;
  return () => {
    for (let [list] = lists; list; [list] = lists) {
      row ??= list.next();
      if (!row) {
        lists.shift();
        continue;
      }
      const process = processAt(engine, list.dataset, row);
      row = null;
      if (process) return process;
    }
    return null;
  };
}
