/** Writes the file of what all rows of a table share: program, dictionaries and tokens, as the renderer reads them. */
import {createHash} from 'node:crypto';
import {closeSync, openSync, rmSync} from 'node:fs';
import type {WrittenFile} from '../file/index_file.ts';
import {writeFully} from '../file/read_fully.ts';
import {COLUMN, COLUMN_BYTES, HEADER, HEADER_BYTES, KIND, NO_PARENT, PIECE} from './layout.ts';
import type {EncodedField, RowEncoder} from './row_encoder.ts';

/** Entries that begin with their label are copied in one piece; worth it for so many bytes of labels at most. */
const MAX_LABELS = 1 << 16;

/** Chunks of a file, each at a multiple of four bytes. */
class Chunks {
  readonly all: Buffer[] = [];
  size: number;

  constructor(begin: number) {
    this.size = begin;
  }

  /** Appends bytes; returns the byte at which they begin. */
  add(bytes: Uint8Array): number {
    const at = this.size;
    const padded = Buffer.alloc((bytes.length + 3) & ~3);
    padded.set(bytes);
    this.all.push(padded);
    this.size += padded.length;
    return at;
  }

  words(elements: Uint32Array): number {
    return this.add(new Uint8Array(elements.buffer, elements.byteOffset, elements.byteLength));
  }

  /** Appends texts, then where each begins and the last one ends; returns the byte at which these offsets begin. */
  texts(count: number, textOf: (i: number) => Uint8Array): number {
    const texts: Uint8Array[] = [];
    const offsets = new Uint32Array(count + 1);
    offsets[0] = this.size;
    for (let i = 0; i < count; i++) {
      const text = textOf(i);
      texts.push(text);
      offsets[i + 1] = offsets[i]! + text.length;
    }
    this.add(Buffer.concat(texts));
    return this.words(offsets);
  }
}

/** The words of a field's record; appends what they point to. */
function describe(
  field: EncodedField,
  label: Buffer,
  all: readonly EncodedField[],
  chunks: Chunks,
): Uint32Array {
  const words = new Uint32Array(COLUMN_BYTES / 4);
  const {values, prediction, hexPrefix} = field;
  const text = hexPrefix === null ? label : Buffer.concat([label, Buffer.from(`"${hexPrefix}`)]);
  words[COLUMN.label] = chunks.add(text);
  words[COLUMN.labelLength] = text.length;
  words[COLUMN.kind] = hexPrefix === null ? KIND.dictionary : KIND.hex;
  words[COLUMN.parent] = prediction.parent;
  if (hexPrefix !== null) {
    words[COLUMN.entries] = label.length;
    return words;
  }
  const {count} = values;
  const fused = count * label.length <= MAX_LABELS;
  words[COLUMN.fused] = Number(fused);
  words[COLUMN.entries] = count;
  words[COLUMN.entryOffsets] = chunks.texts(count, (i) =>
    fused ? Buffer.concat([label, values.entry(i + 1)]) : values.entry(i + 1),
  );
  const parent = prediction.parent === NO_PARENT ? null : all[prediction.parent]!;
  const table = prediction.table(parent?.values.count ?? 0);
  words[COLUMN.predicted] = parent ? chunks.words(table) : table[0]!;
  return words;
}

/** Writes the file to `path`; the bytes behind its end that a renderer may read are part of it. */
export function writeValuesFile(path: string, encoder: RowEncoder): WrittenFile {
  const {tokens, inHead, largest} = encoder;
  const fields = encoder.fields();
  const header = new Uint32Array(HEADER_BYTES / 4);
  const records = new Uint32Array((fields.length * COLUMN_BYTES) / 4);
  const chunks = new Chunks(HEADER_BYTES + records.byteLength);
  for (const [i, field] of fields.entries()) {
    const label = Buffer.from(`${i === 0 ? '{' : ','}${JSON.stringify(field.name)}:`);
    records.set(describe(field, label, fields, chunks), (i * COLUMN_BYTES) / 4);
  }
  header[HEADER.columns] = fields.length;
  header[HEADER.inHead] = inHead;
  header[HEADER.tokenOffsets] = chunks.texts(tokens.tokens.length, (i) => tokens.tokens[i]!);
  header[HEADER.short] = tokens.short;
  header[HEADER.largestItem] = largest.item;
  header[HEADER.largestRow] = largest.row;
  header[HEADER.largestHead] = largest.head;
  header[HEADER.largestRest] = largest.rest;
  chunks.add(Buffer.alloc(PIECE));
  const bytes = Buffer.concat([Buffer.from(header.buffer), Buffer.from(records.buffer), ...chunks.all]);
  // Never overwrite: a server may read the old file, or another build link to it.
  rmSync(path, {force: true});
  const fd = openSync(path, 'wx');
  try {
    writeFully(fd, bytes);
  } finally {
    closeSync(fd);
  }
  return {bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex')};
}
