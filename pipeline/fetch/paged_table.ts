/** Reads tables page by page into the store, unless they are unchanged; verifies the row count at the end. */
import {join} from 'node:path';
import type {Snapshot} from '../../builds/artefacts.ts';
import {number, plural} from '../runtime/counts.ts';
import {
  confirmKnown,
  type FetchContext,
  progressEmitter,
  storeAssembled,
  warn as warnOf,
} from './download.ts';
import {FetchError, ResponseTooLarge} from './errors.ts';
import type {Head} from './journal.ts';
import {openPageJournal, type PageJournal} from './page_journal.ts';
import {TransientError} from './retry.ts';
import {LIVE} from './store.ts';
import {type Table, TableChanged, type TableState} from './table.ts';

/** Raise it when rows are written differently: snapshots in the old form are then read again. */
const FORM = 1;
/** Attempts for a page that overloads the portal, while a smaller page may still be tried. */
const HEAVY_TRIES = 2;

/**
 * All rows of the table as JSON Lines; equal tables give equal bytes. A journal keeps fetched pages for the
 * next run. A table that changes while it is read, or whose count differs, is read once more; then
 * FetchError.
 */
export async function fetchTable(table: Table, context: FetchContext): Promise<Snapshot> {
  const {store, http, startedAt} = context;
  const {target} = table;
  const start = http.clock();
  const warn = (text: string) => warnOf(context, target, text);
  let state = await table.state();
  const current = await confirmKnown(target, validator(state), start, context);
  if (current) return current;
  const head = (): Head => ({begun: startedAt, declared: target.url, state: JSON.stringify(state)});
  const path = join(store.folder, encodeURIComponent(target.file));
  const pages = await openPageJournal(target, path, head());
  try {
    if (pages.dropped) warn(pages.dropped);
    else if (pages.at().pages) warn(`${plural(pages.at().count, 'row')} kept from the run before`);
    for (let pass = 1; ; pass++) {
      try {
        await readPages(table, pages, context, warn);
        compare(pages.at().count, state, await table.state());
        break;
      } catch (error) {
        if (!(error instanceof TableChanged)) throw error;
        if (pass === 2) {
          await pages.restart(head()); // useless to the next run
          const remedy =
            'run again later, or look at the portal: it changes the table all the time or does not give all of it; the last good file stays in use';
          throw new FetchError(target, `${error.message}, also when read once more`, remedy, error);
        }
        warn(`read once more from the start: ${error.message}`);
        state = await table.state();
        await pages.restart(head());
      }
    }
    const {repeated} = pages.at();
    if (repeated) warn(`rows that came twice are merged: ${repeated}`);
    const facts = {format: 'jsonl', origin: LIVE, synthetic: false, etag: validator(state)} as const;
    const snapshot = await storeAssembled(target, facts, start, context, (part) => pages.copyTo(part));
    await pages.remove();
    return snapshot;
  } catch (error) {
    const {count} = pages.at();
    if (count) warn(`rows kept: ${count}; a run within a day asks only for the others`);
    throw error;
  } finally {
    await pages.close();
  }
}

/** Validator in the sidecar; null where the portal does not say when the table changes. */
export const validator = ({stamp, count}: TableState): string | null =>
  stamp === null ? null : `${stamp}, ${count ?? 'some'} rows, form ${FORM}`;

/** Reads every missing page; halves the page size where the portal fails. */
async function readPages(
  table: Table,
  pages: PageJournal,
  context: FetchContext,
  warn: (text: string) => void,
): Promise<void> {
  const emitProgress = progressEmitter(table.target, context);
  let size = table.size;
  while (!pages.isComplete()) {
    const {next} = pages.at();
    context.signal.throwIfAborted();
    try {
      const page = await table.page(next, size, size > table.least ? HEAVY_TRIES : undefined);
      if (page.next !== null && page.next === next) throw new TableChanged(`no page follows ${page.next}`);
      const fresh = await pages.add(page);
      if (page.rows.length > 0 && fresh === 0) throw new TableChanged('a whole page came again');
      const {bytes} = pages.at();
      if (bytes > context.http.max_bytes) throw tooLarge(table, context);
      emitProgress(bytes, null);
    } catch (error) {
      if (size <= table.least || !isTooMuch(error)) throw error;
      size = Math.max(table.least, Math.floor(size / 2));
      warn(`pages of ${size} rows from here on: ${error.problem}`);
    }
  }
}

const tooLarge = ({target}: Table, {http}: FetchContext): FetchError =>
  new FetchError(
    target,
    `the table is larger than ${http.max_bytes} bytes`,
    'raise FETCH_MAX_BYTES if that is right',
  );

/** Whether a smaller page may succeed. */
const isTooMuch = (error: unknown): error is FetchError =>
  error instanceof ResponseTooLarge ||
  (error instanceof FetchError && error.cause instanceof TransientError && error.cause.heavy);

/** Throws TableChanged where the rows are not of one state of the table. */
function compare(count: number, before: TableState, after: TableState): void {
  if (after.count !== null && count !== after.count)
    throw new TableChanged(`${plural(count, 'row')} came where the portal counts ${number(after.count)}`);
  if (before.stamp !== after.stamp || before.mark !== after.mark) {
    throw new TableChanged('the table was changed while it was read');
  }
}
