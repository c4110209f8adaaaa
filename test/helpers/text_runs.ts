/** Runs of texts, made of single ones and taken apart. */
import type {TextRun} from '../../engine/file/text_run.ts';

export {runOfAll} from '../../engine/file/text_run.ts';

/** A run of one text. */
export const runOf = (text: Uint8Array): TextRun => ({bytes: text, lengths: Uint32Array.of(text.length)});

/** Copies of the texts. */
export function textsIn({bytes, lengths}: TextRun): Buffer[] {
  let end = 0;
  return Array.from(lengths, (length) => {
    end += length;
    return Buffer.from(bytes.subarray(end - length, end));
  });
}
