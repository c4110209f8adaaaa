/**
 * Clean files to be damaged: the first records of every file of the small corpus, in each form of a source.
 */
import {mkdir, readdir, readFile, rename, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import iconv from 'iconv-lite';
import {inject} from 'vitest';
import type {Source} from '../../datasets/types.ts';
import {generate} from '../corpus/generate.ts';
import './run.ts';
import {type Scanned, scanCsv, scanJson, scanJsonl} from './mutate_scan.ts';

/** Records kept of a file, so that a run over it is cheap. */
const RECORDS = 40;

const FORMS = ['csv', 'jsonl', 'json'] as const;
export type Form = (typeof FORMS)[number];
export type Encoding = Source['encodings'][number];

/** One good file. */
export interface Base {
  source: Source;
  name: string;
  form: Form;
  encoding: Encoding;
  /** Whether it begins with the byte order mark. */
  mark: boolean;
  /** Without the mark. */
  text: string;
}

const SCAN: Record<Form, (text: string) => Scanned> = {csv: scanCsv, jsonl: scanJsonl, json: scanJson};
export const scanText = (form: Form, text: string): Scanned => SCAN[form](text);

/** The records of a good file. */
export function recordsOf({form, text, name}: Pick<Base, 'form' | 'text' | 'name'>): {
  header: string[];
  head: string;
  rows: {raw: string; cells: string[] | null}[];
} {
  const scanned = scanText(form, text);
  if ('fault' in scanned) throw new Error(`the good file ${name} does not scan: ${scanned.fault}`);
  return scanned;
}

export const encoded = (text: string, encoding: Encoding, mark: boolean): Buffer => {
  if (encoding === 'utf-16') return iconv.encode(text, 'utf-16le', {addBOM: true});
  return iconv.encode(text, encoding, {addBOM: mark && encoding === 'utf-8'});
};
export const bytesOf = (base: Base): Buffer => encoded(base.text, base.encoding, base.mark);

function decoded(bytes: Buffer): Pick<Base, 'encoding' | 'mark' | 'text'> {
  const utf8 = bytes.toString('utf8');
  if (Buffer.from(utf8).equals(bytes))
    return {encoding: 'utf-8', mark: utf8.startsWith('\ufeff'), text: utf8.replace(/^\ufeff/, '')};
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe;
  const encoding = wide ? 'utf-16' : 'windows-1252';
  return {encoding, mark: wide, text: iconv.decode(bytes, wide ? 'utf-16le' : 'win1252')};
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** Cells as a record of CSV without its end. */
export const framed = (cells: readonly string[]): string => cells.map(quoted).join(',');

/** The same records in another form. */
function inForm(base: Base, form: Form): Base {
  const {header, rows} = recordsOf(base);
  const all = rows.flatMap(({cells}) => (cells ? [cells] : []));
  const name = base.name.replace(/\.[a-z]+$/, `.${form}`);
  const utf8 = {...base, name, form, encoding: 'utf-8', mark: false} as const;
  if (form === 'csv')
    return {...utf8, text: [header, ...all].map((cells) => `${framed(cells)}\r\n`).join('')};
  if (form === 'json') {
    const lines = all.map((cells) => JSON.stringify(cells)).join(',\n');
    return {...utf8, text: `{"indexTitles":${JSON.stringify(header)},"data":[\n${lines}\n]}\n`};
  }
  const records = all.map((cells, at) =>
    JSON.stringify(Object.fromEntries([['_id', at + 1], ...header.map((key, n) => [key, cells[n] || null])])),
  );
  return {...utf8, text: records.map((record) => `${record}\n`).join('')};
}

/** The first records of a text. */
function cut(base: Base): Base {
  const {head, rows} = recordsOf(base);
  if (base.form === 'jsonl') {
    const lines = rows.slice(0, RECORDS).map(({raw}) => `${raw}\n`);
    return {...base, text: lines.join('')};
  }
  const raws = [head, ...rows.slice(0, RECORDS).map(({raw}) => raw)];
  const end = base.text.startsWith('\r\n', head.length) ? '\r\n' : '\n';
  return {...base, text: raws.map((raw) => raw + end).join('')};
}

const GOLDEN = fileURLToPath(new URL('../golden/', import.meta.url));

/** Forms in which a source is read: those declared, and those of its golden cases. */
async function formsOf(source: Source): Promise<Set<string>> {
  const names = await readdir(join(GOLDEN, source.slug), {recursive: true}).catch(() => []);
  const golden = names
    .filter((name) => !name.endsWith('counts.json'))
    .map((name) => name.split('.').at(-1) ?? '');
  return new Set([...golden, ...source.files.map(({format}) => format)]);
}

let corpus: Promise<string> | undefined;

/**
 * The folder of the small corpus, written by the worker that needs it first: tests read it and change copies.
 */
export function smallCorpus(): Promise<string> {
  corpus ??= writtenOnce(join(inject('runFolder'), 'corpus'));
  return corpus;
}

const [READY, FAILED] = ['ready', 'failed'];

async function writtenOnce(folder: string): Promise<string> {
  const out = join(folder, 'small');
  const isFirst = (await mkdir(folder, {recursive: true})) !== undefined;
  if (isFirst) {
    const end = await generate({scale: 'small', seed: '1', out, tell: () => undefined}).then(
      () => READY,
      (error: Error) => `${FAILED}: ${error.stack}`,
    );
    await writeFile(join(folder, 'state.next'), end);
    await rename(join(folder, 'state.next'), join(folder, 'state'));
  }
  for (;;) {
    const state = await readFile(join(folder, 'state'), 'utf8').catch(() => null);
    if (state === READY) return out;
    if (state !== null) throw new Error(`the small corpus was not written: ${state}`);
    await setTimeout(100);
  }
}

/** Good files of a source, none where the corpus has none. */
export async function basesOf(source: Source, corpus: string): Promise<Base[]> {
  const folder = join(corpus, source.slug);
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => /\.(csv|jsonl)$/.test(name) && !source.excluded?.some(({files}) => files.test(name)))
    .sort();
  const bases = await Promise.all(
    names.map(async (name) =>
      cut({
        source,
        name,
        form: name.endsWith('.csv') ? 'csv' : 'jsonl',
        ...decoded(await readFile(join(folder, name))),
      }),
    ),
  );
  const last = bases.at(-1);
  if (!last) return [];
  const forms = await formsOf(source);
  const others = FORMS.filter((form) => forms.has(form) && bases.every((base) => base.form !== form));
  return [...bases, ...others.map((form) => inForm(last, form))];
}
