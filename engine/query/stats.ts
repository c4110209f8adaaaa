/** Statistics: record counts and exact sums by one dimension. */
import {DATASETS} from '../../datasets/index.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {stringAt} from '../text/string_array.ts';
import type {Row, StatsPage, StatsQuery} from '../types.ts';
import {type Accumulators, aggregate, exactCents, exactText} from './aggregate.ts';
import {groupPage} from './group_order.ts';
import {loadStoredGroups, requestColumn, requestGroup} from './requirements.ts';
import type {Table} from './table.ts';

/** One page of groups. Throws if the dataset has no statistics or not this dimension. */
export function stats(
  table: Table,
  query: StatsQuery,
  scratch: Scratch,
  accumulators: Accumulators,
): StatsPage {
  const dataset = DATASETS[query.dataset];
  const group = table.groups.get(query.group_by);
  if (!dataset?.stats || !group) throw new Error(`${query.dataset} cannot be grouped by ${query.group_by}`);
  const {sum} = dataset.stats;
  if (!table.source.complete) {
    if (query.where.length === 0 && !query.near && !query.after && group.aggregates) {
      loadStoredGroups(table.source, group, query);
    } else {
      requestGroup(table, group);
      if (sum !== null) requestColumn(table, table.columns.get(sum));
      table.source.fetch();
    }
  }
  const aggregates = aggregate(table, group, sum, query, scratch, accumulators);
  const page = groupPage(group, aggregates, query, scratch);
  const sumText = (ordinal: number) => (sum === null ? null : exactText(exactCents(aggregates, ordinal)));
  const rows = page.map((ordinal): Row => {
    const value = sumText(ordinal);
    return {
      group_by: query.group_by,
      group_value: stringAt(group.values, ordinal),
      record_count: aggregates.counts[ordinal]!,
      sum_field: sum,
      sum_value: value === null ? null : Number(value),
    };
  });
  const last = page.at(-1);
  return {
    total: aggregates.ordinals.length,
    rows,
    last:
      last === undefined
        ? null
        : {sum: sumText(last), count: aggregates.counts[last]!, value: stringAt(group.values, last)},
  };
}
