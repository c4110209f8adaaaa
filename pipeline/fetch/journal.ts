/** Journals on disk, one JSON object per line: from what they hold an interrupted run continues. */
import {dirname} from 'node:path';
import pLimit from 'p-limit';
import {makeFolder, sync} from '../../builds/durable.ts';
import {DISK, type Files, type OpenFile} from '../../builds/files.ts';
import {linesOf} from '../read/json_elements.ts';
import {plural} from '../runtime/counts.ts';
import {readFully} from '../runtime/read_fully.ts';
import {type JsonObject, parseObject} from '../runtime/unknown_json.ts';
import {onDisk, type Target} from './errors.ts';

/** Byte range of a line, its end included. */
export interface Span {
  from: number;
  to: number;
}

/**
 * The complete lines of a file as objects with their spans; ends before the first incomplete or invalid one.
 */
export async function* objectsIn(
  path: string,
  files: Files = DISK,
): AsyncGenerator<{object: JsonObject; span: Span}> {
  for await (const {text, from, to, ended} of linesOf(files.read(path))) {
    const object = ended ? parseObject(text) : null;
    if (!object) return;
    yield {object, span: {from, to}};
  }
}

/** The object of one line. */
export async function objectAt(file: OpenFile, {from, to}: Span): Promise<JsonObject> {
  const object = parseObject((await readFully(file, from, to)).toString('utf8'));
  if (object) return object;
  throw new Error(`bytes ${from} to ${to} are no line any more: the file was changed while it was read`);
}

/** The first line of a journal: entries of another declaration or another state are not mixed. */
export interface Head {
  /** Start of the run that created it, UTC `YYYY-MM-DDTHH:MM:SS`. */
  begun: string;
  /** What is fetched. */
  declared: string;
  /** The state of the publisher, or of the snapshot before, that the entries add to. */
  state: string;
}

/** What a journal holds, and how warnings speak of it. */
interface JournalKind<Kept> {
  run: 'run' | 'crawl';
  /** What another state means. */
  changed: string;
  /** The part of an entry that stays in memory; null where the line is no entry. */
  keep: (object: JsonObject, span: Span) => Kept | null;
}

/** Older journals are discarded: what is fetched should be of one day. */
const LONGEST_MS = 86_400_000;

/** Opens the journal at `path`, with what it keeps of an unfinished run if that matches `head`. */
export function openJournal<Kept>(
  target: Target,
  path: string,
  head: Head,
  kind: JournalKind<Kept>,
  files: Files = DISK,
) {
  const guarded = <T>(work: () => Promise<T>) => onDisk(target, path, work);
  return guarded(async () => {
    await makeFolder(dirname(path), files);
    const file = await files.open(path, 'a+');
    const {kept, end, dropped} = await readUnfinished(path, head, kind, files);
    const {append, cut} = linesOfFile(file);
    await cut(end, head); // without a line that a killed run left incomplete
    await sync(dirname(path), files);
    const oneByOne = pLimit(1);
    return {
      kept,
      /** Why the journal of an earlier run was discarded; null where it is used, or there was none. */
      dropped,
      /** Appends an entry; where that fails, the journal stays as it was. */
      add: (entry: object) => guarded(() => oneByOne(() => append(entry))),
      /** Drops all entries. */
      restart: (now: Head) => guarded(() => cut(0, now)),
      read: (span: Span) => objectAt(file, span),
      close: () => file.close(),
      /** Removes the closed journal: what it held is in the store. */
      remove: () => files.rm(path, {force: true}),
    };
  });
}

/** Appends lines to a file that ends at `end`, so that each is on the disk, or nothing of it is left. */
export function linesOfFile(file: OpenFile, end = 0) {
  /** Whether a line that could not be written may have left bytes after the end. */
  let hasRest = false;

  async function truncate(): Promise<void> {
    await file.truncate(end);
    hasRest = false;
  }

  async function append(line: object): Promise<Span> {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    const span = {from: end, to: end + bytes.length};
    // Otherwise the offsets of this line and the next ones would be wrong.
    if (hasRest) await truncate();
    hasRest = true;
    try {
      await file.writeFile(bytes);
      await file.datasync();
    } catch (error) {
      await truncate().catch(() => {}); // tried again before the next line
      throw error;
    }
    hasRest = false;
    end = span.to;
    return span;
  }

  /** Drops all but the first `to` bytes; a journal without a line begins with its head. */
  async function cut(to: number, head: Head): Promise<void> {
    end = to;
    await truncate();
    await file.datasync(); // what a killed run wrote may not be on the disk yet
    if (end === 0) await append(head);
  }
  return {append, cut};
}

/** Reads what an earlier run left; `end`: the bytes of it that are used. */
async function readUnfinished<Kept>(
  path: string,
  head: Head,
  {run, changed, keep}: JournalKind<Kept>,
  files: Files,
): Promise<{kept: Kept[]; end: number; dropped: string | null}> {
  const kept: Kept[] = [];
  let reason: string | null = null;
  let end = 0;
  for await (const {object, span} of objectsIn(path, files)) {
    if (end === 0) reason = refusal(object, head, changed);
    else {
      const one = keep(object, span);
      if (!one) break;
      kept.push(one);
    }
    end = span.to;
  }
  if (reason === null) return {kept, end, dropped: null};
  const dropped = `${plural(kept.length, 'page')} of an unfinished ${run} not used: ${reason}`;
  return {kept: [], end: 0, dropped: kept.length ? dropped : null};
}

/** Why a journal does not match; null where it does. */
function refusal({begun, declared, state}: JsonObject, head: Head, changed: string): string | null {
  const age_ms = Math.abs(Date.parse(`${head.begun}Z`) - Date.parse(`${begun}Z`));
  if (!(age_ms <= LONGEST_MS)) return `it began at ${begun}`;
  if (declared !== head.declared) return 'the declaration changed';
  return state === head.state ? null : changed;
}
