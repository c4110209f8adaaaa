/** Journal of a crawl: every page that has arrived, on the disk, so that the next run asks only for what is missing. */
import {type FileHandle, mkdir, open, rm} from 'node:fs/promises';
import {dirname} from 'node:path';
import pLimit from 'p-limit';
import {type CrawlDocument, isDocument, objectAt, objectsIn, type Span} from './crawl_lines.ts';
import type {Links} from './crawl_pages.ts';
import {onDisk, type Target} from './errors.ts';
import {isObject} from './unknown_json.ts';

/** What a journal belongs to: pages of another declaration, or behind another last crawl, are not mixed. */
export interface Head {
  /** Start of the run that began it, UTC `YYYY-MM-DDTHH:MM:SS`. */
  begun: string;
  /** Hash of the declaration. */
  declared: string;
  /** The snapshot of the last crawl, and when it was checked; empty where there was none. */
  base: string;
}

export interface Entry {
  document: CrawlDocument;
  leads: Links;
}

/** Pages of one crawl are of one day; what is older is asked for anew. */
const LONGEST_MS = 86_400_000;

export class CrawlJournal {
  readonly path: string;
  /** Why what an earlier run had gathered is not used; null where it is, or where there was nothing. */
  readonly dropped: string | null;
  readonly #target: Target;
  readonly #file: FileHandle;
  readonly #spans: Map<string, Span>;
  readonly #oneByOne = pLimit(1);
  #end: number;

  private constructor(target: Target, path: string, file: FileHandle, found: Found) {
    this.#target = target;
    this.path = path;
    this.#file = file;
    this.#spans = found.spans;
    this.#end = found.end;
    this.dropped = found.dropped;
  }

  /** Opens the journal at `path`, with the pages of an unfinished crawl that `head` fits. */
  static open(target: Target, path: string, head: Head): Promise<CrawlJournal> {
    return onDisk(target, path, async () => {
      await mkdir(dirname(path), {recursive: true});
      const file = await open(path, 'a+');
      const found = await readUnfinished(path, head);
      await file.truncate(found.end); // a line that a killed run left half written goes
      const journal = new CrawlJournal(target, path, file, found);
      if (found.end === 0) await journal.#append(head);
      return journal;
    });
  }

  /** Names of the pages that are safe. */
  get names(): string[] {
    return [...this.#spans.keys()];
  }

  has(name: string): boolean {
    return this.#spans.has(name);
  }

  /** Keeps a page. */
  async add(entry: Entry): Promise<void> {
    const span = await onDisk(this.#target, this.path, () => this.#oneByOne(() => this.#append(entry)));
    this.#spans.set(entry.document.name, span);
  }

  /** What was kept of a page. */
  async read(name: string): Promise<Entry> {
    const span = this.#spans.get(name);
    const object = span && (await objectAt(this.#file, span));
    if (isEntry(object)) return object;
    throw new Error(`${this.path} does not hold page ${name}`);
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  /** Closes and removes: the crawl is in the store. */
  async remove(): Promise<void> {
    await this.close();
    await rm(this.path, {force: true});
  }

  async #append(line: Head | Entry): Promise<Span> {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    const span = {from: this.#end, to: this.#end + bytes.length};
    try {
      await this.#file.appendFile(bytes);
    } catch (error) {
      await this.#file.truncate(this.#end); // else the next line would not stand where it is looked for
      throw error;
    }
    this.#end = span.to;
    return span;
  }
}

interface Found {
  spans: Map<string, Span>;
  /** Bytes that stay. */
  end: number;
  dropped: string | null;
}

/** What an earlier run left in the journal. */
async function readUnfinished(path: string, head: Head): Promise<Found> {
  const spans = new Map<string, Span>();
  let found: unknown = null;
  let end = 0;
  for await (const {object, span} of objectsIn(path)) {
    if (end === 0) found = object;
    else if (isEntry(object)) spans.set(object.document.name, span);
    else break;
    end = span.to;
  }
  const reason = end === 0 ? null : refusal(found, head);
  if (reason === null) return {spans, end, dropped: null};
  const dropped = spans.size ? `${spans.size} pages of an unfinished crawl are not used: ${reason}` : null;
  return {spans: new Map(), end: 0, dropped};
}

/** Why a journal is not that of this crawl; null where it is. */
function refusal(found: unknown, head: Head): string | null {
  const {begun, declared, base} = isObject(found) ? found : {};
  const age_ms = Math.abs(Date.parse(`${head.begun}Z`) - Date.parse(`${begun}Z`));
  if (!(age_ms <= LONGEST_MS)) return `it began at ${begun}`;
  if (declared !== head.declared) return 'the declaration changed';
  return base === head.base ? null : 'another crawl was completed since';
}

function isEntry(object: unknown): object is Entry {
  if (!isObject(object)) return false;
  const {document, leads} = object;
  return isDocument(document) && isObject(leads) && Array.isArray(leads['pages']);
}
