/** Journal of fetched table pages on disk, from which an interrupted run resumes. */
import {dirname} from 'node:path';
import {makeFolder, sync} from '../../builds/durable.ts';
import {DISK, type Files, type OpenFile} from '../../builds/files.ts';
import {plural} from '../runtime/counts.ts';
import {objectsIn} from './crawl_lines.ts';
import {onDisk, type Target} from './errors.ts';
import type {PartialDownload} from './partial_download.ts';
import type {Page} from './table.ts';
import {isObject} from './unknown_json.ts';

/** Identity of a journal: pages of another table or table state are not mixed. */
export interface Head {
  /** Start of the run that created it, UTC `YYYY-MM-DDTHH:MM:SS`. */
  begun: string;
  address: string;
  /** The state of the table at that time, as reported by the portal. */
  state: string;
}

/** One page: where the next one begins, and where its rows end in the file of rows. */
interface Entry {
  next: string | null;
  rows: number;
  repeated: number;
  end: number;
  keys: string[];
}

/** Older journals are discarded. */
const LONGEST_MS = 86_400_000;

/**
 * `<path>.rows` has the rows as they will be in the snapshot; `<path>.journal` lists the pages. A page counts
 * once its journal line is complete, which is written after its rows.
 */
export class PageJournal {
  readonly #target: Target;
  readonly #files: Files;
  readonly #path: string;
  readonly #rows: OpenFile;
  readonly #journal: OpenFile;
  readonly #keys = new Set<string>();
  #next: string | null = null;
  #pages = 0;
  #count = 0;
  #repeated = 0;
  #end = 0;
  /** Why the journal of an earlier run was discarded; null where it is used, or there was none. */
  dropped: string | null = null;

  private constructor(files: Files, target: Target, path: string, rows: OpenFile, journal: OpenFile) {
    this.#files = files;
    this.#target = target;
    this.#path = path;
    this.#rows = rows;
    this.#journal = journal;
  }

  /** Opens the journal at `path`, with the pages of an unfinished run if they match `head`. */
  static open(target: Target, path: string, head: Head, files: Files = DISK): Promise<PageJournal> {
    return onDisk(target, path, async () => {
      await makeFolder(dirname(path), files);
      const rows = await files.open(`${path}.rows`, 'a+');
      const pages = new PageJournal(files, target, path, rows, await files.open(`${path}.journal`, 'a+'));
      await pages.#takeUp(head);
      await sync(dirname(path), files);
      return pages;
    });
  }

  /** Cursor of the next page; null at the first one. */
  get next(): string | null {
    return this.#next;
  }

  /** Whether all pages are there. */
  get complete(): boolean {
    return this.#pages > 0 && this.#next === null;
  }

  get pages(): number {
    return this.#pages;
  }

  /** Distinct rows. */
  get count(): number {
    return this.#count;
  }

  /** Repeated rows, which were merged. */
  get repeated(): number {
    return this.#repeated;
  }

  get bytes(): number {
    return this.#end;
  }

  /** Appends a page without rows whose key is already there; returns the number of new rows. */
  add({rows, next}: Page): Promise<number> {
    const fresh = rows.filter(({key}) => {
      if (key === null) return true;
      if (this.#keys.has(key)) return false;
      this.#keys.add(key);
      return true;
    });
    return onDisk(this.#target, this.#path, async () => {
      const bytes = Buffer.from(fresh.map(({line}) => line).join(''));
      await this.#rows.writeFile(bytes);
      await this.#rows.datasync(); // first: a journal line must never name rows that are lost
      const entry: Entry = {
        next,
        rows: fresh.length,
        repeated: rows.length - fresh.length,
        end: this.#end + bytes.length,
        keys: fresh.flatMap(({key}) => key ?? []),
      };
      await this.#journal.writeFile(`${JSON.stringify(entry)}\n`);
      await this.#journal.datasync();
      this.#note(entry);
      return fresh.length;
    });
  }

  /** Drops all pages. */
  async restart(head: Head): Promise<void> {
    await onDisk(this.#target, this.#path, async () => {
      await this.#journal.truncate(0); // first: a journal line must never name rows that are gone
      await this.#journal.datasync();
      await this.#rows.truncate(0);
      this.#keys.clear();
      this.#next = null;
      this.#pages = this.#count = this.#repeated = this.#end = 0;
      await this.#journal.writeFile(`${JSON.stringify(head)}\n`);
    });
  }

  /** Copies all rows in page order. */
  async copyTo(part: Pick<PartialDownload, 'write'>): Promise<void> {
    if (this.#end === 0) return;
    let left = this.#end;
    for await (const chunk of this.#files.read(`${this.#path}.rows`)) {
      await part.write(chunk.subarray(0, left));
      left -= Math.min(left, chunk.length);
      if (left === 0) break;
    }
  }

  async close(): Promise<void> {
    await this.#rows.close();
    await this.#journal.close();
  }

  /** Removes the closed journal: the table is in the store. */
  async remove(): Promise<void> {
    await this.#files.rm(`${this.#path}.journal`, {force: true});
    await this.#files.rm(`${this.#path}.rows`, {force: true});
  }

  #note({next, rows, repeated, end, keys}: Entry): void {
    this.#next = next;
    this.#pages += 1;
    this.#count += rows;
    this.#repeated += repeated;
    this.#end = end;
    for (const key of keys) this.#keys.add(key);
  }

  /** Reads what an earlier run left; discards it where it does not match or is damaged. */
  async #takeUp(head: Head): Promise<void> {
    const size = (await this.#files.stat(`${this.#path}.rows`)).size;
    let unfinished: unknown = null;
    let to = 0;
    for await (const {object, span} of objectsIn(`${this.#path}.journal`, this.#files)) {
      if (to === 0) unfinished = object;
      else if (isEntry(object) && object.end <= size) this.#note(object);
      else break;
      to = span.to;
    }
    const reason = to === 0 ? null : refusal(unfinished, head);
    if (to === 0 || reason !== null) {
      this.dropped =
        this.#pages > 0 ? `${plural(this.#pages, 'page')} of an unfinished run not used: ${reason}` : null;
      await this.restart(head);
      return;
    }
    await this.#journal.truncate(to); // drops an incomplete line of a killed run, and the rows after it
    await this.#rows.truncate(this.#end);
    await this.#rows.datasync(); // what a killed run wrote may not be on the disk yet
    await this.#journal.datasync();
  }
}

/** Why a journal does not match; null where it does. */
function refusal(unfinished: unknown, head: Head): string | null {
  const {begun, address, state} = isObject(unfinished) ? unfinished : {};
  const age_ms = Math.abs(Date.parse(`${head.begun}Z`) - Date.parse(`${begun}Z`));
  if (!(age_ms <= LONGEST_MS)) return `it began at ${begun}`;
  if (address !== head.address) return 'the declaration changed';
  return state === head.state ? null : 'the table changed since';
}

function isEntry(object: unknown): object is Entry {
  if (!isObject(object)) return false;
  const {next, keys} = object;
  return (
    (next === null || typeof next === 'string') &&
    ['rows', 'repeated', 'end'].every((name) => typeof object[name] === 'number') &&
    Array.isArray(keys)
  );
}
