/** What a record is called. */
import type {Row} from '../../../engine/types.ts';
import {displayOf} from '../../labels/display_of.ts';
import {readable} from './readable.ts';
import type {View} from './types.ts';
import {localValue} from './value.tsx';

/** A vote without a subject, which is published under the kind of its question alone. */
const untitledVote = (view: View, row: Row): string =>
  view.t('votes.untitled', {
    number: String(row['number']),
    kind: readable(view, 'document_type', String(row['document_type'])).toLowerCase(),
  });

/** What a record is called, and the field that says so; null where no field does. */
export function titleOf(view: View, owner: string, row: Row): {field: string; text: string} | null {
  const {title, number} = displayOf(owner);
  if (owner === 'votes' && row['description_en'] === row['document_type'])
    return {field: 'description_en', text: untitledVote(view, row)};
  for (const field of title) {
    const value = localValue(view, row, field);
    if (typeof value !== 'string' || value === '') continue;
    const before = number && row[number];
    return {field, text: before ? `${String(before)} · ${value}` : value};
  }
  return null;
}
