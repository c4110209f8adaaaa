/** Folds many texts as the SQL macro does: most are lowered byte by byte. */
import {literal} from '../../datasets/rules/sql.ts';
import {fold} from '../../datasets/rules/text.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {blobVector} from '../sql/vectors.ts';
import {type StringArray, StringArrayBuilder, stringAt} from './string_array.ts';

/** Texts of these characters alone are folded alike by TypeScript and SQL; see `datasets/rules/text.ts`. */
const LATIN = /^[\0-\u024f\u2000-\u206f]*$/;

/** Texts that one statement folds. */
const BATCH = 1 << 10;

const BLANK = 0x20;

/** Printable ASCII words between single blanks: folding only lowers them. */
function isPlain(bytes: Uint8Array, from: number, to: number): boolean {
  let before = BLANK;
  for (let i = from; i < to; i++) {
    const byte = bytes[i]!;
    if (byte < BLANK || byte > 0x7e || (byte === BLANK && before === BLANK)) return false;
    before = byte;
  }
  return before !== BLANK;
}

/** The folded texts, in their order. */
export async function foldTexts(db: CompileDb, texts: StringArray): Promise<StringArray> {
  const {bytes, offsets} = texts;
  const others: number[] = [];
  const plain = new Uint8Array(offsets.length - 1);
  for (let i = 0; i < plain.length; i++) {
    if (isPlain(bytes, offsets[i]!, offsets[i + 1]!)) plain[i] = 1;
    else if (!LATIN.test(stringAt(texts, i))) others.push(i);
  }
  const folded = await foldBySql(db, texts, others);
  const all = new StringArrayBuilder();
  const lowered = Buffer.allocUnsafe(longest(offsets));
  for (let i = 0; i < plain.length; i++) {
    const other = folded.get(i);
    if (other) all.add(other);
    else if (plain[i] !== 1) all.add(Buffer.from(fold(stringAt(texts, i))));
    else {
      const [from, to] = [offsets[i]!, offsets[i + 1]!];
      for (let at = from; at < to; at++) {
        const byte = bytes[at]!;
        lowered[at - from] = byte > 0x40 && byte < 0x5b ? byte | 0x20 : byte;
      }
      all.add(lowered.subarray(0, to - from));
    }
  }
  return all.build();
}

/** The folded forms of some of the texts, by number. */
async function foldBySql(
  db: CompileDb,
  texts: StringArray,
  numbers: readonly number[],
): Promise<Map<number, Uint8Array>> {
  const folded = new Map<number, Uint8Array>();
  for (let from = 0; from < numbers.length; from += BATCH) {
    const batch = numbers.slice(from, from + BATCH);
    const values = batch.map((number, i) => `(${i}, ${literal(stringAt(texts, number))})`).join(', ');
    const sql = `SELECT CAST(i AS INTEGER), encode(fold(text)) FROM (VALUES ${values}) AS texts(i, text)`;
    for await (const chunk of db.stream(sql)) {
      const [i, text] = [chunk.getColumnVector(0), blobVector(chunk, 1)];
      for (let row = 0; row < chunk.rowCount; row++) folded.set(batch[Number(i.getItem(row))]!, text(row));
    }
  }
  return folded;
}

const longest = (offsets: Uint32Array): number =>
  offsets.reduce((most, end, i) => Math.max(most, i > 0 ? end - offsets[i - 1]! : 0), 0);
