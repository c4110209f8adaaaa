/** How commands of the operator write what they tell: quotas, times, columns. */

import type {Quotas} from '../accounts/tiers.ts';
import {WINDOWS} from '../accounts/windows.ts';

/** Stands where there is nothing to tell. */
export const NONE = '-';

export const quotaText = (quota: number | null): string => (quota === null ? 'unlimited' : String(quota));

export const quotasText = (quotas: Quotas): string =>
  `requests a ${WINDOWS.map((window) => `${window} ${quotaText(quotas[window])}`).join(', ')}`;

/** To the second, UTC; `-` for never. */
export const timeText = (iso: string | null): string => (iso === null ? NONE : `${iso.slice(0, 19)}Z`);

/** Lines of columns as wide as their widest cell, two spaces apart; `right` are the numbers of those that end in line. */
export function columns(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => [...row[i]!].length)));
  const cell = (text: string, i: number) => {
    const blank = ' '.repeat(widths[i]! - [...text].length);
    return right.includes(i) ? blank + text : text + blank;
  };
  return rows.map((row) => `${row.map(cell).join('  ').trimEnd()}\n`).join('');
}
