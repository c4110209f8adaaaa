/** Journal of fetched table pages on disk, from which an interrupted run resumes. */
import {dirname} from 'node:path';
import {makeFolder} from '../../builds/durable.ts';
import {DISK, type Files, type OpenFile} from '../../builds/files.ts';
import {onDisk, type Target} from './errors.ts';
import {type Head, openJournal} from './journal.ts';
import type {PartialDownload} from './partial_download.ts';
import type {Page} from './table.ts';

/** How far a table is read. */
interface Progress {
  /** Cursor of the next page; null before the first and after the last one. */
  next: string | null;
  pages: number;
  /** Distinct rows. */
  count: number;
  /** Repeated rows, which were merged. */
  repeated: number;
  /** Where the rows end in the file of rows. */
  bytes: number;
}

/** One page: how far the table is read with it, and the keys of its rows. */
interface Entry extends Progress {
  keys: string[];
}

const NOTHING: Progress = {next: null, pages: 0, count: 0, repeated: 0, bytes: 0};

export type PageJournal = Awaited<ReturnType<typeof openPageJournal>>;

/**
 * Opens the journal at `path`, with the pages of an unfinished run if they match `head`. `<path>.rows` has
 * the rows as they will be in the snapshot; `<path>.journal` lists the pages. A page counts once its journal
 * line is complete, which is written after its rows.
 */
export function openPageJournal(target: Target, path: string, head: Head, files: Files = DISK) {
  const rowsPath = `${path}.rows`;
  const guarded = <T>(work: () => Promise<T>) => onDisk(target, path, work);
  return guarded(async () => {
    await makeFolder(dirname(path), files);
    const file = await files.open(rowsPath, 'a+');
    const {size} = await files.stat(rowsPath);
    const keep = (object: object) => (isEntry(object) && object.bytes <= size ? object : null);
    const kind = {run: 'run', changed: 'the table changed since', keep} as const;
    const journal = await openJournal(target, `${path}.journal`, head, kind, files);
    await file.truncate(journal.kept.at(-1)?.bytes ?? 0); // rows after the last complete line
    await file.datasync(); // what a killed run wrote may not be on the disk yet
    return pagesIn(journal, file, {path: rowsPath, files}, guarded);
  });
}

/** The pages of an open journal, whose rows are in `file`; `guarded` names the file in errors of the disk. */
function pagesIn(
  journal: Awaited<ReturnType<typeof openJournal<Entry>>>,
  file: OpenFile,
  {path, files}: {path: string; files: Files},
  guarded: <T>(work: () => Promise<T>) => Promise<T>,
) {
  let at: Progress = journal.kept.at(-1) ?? NOTHING;
  const known = new Set(journal.kept.flatMap(({keys}) => keys));
  return {
    /** Why the journal of an earlier run was discarded; null where it is used, or there was none. */
    dropped: journal.dropped,
    at: () => at,
    isComplete: () => at.pages > 0 && at.next === null,

    /** Appends a page without rows whose key is already there; returns the number of new rows. */
    add: ({rows, next}: Page): Promise<number> => {
      const fresh = rows.filter(({key}) => key === null || (!known.has(key) && known.add(key)));
      return guarded(async () => {
        const bytes = Buffer.from(fresh.map(({line}) => line).join(''));
        await file.writeFile(bytes);
        await file.datasync(); // first: a journal line must never name rows that are lost
        const page: Entry = {
          next,
          pages: at.pages + 1,
          count: at.count + fresh.length,
          repeated: at.repeated + rows.length - fresh.length,
          bytes: at.bytes + bytes.length,
          keys: fresh.flatMap(({key}) => key ?? []),
        };
        await journal.add(page);
        at = page;
        return fresh.length;
      });
    },

    /** Drops all pages. */
    restart: (now: Head): Promise<void> =>
      guarded(async () => {
        await journal.restart(now); // first: a journal line must never name rows that are gone
        await file.truncate(0);
        known.clear();
        at = NOTHING;
      }),

    /** Copies all rows in page order. */
    copyTo: (part: Pick<PartialDownload, 'write'>) => copyFirst(at.bytes, files.read(path), part),

    async close(): Promise<void> {
      await file.close();
      await journal.close();
    },

    /** Removes the closed journal: the table is in the store. */
    async remove(): Promise<void> {
      await journal.remove();
      await files.rm(path, {force: true});
    },
  };
}

/** Copies the first bytes of a stream. */
async function copyFirst(
  bytes: number,
  stream: AsyncIterable<Buffer>,
  part: Pick<PartialDownload, 'write'>,
): Promise<void> {
  let left = bytes;
  if (left === 0) return;
  for await (const chunk of stream) {
    await part.write(chunk.subarray(0, left));
    left -= Math.min(left, chunk.length);
    if (left === 0) break;
  }
}

function isEntry(object: object): object is Entry {
  const {next, keys, ...sums} = {...NOTHING, keys: null, ...object};
  return (
    (next === null || typeof next === 'string') &&
    Object.values(sums).every((sum) => typeof sum === 'number') &&
    Array.isArray(keys)
  );
}
