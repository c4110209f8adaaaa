/**
 * The append-only file of analyses. Each line is written and synced at once, so that a killed run loses
 * nothing.
 */
import {dirname, join} from 'node:path';
import {makeFolder, renameDurably, sync, writeFileAtomic} from '../../builds/durable.ts';
import {DISK, type Files, type OpenFile} from '../../builds/files.ts';
import {ANALYSES} from '../../datasets/bill_analyses/fields.ts';
import {LINE_SCHEMA} from '../../datasets/bill_analyses/json_schema.ts';
import {linesOfFile} from '../fetch/journal.ts';
import type {Analysis} from './prompt.ts';
import {fault} from './schema_fault.ts';

/** One line; its fields are declared in datasets/bill_analyses. */
export interface Line extends Analysis {
  bill_id: string;
  text_sha256: string;
  model: string;
  generated_at: string;
}

/**
 * Opens the file of DATA_DIR. Analyses of generated and real bills never mix: a file of generated ones is
 * moved aside when real bills come; generated bills over a real file are refused.
 */
export async function openLedger(dataDir: string, synthetic: boolean, files: Files = DISK) {
  const path = join(dataDir, ANALYSES);
  await makeFolder(dirname(path), files);
  const marker = join(dirname(path), 'mirror.json');
  const bytes = await bytesOf(path, files);
  let moved: string | null = null;
  let known = bytes;
  if (bytes.length > 0 && (await isGenerated(marker, files)) !== synthetic) {
    if (synthetic) {
      throw new Error(
        `${path} holds analyses of real bills: set DATA_DIR to another folder for generated ones`,
      );
    }
    moved = `${path}.generated`;
    await renameDurably(path, moved, files);
    known = Buffer.alloc(0);
  }
  await writeFileAtomic(marker, `${JSON.stringify({synthetic})}\n`, files);
  const end = endOfLines(known);
  const file = await files.open(path, 'a');
  // A line that a killed run left incomplete would corrupt the next one.
  if (end < known.length) await file.truncate(end);
  // Lines of a killed run may not be on the disk yet: what follows must not be glued to a hole.
  await file.datasync();
  // The file may be new: its name must last as long as its lines.
  await sync(dirname(path), files);
  return ledger(file, end, lastIn(known.toString('utf8', 0, end)), moved);
}

async function bytesOf(path: string, files: Files): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of files.read(path)) chunks.push(chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return Buffer.concat(chunks);
}

/**
 * Where the lines end: a power cut may have torn the last ones, even with their line feeds, and left zeros in
 * them.
 */
function endOfLines(bytes: Buffer): number {
  let end = bytes.lastIndexOf('\n') + 1;
  while (end > 0) {
    const begin = end < 2 ? 0 : bytes.lastIndexOf('\n', end - 2) + 1;
    if (!bytes.subarray(begin, end).includes(0)) return end;
    end = begin;
  }
  return 0;
}

type Known = Pick<Line, 'text_sha256' | 'generated_at'>;

/** `end` is where the lines of the file end. */
function ledger(file: OpenFile, end: number, last: Map<string, Known>, moved: string | null) {
  const {append} = linesOfFile(file, end);
  return {
    /** Where an incompatible file was moved; null where there was none. */
    moved,
    /** Whether the latest analysis of the bill is of this text. */
    has: (bill_id: string, text_sha256: string) => last.get(bill_id)?.text_sha256 === text_sha256,
    /** Appends and syncs a line. Throws for one that does not conform to the published schema. */
    async add(line: Line): Promise<void> {
      const wrong = fault(LINE_SCHEMA, line);
      if (wrong !== null) throw new Error(`the analysis of ${line.bill_id} is not written: ${wrong}`);
      await append(line);
      last.set(line.bill_id, line);
    },
    close: () => file.close(),
  };
}

/**
 * The latest analysis of each bill. Lines that do not conform to the schema are skipped; the ingest reports
 * them.
 */
function lastIn(text: string): Map<string, Known> {
  const last = new Map<string, Known>();
  for (const json of text.split('\n')) {
    const line = lineOf(json);
    if (line && line.generated_at >= (last.get(line.bill_id)?.generated_at ?? ''))
      last.set(line.bill_id, line);
  }
  return last;
}

function lineOf(json: string): Line | null {
  try {
    const read: unknown = JSON.parse(json);
    return fault(LINE_SCHEMA, read) === null ? (read as Line) : null;
  } catch {
    return null; // damaged, or the empty string after the last line feed
  }
}

const unlessAbsent = (error: NodeJS.ErrnoException): string => {
  if (error.code === 'ENOENT') return '';
  throw error;
};

async function isGenerated(marker: string, files: Files): Promise<boolean> {
  const read: unknown = JSON.parse((await files.readFile(marker, 'utf8').catch(unlessAbsent)) || '{}');
  return (read as {synthetic?: unknown} | null)?.synthetic === true;
}
