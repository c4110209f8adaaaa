/** What a record is called. */
import type {Row} from '../../../engine/types.ts';
import {displayOf} from '../../labels/display.ts';
import type {View} from './types.ts';
import {localValue} from './value.tsx';

/** What a record is called, and the field that says so; null where no field does. */
export function titleOf(view: View, owner: string, row: Row): {field: string; text: string} | null {
  const {title, number} = displayOf(owner);
  for (const field of title) {
    const value = localValue(view, row, field);
    if (typeof value !== 'string' || value === '') continue;
    const before = number && row[number];
    return {field, text: before ? `${String(before)} · ${value}` : value};
  }
  return null;
}
