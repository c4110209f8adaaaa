/** Texts that lie one behind the other. */

export interface TextRun {
  bytes: Uint8Array;
  /** Bytes of each. */
  lengths: Uint32Array;
}

/** A run of copies of these texts. */
export const runOfAll = (texts: readonly Uint8Array[]): TextRun => ({
  bytes: Buffer.concat(texts),
  lengths: Uint32Array.from(texts, ({length}) => length),
});

/** Calls back with each text of a run, and its number. */
export function forEachText({bytes, lengths}: TextRun, onText: (text: Uint8Array, i: number) => void): void {
  let end = 0;
  for (let i = 0; i < lengths.length; i++) {
    end += lengths[i]!;
    onText(bytes.subarray(end - lengths[i]!, end), i);
  }
}
