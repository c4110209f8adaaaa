/** French names of what profiles list by its English name alone. */
import type {Engine, Row} from '../../../engine/types.ts';
import {answer, ask, callOf} from '../ask.ts';
import type {View} from '../view/types.ts';

/** The most bills of one sponsor that are looked up: those of a page of the list. */
const MOST_BILLS = '100';

const rowsIn = (row: Row, field: string): Row[] =>
  Array.isArray(row[field]) ? (row[field] as unknown as Row[]) : [];

const committeeName = (engine: Engine, slug: string): string | null =>
  (answer<Row>(engine, callOf(`/committees/${encodeURIComponent(slug)}`, [])).data['name_fr'] as string) ??
  null;

/** Names of committees by slug; null where the House gives none in French. */
function committeeNames(engine: Engine, rows: readonly Row[]): Map<string, string | null> {
  const slugs = new Set(rows.map(({slug}) => String(slug)));
  return new Map([...slugs].map((slug) => [slug, committeeName(engine, slug)]));
}

const billOf = ({session_id, number}: Row): string => `${session_id}/${number}`;

/** Titles of the bills of a sponsor by session and number. */
function billTitles(engine: Engine, sponsor: string): Map<string, string | null> {
  const {data} = ask(engine, '/bills', [
    ['sponsor', sponsor],
    ['lang', 'fr'],
    ['limit', MOST_BILLS],
  ]);
  return new Map(data.map((row) => [billOf(row), row['name_fr'] as string | null]));
}

/** A politician with `name_fr` beside the English names of committees and bills; in English as given. */
export function withFrenchNames({language}: View, engine: Engine, owner: string | null, row: Row): Row {
  if (owner !== 'politicians' || language !== 'fr') return row;
  const [seats, bills] = [rowsIn(row, 'committee_memberships'), rowsIn(row, 'bill_sponsorships')];
  const names = committeeNames(engine, seats);
  const titles = bills.length === 0 ? new Map() : billTitles(engine, String(row['name']));
  return {
    ...row,
    committee_memberships: seats.map((seat) => ({...seat, name_fr: names.get(String(seat['slug'])) ?? null})),
    bill_sponsorships: bills.map((bill) => ({...bill, name_fr: titles.get(billOf(bill)) ?? null})),
  };
}
