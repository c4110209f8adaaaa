/** Tender, award and contract rows of one solicitation number (specification 2.5). */
import {DATASETS} from '../../datasets/index.ts';
import {ident} from '../../datasets/rules/sql.ts';
import type {Lifecycle, Row} from '../types.ts';
import {expression, from, idOf} from './columns.ts';
import type {Database} from './database.ts';

/** In the order of a purchase; among rows of one date the earlier stage counts as the newer row. */
const STAGES = ['tenders', 'awards', 'contracts'] as const;
type Stage = (typeof STAGES)[number];

/**
 * The rows whose folded solicitation number equals `solicitation` (folded), or null when there are none. Rows stand by
 * date ascending, nulls last, then id. The newest row has the latest date, then the first id, as in `tender`.
 */
export async function lifecycle(database: Database, solicitation: string): Promise<Lifecycle | null> {
  const [tenders, awards, contracts] = await Promise.all(
    STAGES.map((stage) => rowsOf(database, stage, solicitation)),
  );
  if (!tenders || !awards || !contracts) throw new Error('every stage of a purchase gives a list');
  const all = [...tenders, ...awards, ...contracts];
  const newest = newestOf(all);
  if (!newest) return null;
  const dates = all.flatMap(({date}) => (typeof date === 'string' ? [date] : [])).sort();
  return {
    solicitation_number: String(newest['solicitation_number']),
    tender: newestOf(tenders),
    tenders,
    awards,
    contracts,
    summary: {
      row_count: all.length,
      first_date: dates[0] ?? null,
      last_date: dates.at(-1) ?? null,
      award_value: sumOf(awards),
      contract_value: sumOf(contracts),
    },
  };
}

async function rowsOf(database: Database, stage: Stage, solicitation: string): Promise<Row[]> {
  const of = DATASETS[stage];
  if (!of) throw new Error(`the lifecycle needs a dataset named ${stage}`);
  const names = Object.keys(of.columns).filter((name) => of.columns[name]?.shown === 'list');
  const shown = names.map((name) => ({name, ...expression(of, name)}));
  const fields = shown.map(({name, sql}) => `${sql} AS ${ident(name)}`).join(', ');
  return await database.rows(
    `SELECT ${fields} ${from(of, shown)} WHERE fold(r.solicitation_number) = $solicitation
    ORDER BY r.date ASC NULLS LAST, ${idOf(of)}`,
    {solicitation},
  );
}

/** First of the rows with the latest date; without any date the first row. */
function newestOf(rows: readonly Row[]): Row | null {
  const dateOf = ({date}: Row) => (typeof date === 'string' ? date : '');
  return rows.reduce<Row | null>((best, row) => (!best || dateOf(row) > dateOf(best) ? row : best), null);
}

/** Sum in whole cents, so that it is exact; nulls add 0. */
function sumOf(rows: readonly Row[]): number {
  const cents = rows.reduce((sum, {value}) => sum + Math.round(Number(value ?? 0) * 100), 0);
  return cents / 100;
}
