/** The member `provenance` of answers: for each field what its value comes from. */
import type {Json} from '../../../../datasets/types.ts';
import type {Row} from '../../../../engine/types.ts';
import type {NoCells} from '../../../labels/provenance.ts';
import {LONGEST_TEXT} from '../../routes/provenance.ts';
import type {PublishedCell} from './record_rows.ts';

/** What the value of a field comes from. */
export interface Trace {
  rule: string | null;
  made: string | null;
  cells: PublishedCell[];
  from: readonly string[];
  reason: NoCells | null;
}

/** The trace of a field of which nothing is known. */
export const NO_TRACE: Omit<Trace, 'reason'> = {rule: null, made: null, cells: [], from: []};

/** The member `provenance` of a record without rows, and why. */
export const untraced = (fields: readonly string[], reason: NoCells): Row => ({
  row_count: null,
  rows: [],
  fields: fields.map((field) => fieldAnswer({field, ...NO_TRACE, reason})),
});

/** A field as the answer has it. */
export const fieldAnswer = ({
  field,
  rule,
  made,
  cells,
  from,
  reason,
}: Trace & {field: string}): {[name: string]: Json} => ({
  field,
  rule,
  made,
  cells: cells.map(({row, column, text}) => {
    const all = text === null ? null : [...text];
    return {
      row: row + 1,
      column,
      text: all?.slice(0, LONGEST_TEXT).join('') ?? null,
      length: all?.length ?? null,
    };
  }),
  derived_from: [...from],
  reason,
});
