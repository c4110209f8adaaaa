/** A second row beside one already drawn: another version of its record, or another record under its key. */
import type {Source} from '../../../datasets/types.ts';
import {changeable} from './bends.ts';
import {BLANK, textCell} from './cells.ts';
import type {Draft, LayoutColumns} from './columns.ts';
import {tellingFields} from './versions.ts';

/**
 * Turns `drawn` into another version of the record of `first`: what no field holds together is said
 * otherwise.
 */
export function secondVersion(source: Source, first: Draft, drawn: Draft, written: readonly string[]): Draft {
  const changes = changeable(source, drawn.columns).filter((name) => written.includes(name));
  const cells = {...first.cells};
  for (const name of changes) cells[name] = drawn.cells[name] ?? BLANK;
  const [one = ''] = changes;
  if (changes.every((name) => cells[name]?.text === first.cells[name]?.text))
    cells[one] = textCell(`${cells[one]?.text ?? ''} ${first.subject.row}`.trim());
  return {...drawn, cells, point: first.point, code: null};
}

/** Changes a drawn row so that it is another record under the key of `first`. */
export function shareKey(source: Source, first: Draft, second: Draft): void {
  const {columns} = first;
  const keys = source.key.flatMap(columns.read);
  for (const name of keys) second.cells[name] = first.cells[name] ?? BLANK;
  if (second.code !== null && second.code === first.code) {
    second.code = null;
    second.point = first.point;
  }
  tellApart(source, keys, first, second);
  const [prose = ''] = columns.prose;
  if (isAlike(first, second) && second.cells[prose])
    second.cells[prose] = textCell(`${second.cells[prose].text ?? ''} 2`.trim());
}

/** Gives the second row a value of its own in one of the fields that tell records of one key apart. */
function tellApart(source: Source, keys: readonly string[], first: Draft, second: Draft): void {
  const {columns} = first;
  const telling = tellingFields(source);
  const fields = telling.length > 0 ? telling : (source.disambiguate ?? []);
  if (differs(first, second, fields)) return;
  const own = fields
    .flatMap(columns.read)
    .filter((name) => !keys.includes(name))
    .at(-1);
  if (own) second.cells[own] = textCell(String(second.subject.row));
}

/** Whether two rows hold different values in one of the fields. */
export const differs = (first: Draft, second: Draft, fields: readonly string[]): boolean =>
  fields.some((name) => first.columns.value(first, name) !== first.columns.value(second, name));

/** Whether two rows hold the same values in all fields of their layout. */
export const isAlike = (first: Draft, second: Draft): boolean =>
  !differs(first, second, fieldsOf(first.columns));

const fieldsOf = ({layout}: LayoutColumns): string[] => Object.keys(layout.fields);
