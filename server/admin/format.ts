/** Formats command output: quotas, times, columns. */
import type {Quotas} from '../accounts/tiers.ts';
import {WINDOWS} from '../accounts/windows.ts';

/** Stands for an absent value. */
export const PLACEHOLDER = '-';

export const quotaText = (quota: number | null): string => (quota === null ? 'unlimited' : String(quota));

export const quotasText = (quotas: Quotas): string =>
  `requests a ${WINDOWS.map((window) => `${window} ${quotaText(quotas[window])}`).join(', ')}`;

/** To the second, UTC; `-` for never. */
export const timeText = (iso: string | null): string => (iso === null ? PLACEHOLDER : `${iso.slice(0, 19)}Z`);

/** Aligns columns to their widest cell, two spaces apart; `right` lists right-aligned columns. */
export function alignColumns(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => [...row[i]!].length)));
  const cell = (text: string, i: number) => {
    const blank = ' '.repeat(widths[i]! - [...text].length);
    return right.includes(i) ? blank + text : text + blank;
  };
  return rows.map((row) => `${row.map(cell).join('  ').trimEnd()}\n`).join('');
}
