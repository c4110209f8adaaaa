/** Journal of a crawl on disk: the next run requests only the pages that it lacks. */
import {dirname} from 'node:path';
import pLimit from 'p-limit';
import {makeFolder, sync} from '../../builds/durable.ts';
import {DISK, type Files, type OpenFile} from '../../builds/files.ts';
import {plural} from '../runtime/counts.ts';
import {type CrawlDocument, isDocument, objectAt, objectsIn, type Span} from './crawl_lines.ts';
import type {Links} from './crawl_pages.ts';
import {onDisk, type Target} from './errors.ts';
import {isObject} from './unknown_json.ts';

/** Identity of a journal: pages of another declaration or another previous crawl are not mixed. */
export interface Head {
  /** Start of the run that created it, UTC `YYYY-MM-DDTHH:MM:SS`. */
  begun: string;
  /** Hash of the declaration. */
  declared: string;
  /** The snapshot of the previous crawl and when it was checked; empty without one. */
  base: string;
}

export interface Entry {
  document: CrawlDocument;
  leads: Links;
}

/** Older journals are discarded: the pages of a crawl should be of one day. */
const LONGEST_MS = 86_400_000;

export class CrawlJournal {
  readonly path: string;
  /** Why the journal of an earlier run was discarded; null where it is used, or there was none. */
  readonly dropped: string | null;
  readonly #target: Target;
  readonly #files: Files;
  readonly #file: OpenFile;
  readonly #spans: Map<string, Span>;
  readonly #oneByOne = pLimit(1);
  #end: number;
  /** Whether a line that could not be written may have left bytes after the end. */
  #hasRest = false;

  private constructor(files: Files, target: Target, path: string, file: OpenFile, unfinished: Unfinished) {
    this.#files = files;
    this.#target = target;
    this.path = path;
    this.#file = file;
    this.#spans = unfinished.spans;
    this.#end = unfinished.end;
    this.dropped = unfinished.dropped;
  }

  /** Opens the journal at `path`, with the pages of an unfinished crawl if it matches `head`. */
  static open(target: Target, path: string, head: Head, files: Files = DISK): Promise<CrawlJournal> {
    return onDisk(target, path, async () => {
      await makeFolder(dirname(path), files);
      const file = await files.open(path, 'a+');
      const unfinished = await readUnfinished(path, head, files);
      await file.truncate(unfinished.end); // drops a line that a killed run left incomplete
      await file.datasync(); // what a killed run wrote may not be on the disk yet
      const journal = new CrawlJournal(files, target, path, file, unfinished);
      if (unfinished.end === 0) await journal.#append(head);
      await sync(dirname(path), files);
      return journal;
    });
  }

  /** Names of the journalled pages. */
  get names(): string[] {
    return [...this.#spans.keys()];
  }

  has(name: string): boolean {
    return this.#spans.has(name);
  }

  /** Appends a page. */
  async add(entry: Entry): Promise<void> {
    const span = await onDisk(this.#target, this.path, () => this.#oneByOne(() => this.#append(entry)));
    this.#spans.set(entry.document.name, span);
  }

  /** Reads a journalled page. */
  async read(name: string): Promise<Entry> {
    const span = this.#spans.get(name);
    const object = span && (await objectAt(this.#file, span));
    if (isEntry(object)) return object;
    throw new Error(`${this.path} does not hold page ${name}`);
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  /** Closes and removes the journal: the crawl is in the store. */
  async remove(): Promise<void> {
    await this.close();
    await this.#files.rm(this.path, {force: true});
  }

  async #append(line: Head | Entry): Promise<Span> {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    const span = {from: this.#end, to: this.#end + bytes.length};
    // Otherwise the offsets of this line and the next ones would be wrong.
    if (this.#hasRest) await this.#dropRest();
    this.#hasRest = true;
    try {
      await this.#file.writeFile(bytes);
      await this.#file.datasync();
    } catch (error) {
      await this.#dropRest().catch(() => {}); // tried again before the next line
      throw error;
    }
    this.#hasRest = false;
    this.#end = span.to;
    return span;
  }

  async #dropRest(): Promise<void> {
    await this.#file.truncate(this.#end);
    this.#hasRest = false;
  }
}

interface Unfinished {
  spans: Map<string, Span>;
  /** Bytes to keep. */
  end: number;
  dropped: string | null;
}

/** Reads what an earlier run left. */
async function readUnfinished(path: string, head: Head, files: Files): Promise<Unfinished> {
  const spans = new Map<string, Span>();
  let unfinished: unknown = null;
  let end = 0;
  for await (const {object, span} of objectsIn(path, files)) {
    if (end === 0) unfinished = object;
    else if (isEntry(object)) spans.set(object.document.name, span);
    else break;
    end = span.to;
  }
  const reason = end === 0 ? null : refusal(unfinished, head);
  if (reason === null) return {spans, end, dropped: null};
  const dropped = spans.size
    ? `${plural(spans.size, 'page')} of an unfinished crawl not used: ${reason}`
    : null;
  return {spans: new Map(), end: 0, dropped};
}

/** Why a journal does not match; null where it does. */
function refusal(unfinished: unknown, head: Head): string | null {
  const {begun, declared, base} = isObject(unfinished) ? unfinished : {};
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
