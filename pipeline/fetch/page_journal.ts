/** Journal of fetched table pages on disk, from which an interrupted run resumes. */
import {DISK, type Files} from '../../builds/files.ts';
import type {Target} from './errors.ts';
import {type Head, openJournal, type Span} from './journal.ts';
import type {PartialDownload} from './partial_download.ts';
import type {Page, TableRow} from './table.ts';

/** How far a table is read. */
interface Progress {
  /** Cursor of the next page; null before the first and after the last one. */
  next: string | null;
  pages: number;
  /** Distinct rows. */
  count: number;
  /** Repeated rows, which were merged. */
  repeated: number;
  /** Size of the rows. */
  bytes: number;
}

/** A page in the journal: its rows without those that came before. */
interface Entry {
  next: string | null;
  rows: TableRow[];
  repeated: number;
}

const NOTHING: Progress = {next: null, pages: 0, count: 0, repeated: 0, bytes: 0};

const textOf = ({rows}: Entry): string => rows.map(({line}) => line).join('');

/** What is remembered of a page, since the rows of a whole table may not fit into memory. */
const summaryOf = (entry: Entry, span: Span) => ({
  next: entry.next,
  count: entry.rows.length,
  repeated: entry.repeated,
  bytes: Buffer.byteLength(textOf(entry)),
  keys: entry.rows.flatMap(({key}) => key ?? []),
  span,
});

function isEntry(object: object): object is Entry {
  const {next, rows, repeated} = {next: undefined, rows: null, repeated: null, ...object};
  return (next === null || typeof next === 'string') && Array.isArray(rows) && typeof repeated === 'number';
}

export type PageJournal = Awaited<ReturnType<typeof openPageJournal>>;

/** Opens `<path>.journal`, with the pages of an unfinished run if they match `head`. */
export async function openPageJournal(target: Target, path: string, head: Head, files: Files = DISK) {
  const keep = (object: object, span: Span) => (isEntry(object) ? summaryOf(object, span) : null);
  const kind = {run: 'run', changed: 'the table changed since', keep} as const;
  const journal = await openJournal(target, `${path}.journal`, head, kind, files);
  let at = NOTHING;
  const known = new Set<string>();
  const spans: Span[] = [];
  function take({next, count, repeated, bytes, keys, span}: ReturnType<typeof summaryOf>): void {
    for (const key of keys) known.add(key);
    spans.push(span);
    at = {
      next,
      pages: at.pages + 1,
      count: at.count + count,
      repeated: at.repeated + repeated,
      bytes: at.bytes + bytes,
    };
  }
  journal.kept.forEach(take);
  return {
    /** Why the journal of an earlier run was discarded; null where it is used, or there was none. */
    dropped: journal.dropped,
    at: () => at,
    isComplete: () => at.pages > 0 && at.next === null,

    /** Appends a page without rows whose key is already there; returns the number of new rows. */
    async add({rows, next}: Page): Promise<number> {
      const fresh = rows.filter(({key}) => key === null || (!known.has(key) && known.add(key)));
      const entry: Entry = {next, rows: fresh, repeated: rows.length - fresh.length};
      take(summaryOf(entry, await journal.add(entry)));
      return fresh.length;
    },

    /** Drops all pages. */
    async restart(now: Head): Promise<void> {
      await journal.restart(now);
      known.clear();
      spans.length = 0;
      at = NOTHING;
    },

    /** Copies all rows in page order. */
    async copyTo(part: Pick<PartialDownload, 'write'>): Promise<void> {
      for (const span of spans) {
        const entry = await journal.read(span);
        if (!isEntry(entry)) throw new Error(`${path}.journal has no page at byte ${span.from}`);
        await part.write(Buffer.from(textOf(entry)));
      }
    },
    close: journal.close,
    /** Removes the closed journal: the table is in the store. */
    remove: journal.remove,
  };
}
