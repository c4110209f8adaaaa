/** Folds many texts: most are lowered byte by byte. */
import {fold} from '../../datasets/rules/text.ts';
import {type StringArray, StringArrayBuilder, stringAt} from './string_array.ts';

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
export function foldTexts(texts: StringArray): StringArray {
  const {bytes, offsets} = texts;
  const all = new StringArrayBuilder();
  const lowered = Buffer.allocUnsafe(longest(offsets));
  for (let i = 0; i < offsets.length - 1; i++) {
    const [from, to] = [offsets[i]!, offsets[i + 1]!];
    if (isPlain(bytes, from, to)) {
      for (let at = from; at < to; at++) {
        const byte = bytes[at]!;
        lowered[at - from] = byte > 0x40 && byte < 0x5b ? byte | 0x20 : byte;
      }
      all.add(lowered.subarray(0, to - from));
    } else all.add(Buffer.from(fold(stringAt(texts, i))));
  }
  return all.build();
}

const longest = (offsets: Uint32Array): number =>
  offsets.reduce((most, end, i) => Math.max(most, i > 0 ? end - offsets[i - 1]! : 0), 0);
