/** Plans the scan of a table: what is collected of every row for its columns, groups, points and searches. */
import type {CollectedColumn, NumericColumn} from '../columns/dictionary.ts';
import {createListDictionary, type TableDictionary} from '../columns/list_dictionary.ts';
import {unitOf} from '../columns/units.ts';
import {isDerived, type TableLayout} from '../file/table_layout.ts';
import {prepareSearchScan, type SearchScan} from '../search/write.ts';
import {type Expression, expression} from '../sql/columns.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {groupSql} from '../sql/grouping.ts';
import {Collector} from './collector.ts';

/** What is read of a table. */
export interface ScanPlan {
  collector: Collector;
  texts: Map<string, {column: CollectedColumn; keepValues: boolean}>;
  numbers: Map<string, NumericColumn>;
  lists: Map<string, TableDictionary>;
  groups: PlannedGroup[];
  point: {lats: NumericColumn; lngs: NumericColumn} | null;
  search: SearchScan | null;
}

/** A grouping of the statistics, by a column of one value a row or by a list. */
export type PlannedGroup = {name: string; chronological: boolean} & (
  | {column: CollectedColumn}
  | {list: {read: Expression; dictionary: TableDictionary}}
);

/** Creates the dictionaries of lists, and plans what a scan of `rows` rows collects. */
export async function planScan(db: CompileDb, layout: TableLayout, rows: number): Promise<ScanPlan> {
  const {declaration, point, globalSearch} = layout;
  const collector = new Collector(layout, rows);
  const plan: ScanPlan = {
    collector,
    texts: new Map(),
    numbers: new Map(),
    lists: new Map(),
    groups: [],
    point: null,
    search: null,
  };
  for (const {name, kind, column, values} of layout.columns) {
    const read = expression(declaration, name);
    if (kind === 'numeric') plan.numbers.set(name, collector.number(read, unitOf(column.type).sql(read.sql)));
    else if (kind === 'text') {
      const keepValues = values || name === globalSearch?.labelColumn;
      plan.texts.set(name, {column: collector.text(read), keepValues});
    } else {
      const options = {name, order: 'folded', keepValues: values} as const;
      plan.lists.set(name, await createListDictionary(db, declaration, read, options));
    }
  }
  if (point) {
    const [lat, lng] = [expression(declaration, point.lat), expression(declaration, point.lng)];
    plan.point = {lats: collector.number(lat, lat.sql), lngs: collector.number(lng, lng.sql)};
  }
  for (const name of layout.groups) plan.groups.push(await planGroup(db, layout, collector, name));
  const texts = new Set(plan.texts.keys());
  plan.search = prepareSearchScan(layout, texts, (read) => collector.text(read));
  return plan;
}

async function planGroup(
  db: CompileDb,
  {declaration}: TableLayout,
  collector: Collector,
  name: string,
): Promise<PlannedGroup> {
  const grouping = isDerived(declaration) ? undefined : declaration.stats?.groups[name];
  if (!grouping) throw new Error(`${declaration.name} has no group ${name}`);
  const chronological = grouping.chronological === true;
  if (grouping.list !== true) return {name, column: collector.text(grouping), chronological};
  const read: Expression = {sql: groupSql(grouping), join: grouping.join};
  const options = {name: `group_${name}`, order: 'value', keepValues: true} as const;
  const dictionary = await createListDictionary(db, declaration, read, options);
  return {name, list: {read, dictionary}, chronological};
}
