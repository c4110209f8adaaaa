/** Writes the file of what all rows of a table share: labels, dictionaries, predictions and tokens. */
import {checksumText} from '../file/block_checksums.ts';
import type {WrittenFile} from '../file/index_file.ts';
import {OutputFile} from '../file/output_file.ts';
import {labelsOf} from './json_values.ts';
import {COLUMN, COLUMN_WORDS, HEADER, HEADER_WORDS, MAX_IN_MEMORY, NO_PARENT, SLACK} from './layout.ts';
import type {EncodedField, RowEncoder} from './row_encoder.ts';

/**
 * Entries that begin with their label are copied in one piece; worth it for so many bytes of labels at most.
 */
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

  /**
   * Appends texts, then where each begins and the last one ends; returns the byte at which these offsets
   * begin.
   */
  texts(texts: readonly Uint8Array[]): number {
    const offsets = new Uint32Array(texts.length + 1);
    offsets[0] = this.size;
    for (const [i, {length}] of texts.entries()) offsets[i + 1] = offsets[i]! + length;
    this.add(Buffer.concat(texts));
    return this.words(offsets);
  }
}

/** Appends what belongs to a field; returns its record. */
function addField(
  {values, prediction, predicted, hexPrefix}: EncodedField,
  label: Buffer,
  fields: readonly EncodedField[],
  chunks: Chunks,
): Uint32Array {
  const words = new Uint32Array(COLUMN_WORDS);
  const text = hexPrefix === null ? label : Buffer.concat([label, Buffer.from(`"${hexPrefix}`)]);
  words[COLUMN.label] = chunks.add(text);
  words[COLUMN.labelLength] = text.length;
  words[COLUMN.parent] = prediction.parent;
  words[COLUMN.predicted] = prediction.code;
  if (hexPrefix !== null) {
    words[COLUMN.idLabelLength] = label.length;
    return words;
  }
  const isLabelled = values.count * label.length <= MAX_LABELS;
  words[COLUMN.labelled] = Number(isLabelled);
  const entries = Array.from({length: values.count}, (_, i) => values.entry(i + 1));
  words[COLUMN.entryOffsets] = chunks.texts(
    isLabelled ? entries.map((entry) => Buffer.concat([label, entry])) : entries,
  );
  if (prediction.parent !== NO_PARENT) {
    const codes = new Uint32Array(fields[prediction.parent]!.values.count + 1);
    codes.set(predicted.subarray(0, codes.length));
    words[COLUMN.predicted] = chunks.words(codes);
  }
  return words;
}

/** The bytes of the file. */
function valuesOf(encoder: RowEncoder, maxBytes: number): Buffer {
  const {tokens, inHead, largest} = encoder;
  const fields = encoder.fields();
  const labels = labelsOf(fields.map(({name}) => name));
  const chunks = new Chunks(4 * (HEADER_WORDS + fields.length * COLUMN_WORDS));
  const records = fields.map((field, i) => addField(field, labels[i]!, fields, chunks));
  const header = new Uint32Array(HEADER_WORDS);
  header[HEADER.columns] = fields.length;
  header[HEADER.inHead] = inHead;
  header[HEADER.tokenOffsets] = chunks.texts(tokens.tokens);
  header[HEADER.short] = tokens.short;
  header[HEADER.largestItem] = largest.item;
  header[HEADER.largestRow] = largest.row;
  chunks.add(Buffer.alloc(SLACK));
  if (chunks.size > maxBytes) {
    throw new Error(
      `${encoder.table}: the dictionaries of its columns have ${chunks.size} bytes, of which ${maxBytes} is the limit: ` +
        'store fewer columns of long values that repeat, or divide the dataset',
    );
  }
  return Buffer.concat([
    Buffer.from(header.buffer),
    ...records.map(({buffer}) => Buffer.from(buffer)),
    ...chunks.all,
  ]);
}

/**
 * Writes the file to `path`. Throws, with the name of the table, where it would be longer than `maxBytes`.
 */
export function writeValuesFile(path: string, encoder: RowEncoder, maxBytes = MAX_IN_MEMORY): WrittenFile {
  const bytes = valuesOf(encoder, maxBytes);
  const file = new OutputFile(path);
  try {
    file.write(bytes);
    const checksums = checksumText(file.checksums());
    return {
      ...file.finish(),
      checksums,
      sections: [{name: 'values', bytes: bytes.length, opening: true}],
    };
  } finally {
    file.close();
  }
}
