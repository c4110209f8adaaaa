/** Texts that lie one behind the other. */

export interface TextRun {
  bytes: Uint8Array;
  /** Bytes of each. */
  lengths: Uint32Array;
}

/** A run of one text. */
export const runOf = (text: Uint8Array): TextRun => ({bytes: text, lengths: Uint32Array.of(text.length)});
