/** The tenders, awards and contracts of one solicitation number, and their sums in whole cents. */

import {rowsOf} from '../../engine/rows/json_lines.ts';
import type {Lifecycle, Row} from '../../engine/types.ts';
import {list} from './list.ts';
import type {Database} from './pool.ts';

/** More rows than a build of the tests has. */
const ALL = 100_000;

/**
 * The rows whose folded solicitation number equals `solicitation`, oldest first; null where there are none.
 */
export async function lifecycle(database: Database, solicitation: string): Promise<Lifecycle | null> {
  const rowsOfStage = async (dataset: string): Promise<Row[]> => {
    const where = [{op: 'exact', columns: ['solicitation_number'], value: solicitation}] as const;
    const {items} = await list(database, {dataset, where, sort: 'date', order: 'asc', limit: ALL, offset: 0});
    return [...rowsOf(items)];
  };
  const tenders = await rowsOfStage('tenders');
  const awards = await rowsOfStage('awards');
  const contracts = await rowsOfStage('contracts');
  const all = [...tenders, ...awards, ...contracts];
  if (all.length === 0) return null;
  const dates = all.map(({date}) => date as string | null).filter((date) => date !== null);
  return {
    solicitation_number: newest(all)['solicitation_number'] as string,
    tender: tenders.length > 0 ? newest(tenders) : null,
    tenders,
    awards,
    contracts,
    summary: {
      row_count: all.length,
      first_date: dates.length > 0 ? dates.reduce((a, b) => (b < a ? b : a)) : null,
      last_date: dates.length > 0 ? dates.reduce((a, b) => (b > a ? b : a)) : null,
      award_value: sum(awards),
      contract_value: sum(contracts),
    },
  };
}

/** Rows come oldest first, by id where days are equal, and those without a day last. */
function newest(rows: readonly Row[]): Row {
  const last = rows.map(({date}) => date as string | null).reduce((a, b) => ((b ?? '') > (a ?? '') ? b : a));
  return rows.find(({date}) => date === last)!;
}

/** The sum of decimal texts, digit by digit. */
function sum(rows: readonly Row[]): number {
  const cents = rows.reduce((all, {value}) => {
    const [whole = '', part = ''] = Number(value ?? 0)
      .toFixed(2)
      .split('.');
    return all + BigInt(`${whole}${part}`);
  }, 0n);
  return Number(cents) / 100;
}
