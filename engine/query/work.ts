/** What the queries of one thread work in and keep, grown as they need and reused by the next ones. */
import {RowReader} from '../rows/reader.ts';
import {Scratch} from '../rowset/scratch.ts';
import {ValueCounter} from './value_counter.ts';
import {Walks} from './walks.ts';

export interface Work {
  scratch: Scratch;
  reader: RowReader;
  counter: ValueCounter;
  walks: Walks;
}

/** Nothing yet, but for the walks before; `check` throws where a query takes too long. */
export const workOf = (check: () => void, walks = new Walks()): Work => ({
  scratch: new Scratch(check),
  reader: new RowReader(),
  counter: new ValueCounter(),
  walks,
});
