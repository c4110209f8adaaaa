/** Statistics: records and exact sums by one dimension (specification 1.13). */
import {DATASETS} from '../../datasets/index.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {stringAt} from '../text/string_array.ts';
import type {Row, StatsPage, StatsQuery} from '../types.ts';
import {type Accumulators, aggregate, exactCents, exactText} from './aggregate.ts';
import {groupPage} from './group_order.ts';
import type {Table} from './table.ts';

/** One page of groups. Throws on a dataset without statistics and on a dimension it does not have. */
export function stats(table: Table, query: StatsQuery, scratch: Scratch, room: Accumulators): StatsPage {
  const of = DATASETS[query.dataset];
  const group = table.groups.get(query.group_by);
  if (!of?.stats || !group) throw new Error(`${query.dataset} cannot be grouped by ${query.group_by}`);
  const {sum} = of.stats;
  const totals = aggregate(table, group, sum, query, scratch, room);
  const codes = groupPage(group, totals, query, scratch);
  const centsOf = (code: number) => exactCents(totals, code);
  const rows = codes.map(
    (code): Row => ({
      group_by: query.group_by,
      group_value: stringAt(group.values, code),
      record_count: totals.counts[code]!,
      sum_field: sum,
      sum_value: sum === null ? null : Number(exactText(centsOf(code))),
    }),
  );
  const last = codes.at(-1);
  return {
    total: totals.ordinals.length,
    rows,
    last:
      last === undefined
        ? null
        : {
            sum: sum === null ? null : exactText(centsOf(last)),
            count: totals.counts[last]!,
            value: stringAt(group.values, last),
          },
  };
}
