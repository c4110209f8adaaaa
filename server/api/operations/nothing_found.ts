/** What the wider search says where it finds nothing: why, and what may be meant. */
import {billNumberIn} from '../../../datasets/rules/bill_numbers.ts';
import type {Json} from '../../../datasets/types.ts';
import type {Answer, Engine, Hits} from '../../../engine/types.ts';
import {hintsOfSearch} from './hints.ts';
import {widerGroups} from './search_wider.ts';

/** The five groups of the wider search. */
export function fiveGroups(engine: Engine, text: string, limit: number): Answer<Hits[]> {
  const bill = billNumberIn(text) ?? undefined;
  return engine.search({text, limit, wider: true, bill});
}

/** Results of the wider search for a folded text. */
const totalOf = async (engine: Engine, text: string): Promise<number> => {
  const five = await fiveGroups(engine, text, 1);
  const more = await widerGroups(engine, {q: text, text, limit: 1, lang: 'both'});
  return [...five, ...Object.values(more)].reduce((sum, {total}) => sum + total, 0);
};

export async function explainNothing(engine: Engine, q: string): Promise<Record<string, Json>> {
  const hints = await hintsOfSearch(q, engine, (text) => totalOf(engine, text));
  return hints ? {hints} : {};
}
