/** Writes the file of what all rows of a table share: program, dictionaries and tokens, as the renderer reads them. */
import {createHash} from 'node:crypto';
import {closeSync, openSync, rmSync} from 'node:fs';
import {BlockChecksums, checksumText} from '../file/checked_file.ts';
import type {WrittenFile} from '../file/index_file.ts';
import {writeFully} from '../file/read_fully.ts';
import {
  COLUMN,
  COLUMN_BYTES,
  ENTRIES_PER_BLOCK,
  HEADER,
  HEADER_BYTES,
  KIND,
  NO_PARENT,
  PIECE,
} from './layout.ts';
import type {EncodedField, RowEncoder} from './row_encoder.ts';

/** Entries that begin with their label are copied in one piece; worth it for so many bytes of labels at most. */
const MAX_LABELS = 1 << 16;

/** Larger dictionaries and tables of predictions are read by range: of fields of the head, which every list needs, and others. */
const MAX_SMALL = {head: 3 << 15, rest: 1 << 11};

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

/** A field with what its record and its dictionary say. */
interface FieldTexts {
  field: EncodedField;
  words: Uint32Array;
  label: Buffer;
  fused: boolean;
  /** Bytes of the dictionary beyond which it is read by range. */
  maxSmall: number;
  /** Where its blocks begin; null for a small dictionary. */
  blocks: Uint32Array | null;
}

function fieldTexts(field: EncodedField, i: number, inHead: number): FieldTexts {
  const label = Buffer.from(`${i === 0 ? '{' : ','}${JSON.stringify(field.name)}:`);
  const fused = field.hexPrefix === null && field.values.count * label.length <= MAX_LABELS;
  const maxSmall = i < inHead ? MAX_SMALL.head : MAX_SMALL.rest;
  return {field, words: new Uint32Array(COLUMN_BYTES / 4), label, fused, maxSmall, blocks: null};
}

/** The text of a code. */
const entryOf = ({field: {values}, label, fused}: FieldTexts, code: number): Buffer =>
  fused ? Buffer.concat([label, values.entry(code)]) : values.entry(code);

/** Appends a large dictionary, and notes where its blocks begin. */
function addBlocks(texts: FieldTexts, chunks: Chunks): void {
  const {values} = texts.field;
  const begins: number[] = [];
  for (let code = 1; code <= values.count; code += ENTRIES_PER_BLOCK) {
    const codes = Math.min(ENTRIES_PER_BLOCK, values.count + 1 - code);
    begins.push(chunks.size);
    const entries = Array.from({length: codes}, (_, i) => entryOf(texts, code + i));
    const offsets = new Uint32Array(codes + 1);
    offsets[0] = chunks.size + offsets.byteLength;
    for (const [i, {length}] of entries.entries()) offsets[i + 1] = offsets[i]! + length;
    chunks.words(offsets);
    chunks.add(Buffer.concat(entries));
  }
  texts.blocks = Uint32Array.from([...begins, chunks.size]);
}

/** The predicted codes of a field by code of its parent; null without one. */
const predictedCodes = ({prediction}: EncodedField, all: readonly FieldTexts[]): Uint32Array | null =>
  prediction.parent === NO_PARENT ? null : prediction.table(all[prediction.parent]!.field.values.count);

/** Appends what is read by range. */
function addLarge(texts: FieldTexts, all: readonly FieldTexts[], chunks: Chunks): void {
  const {field, words, maxSmall} = texts;
  const {values, hexPrefix} = field;
  if (hexPrefix !== null) return;
  if (values.size + 4 * values.count > maxSmall) addBlocks(texts, chunks);
  const codes = predictedCodes(field, all);
  if (codes && codes.byteLength > maxSmall) words[COLUMN.predicted] = chunks.words(codes);
}

/** Appends what every reader needs, and completes the record. */
function addSmall(texts: FieldTexts, all: readonly FieldTexts[], chunks: Chunks): void {
  const {field, words, label, fused, blocks, maxSmall} = texts;
  const {values, prediction, hexPrefix} = field;
  const text = hexPrefix === null ? label : Buffer.concat([label, Buffer.from(`"${hexPrefix}`)]);
  words[COLUMN.label] = chunks.add(text);
  words[COLUMN.labelLength] = text.length;
  words[COLUMN.kind] = hexPrefix !== null ? KIND.hex : blocks ? KIND.blocks : KIND.dictionary;
  words[COLUMN.parent] = prediction.parent;
  words[COLUMN.fused] = Number(fused);
  words[COLUMN.entries] = hexPrefix === null ? values.count : label.length;
  if (hexPrefix !== null) return;
  words[COLUMN.entryOffsets] = blocks
    ? chunks.words(blocks)
    : chunks.texts(values.count, (i) => entryOf(texts, i + 1));
  const codes = predictedCodes(field, all);
  if (!codes) words[COLUMN.predicted] = prediction.table(0)[0]!;
  else if (codes.byteLength <= maxSmall) words[COLUMN.predicted] = chunks.words(codes);
}

/** Writes the file to `path`; the bytes behind its end that a renderer may read are part of it. */
export function writeValuesFile(path: string, encoder: RowEncoder): WrittenFile {
  const {tokens, inHead, largest} = encoder;
  const fields = encoder.fields();
  const header = new Uint32Array(HEADER_BYTES / 4);
  const recordBytes = fields.length * COLUMN_BYTES;
  const chunks = new Chunks(HEADER_BYTES + recordBytes);
  const all = fields.map((field, i) => fieldTexts(field, i, inHead));
  for (const texts of all) addLarge(texts, all, chunks);
  const opening = chunks.size;
  for (const texts of all) addSmall(texts, all, chunks);
  header[HEADER.opening] = opening;
  header[HEADER.columns] = fields.length;
  header[HEADER.inHead] = inHead;
  header[HEADER.tokenOffsets] = chunks.texts(tokens.tokens.length, (i) => tokens.tokens[i]!);
  header[HEADER.short] = tokens.short;
  header[HEADER.largestItem] = largest.item;
  header[HEADER.largestRow] = largest.row;
  header[HEADER.largestHead] = largest.head;
  header[HEADER.largestRest] = largest.rest;
  chunks.add(Buffer.alloc(PIECE));
  const records = all.map(({words}) => Buffer.from(words.buffer));
  const bytes = Buffer.concat([Buffer.from(header.buffer), ...records, ...chunks.all]);
  const checksums = new BlockChecksums();
  checksums.add(bytes);
  // Never overwrite: a server may read the old file, or another build link to it.
  rmSync(path, {force: true});
  const fd = openSync(path, 'wx');
  try {
    writeFully(fd, bytes);
  } finally {
    closeSync(fd);
  }
  return {
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    checksums: checksumText(checksums.soFar()),
    sections: [
      {name: 'records', bytes: HEADER_BYTES + recordBytes, opening: true},
      {name: 'large', bytes: opening - HEADER_BYTES - recordBytes, opening: false},
      {name: 'small', bytes: bytes.length - opening, opening: true},
    ],
  };
}
