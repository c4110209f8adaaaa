/** The append-only file of analyses. Each line is written and synced at once, so that a killed run loses nothing. */
import {dirname, join} from 'node:path';
import {ANALYSES} from '../../datasets/bill_analyses/fields.ts';
import {fault, LINE_SCHEMA} from '../../datasets/bill_analyses/json_schema.ts';
import {makeFolder, renameDurably, sync, writeFileAtomic} from '../../datasets/durable.ts';
import {DISK, type Files, type OpenFile} from '../../datasets/files.ts';
import type {Analysis} from './prompt.ts';

/** One line; its fields are declared in datasets/bill_analyses. */
export interface Line extends Analysis {
  bill_id: string;
  text_sha256: string;
  model: string;
  generated_at: string;
}

export interface Ledger {
  /** Where an incompatible file was moved; null where there was none. */
  moved: string | null;
  /** Whether the latest analysis of the bill is of this text. */
  has: (bill_id: string, text_sha256: string) => boolean;
  /** Appends and syncs a line. Throws for one that does not conform to the published schema. */
  add: (line: Line) => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Opens the file of DATA_DIR. Analyses of generated and real bills never mix: a file of generated ones is moved aside
 * when real bills come; generated bills over a real file are refused.
 */
export async function openLedger(dataDir: string, synthetic: boolean, files: Files = DISK): Promise<Ledger> {
  const path = join(dataDir, ANALYSES);
  await makeFolder(dirname(path), files);
  const marker = join(dirname(path), 'mirror.json');
  const text = await files.readFile(path, 'utf8').catch(unlessAbsent);
  let moved: string | null = null;
  let known = text;
  if (text && (await isGenerated(marker, files)) !== synthetic) {
    if (synthetic) {
      throw new Error(
        `${path} holds analyses of real bills: set DATA_DIR to another folder for generated ones`,
      );
    }
    moved = `${path}.generated`;
    await renameDurably(path, moved, files);
    known = '';
  }
  await writeFileAtomic(marker, `${JSON.stringify({synthetic})}\n`, files);
  const whole = known.slice(0, known.lastIndexOf('\n') + 1);
  const file = await files.open(path, 'a');
  // A line that a killed run left incomplete would corrupt the next one.
  if (whole.length < known.length) await file.truncate(Buffer.byteLength(whole));
  // The file may be new: its name must last as long as its lines.
  await sync(dirname(path), files);
  return ledger(file, lastIn(whole), moved);
}

type Known = Pick<Line, 'text_sha256' | 'generated_at'>;

function ledger(file: OpenFile, last: Map<string, Known>, moved: string | null): Ledger {
  return {
    moved,
    has: (bill_id, text_sha256) => last.get(bill_id)?.text_sha256 === text_sha256,
    async add(line) {
      const wrong = fault(LINE_SCHEMA, line);
      if (wrong !== null) throw new Error(`the analysis of ${line.bill_id} is not written: ${wrong}`);
      await file.writeFile(`${JSON.stringify(line)}\n`);
      await file.datasync();
      last.set(line.bill_id, line);
    },
    close: () => file.close(),
  };
}

/** The latest analysis of each bill. Lines that do not conform to the schema are skipped; the ingest reports them. */
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
